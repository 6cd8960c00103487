import { ask } from '../ask.js';
import { type Stage, speed } from '../open-stage.js';

/** What a search's answer says that growth must not change. */
export type Whole = { tookMs: number; total: number; sources: number };

/** So many boards of so many postings each, on the loopback; each is read whole, once, and stays fresh. */
export function boardsOf(stage: Stage, { boards, postings, set }: Wanted): object[] {
  return Array.from({ length: boards }, (_, index) => ({
    ...{ id: `board-${index}`, kind: 'greenhouse', board: 'b', freshSeconds: 604_800, timeoutSeconds: 600 },
    ...{ baseUrl: `${stage.board}/board/${set}${index}/${postings}`, ...speed, maxJobs: 100_000 },
  }));
}

type Wanted = { boards: number; postings: number; set: string };

/** How long a caller waits at most, in seconds. */
const patience = 600;

/** The settings of an API whose callers wait for as long as the largest size takes. */
export const patient = { SEARCH_WAIT_MAX_SECONDS: String(patience), SEARCH_WAIT_SECONDS: String(patience) };

/** Asks for a search and waits until it is whole. Throws unless every source answered. */
export async function searchWhole(url: string, body: object): Promise<Whole> {
  const headers = { prefer: `wait=${patience}` };
  const answer = await ask(url, body, { headers });
  if (answer.status !== 200)
    throw new Error(`A search was answered with ${answer.status}: ${answer.body.slice(0, 300)}`);
  const read = JSON.parse(answer.body) as {
    page: { total: number };
    partial: boolean;
    sources: { status: string }[];
  };
  const bad = read.sources.filter(({ status }) => status !== 'ok');
  if (read.partial || bad.length > 0)
    throw new Error(`${bad.length} of ${read.sources.length} sources are missing: ${JSON.stringify(bad.slice(0, 3))}`);
  return { tookMs: answer.tookMs, total: read.page.total, sources: read.sources.length };
}

/** Throws unless the answer holds what it must. */
export function mustBe(what: string, found: number, wanted: number): void {
  if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}.`);
}
