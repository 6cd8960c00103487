import { ask } from '../lib/ask.js';
import { type Stage, speed } from '../lib/open-stage.js';

/** The facts of an answer that growth must not change. */
export type Whole = { tookMs: number; total: number; sources: number };

/** Boards with the given number of postings each, on loopback; each is collected whole, once, and stays fresh. */
export function boardsOf(stage: Stage, { boards, postings, set }: Wanted): object[] {
  return Array.from({ length: boards }, (_, index) => ({
    ...{ id: `board-${index}`, kind: 'greenhouse', board: 'b', freshSeconds: 604_800, timeoutSeconds: 600 },
    ...{ baseUrl: `${stage.board}/board/${set}${index}/${postings}`, ...speed, maxJobs: 100_000 },
  }));
}

type Wanted = { boards: number; postings: number; set: string };

/** The maximum wait of a caller, in seconds. */
const patience = 600;

/** API settings that let callers wait as long as the largest size needs. */
export const patient = { SEARCH_WAIT_MAX_SECONDS: String(patience), SEARCH_WAIT_SECONDS: String(patience) };

/** Makes a search and waits until it is complete. Throws unless every source answered. */
export async function searchWhole(url: string, body: object): Promise<Whole> {
  const headers = { prefer: `wait=${patience}` };
  const answer = await ask(url, body, { headers });
  if (answer.status !== 200)
    throw new Error(`A search was answered with ${answer.status}: ${answer.body.slice(0, 300)}`);
  const read = JSON.parse(answer.body) as {
    page: { total: number };
    partial: boolean;
    sources: { status: string }[];
    sourceCounts: { total: number; ok: number };
  };
  const { total, ok } = read.sourceCounts;
  const bad = read.sources.filter(({ status }) => status !== 'ok');
  if (read.partial || ok < total)
    throw new Error(`${total - ok} of ${total} sources are missing: ${JSON.stringify(bad.slice(0, 3))}`);
  return { tookMs: answer.tookMs, total: read.page.total, sources: total };
}

/** Throws unless the answer has the expected sources and jobs. */
export function mustBe(what: string, found: number, wanted: number): void {
  if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}.`);
}
