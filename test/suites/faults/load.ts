import type { Chance } from '../../../demo-board/postings/chance.js';
import { ask, type Question } from './ask.js';
import { type Asked, type Got, judgeAnswer } from './judge-answer.js';

/** The outcomes of the load since the last reading. */
export type Met = {
  sent: number;
  /** Searches answered with a result: geo-stats count each of them exactly once. */
  results: number;
  refused: number;
  /** Connections that broke during a request because the process that received it died. */
  cut: number;
  byStatus: Map<number, number>;
  /** Violations, one sentence each. */
  lies: string[];
};

/** Clients that send requests continuously. */
export type Load = {
  /** Lets every client finish its request, and returns the outcomes since the last time; `resume` continues. */
  pause(): Promise<Met>;
  resume(): void;
  stop(): Promise<void>;
};

/** Concurrent clients, and the pause of each between two requests, in milliseconds. */
const clients = 6;
const thinkMs = { low: 20, high: 120 };

export function startLoad(url: string, chance: Chance): Load {
  let met = nothingMet();
  let running = true;
  let over = false;
  let asked = 0;

  const one = async (): Promise<void> => {
    asked += 1;
    const { kind, question } = choose(url, chance, asked);
    const got = await ask(question);
    note(met, kind, got);
  };
  const client = async (): Promise<void> => {
    while (!over && running) {
      await one();
      await new Promise((resolve) => setTimeout(resolve, chance.int(thinkMs.low, thinkMs.high)));
    }
  };
  let all = Promise.all(Array.from({ length: clients }, client));
  return {
    async pause() {
      running = false;
      await all;
      const seen = met;
      met = nothingMet();
      return seen;
    },
    resume() {
      running = true;
      all = Promise.all(Array.from({ length: clients }, client));
    },
    async stop() {
      over = true;
      await all;
    },
  };
}

const nothingMet = (): Met => ({ sent: 0, results: 0, refused: 0, cut: 0, byStatus: new Map(), lies: [] });

function note(met: Met, kind: Asked, got: Got): void {
  met.sent += 1;
  const lie = judgeAnswer(kind, got);
  if (lie !== null) met.lies.push(lie);
  if (got.kind === 'refused') met.refused += 1;
  else if (got.kind === 'cut') met.cut += 1;
  else if (got.kind === 'answer') {
    met.byStatus.set(got.status, (met.byStatus.get(got.status) ?? 0) + 1);
    const search = kind === 'search' && got.status === 200;
    if (search || (kind === 'live' && /^event: result$/m.test(got.text))) met.results += 1;
  }
}

/** A new search that every board can answer. */
export const freshKeyword = (mark: string | number): string => `engineer OR zq${mark}`;

const wordsHeld = ['engineer', 'acme OR engineer', 'beta OR engineer', 'gamma OR engineer'];

/** The next request: cached and fresh searches, live and asynchronous ones, pages, and invalid requests. */
function choose(url: string, chance: Chance, number: number): { kind: Asked; question: Question } {
  const headers = { 'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`, prefer: 'wait=5' };
  const search = `${url}/api/jobs/search`;
  const fresh = { keyword: freshKeyword(number) };
  const held = { keyword: chance.pick(wordsHeld), limit: '5', page: String(chance.int(0, 2)) };
  const live = { ...headers, accept: 'text/event-stream' };
  return chance.weigh<{ kind: Asked; question: Question }>([
    [{ kind: 'search', question: { url: search, body: held, headers } }, 40],
    [{ kind: 'search', question: { url: search, body: fresh, headers } }, 25],
    [{ kind: 'live', question: { url: search, body: chance.maybe(0.5) ? fresh : held, headers: live } }, 12],
    [{ kind: 'search', question: { url: search, body: fresh, headers: { ...headers, prefer: 'respond-async' } } }, 5],
    [{ kind: 'invalid', question: { url: search, body: { limit: 'many' }, headers } }, 5],
    [{ kind: 'page', question: { url: `${url}/api/geo-stats`, headers } }, 5],
    [{ kind: 'page', question: { url: `${url}/api`, headers } }, 5],
    [{ kind: 'page', question: { url: `${url}/api/jobs/job_7Q3kX0pV2mZt5RfB`, headers } }, 3],
  ]);
}
