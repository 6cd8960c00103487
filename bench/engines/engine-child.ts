import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HeldJob } from '../../shared/search/job.js';
import { anySearch, type SearchSubject } from '../../shared/search/query/query.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { type Board, layOutBoards } from '../lib/postings/employers.js';
import { createPostings, type Postings } from '../lib/postings/postings.js';
import { makeQuestions, subjectOf } from '../lib/postings/questions.js';
import { type HeldEngine, openHeldEngine } from './held-engine.js';
import type { HoldOptions, Timing } from './measured.js';
import { childMain, settledMemory } from './run-child.js';

/** `nodes`: of an OpenSearch cluster; 0 = the engine within the worker. */
export type HeldEngineOptions = HoldOptions & { nodes: number };

/** The cost of an engine with postings: times in milliseconds, memory and disk in bytes, CPU of all its processes. */
export type HeldEngineCost = AskedCost & {
  indexMs: number;
  indexCpuMs: number;
};

/** The cost of querying an engine. */
export type AskedCost = {
  workerBytes: number;
  clusterBytes: number;
  diskBytes: number;
  times: Timing[];
  facets: Timing[];
  /** From the announcement of a changed board until a search finds it. */
  foundMs: number[];
};

/** Some of the questions request facets. */
const facetsOf = 5;

/** Words of changed postings, unlike each other and any word in the postings. */
const marks = ['qzarble', 'wvexony', 'pjultrix', 'kdomfeyu', 'bhyrsetq'] as const;

/** Runs a step and measures it by the clock and by the CPU time of all processes of the engine. */
async function measured<Result>(
  engine: HeldEngine,
  step: () => Promise<Result>,
): Promise<{ ms: number; cpuMs: number; result: Result }> {
  const [began, cpu] = [performance.now(), engine.allCpu()];
  const result = await step();
  return { ms: performance.now() - began, cpuMs: engine.allCpu() - cpu, result };
}

type Asked = { kind: Timing['kind']; subject: SearchSubject };

/** Boards that get a posting with a new word, which is then searched for. */
type Changes = { boards: readonly Board[]; marks: readonly string[]; postings: Postings };

/** Sends questions and facets, and searches for changed postings; `before`: the worker's empty memory, in bytes. */
async function askAll(
  engine: HeldEngine,
  { subjects, changes, before }: { subjects: readonly Asked[]; changes: Changes; before: number },
): Promise<AskedCost> {
  for (const { subject } of subjects.slice(0, 20)) await engine.ask(subject);
  const times: Timing[] = [];
  for (const { kind, subject } of subjects) {
    const { result, ...cost } = await measured(engine, () => engine.ask(subject));
    times.push({ kind, ...cost, total: result.total });
  }
  const workerBytes = settledMemory().rss - before;
  const facets: Timing[] = [];
  for (const [at, { kind, subject }] of subjects.entries()) {
    if (at % facetsOf !== 0) continue;
    const { result, ...cost } = await measured(engine, () => engine.facets(subject));
    facets.push({ kind, ...cost, total: result.exact });
  }
  const foundMs: number[] = [];
  for (const [at, mark] of changes.marks.entries()) {
    const board = changes.boards[at];
    if (board === undefined) throw new Error('There are too few boards.');
    foundMs.push(await untilFound(engine, board.id, { jobs: changes.postings.held(board, { count: 1, mark }), mark }));
  }
  return { times, facets, foundMs, workerBytes, ...(await engine.sizes()) };
}

/** Milliseconds from replacing a board until its posting with a new word is found. */
async function untilFound(
  engine: HeldEngine,
  id: string,
  { jobs, mark }: { jobs: readonly HeldJob[]; mark: string },
): Promise<number> {
  const changing = performance.now();
  await engine.hold(id, jobs);
  while ((await engine.ask({ ...anySearch, keyword: mark })).exact === 0) {
    if (performance.now() - changing > 60_000) throw new Error('A changed posting is not found.');
    // A short search never waits: without a turn of the event loop, the announcement would not be received meanwhile.
    await nextTurn();
  }
  return performance.now() - changing;
}

await childMain<HeldEngineOptions, HeldEngineCost>(
  async ({ seed, postings: count, questions: asked, now, nodes }, report) => {
    const postings = createPostings({ seed, now, gazetteer: loadGazetteer() });
    const subjects = makeQuestions(postings, { seed, count: asked }).map((each) => ({
      kind: each.kind,
      subject: subjectOf(each),
    }));
    const boards = layOutBoards(seed, count);
    const engine = await openHeldEngine({ boards: boards.map(({ id }) => id), nodes, now: new Date(now) });
    const before = settledMemory().rss;
    try {
      let [indexMs, indexCpuMs] = [0, 0];
      for (const board of boards) {
        const jobs = postings.held(board);
        const cost = await measured(engine, () => engine.hold(board.id, jobs));
        indexMs += cost.ms;
        indexCpuMs += cost.cpuMs;
      }
      // A search waits for pending indexing.
      const last = await measured(engine, () => engine.ask(anySearch));
      indexMs += last.ms;
      indexCpuMs += last.cpuMs;
      report(`${nodes} nodes: ${count} postings indexed in ${Math.round(indexMs)} ms`);
      const changes: Changes = { boards, marks, postings };
      return { indexMs, indexCpuMs, ...(await askAll(engine, { subjects, changes, before })) };
    } finally {
      await engine.close();
    }
  },
);
