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

/** `nodes`: those of an OpenSearch cluster; 0 = the engine within the worker. */
export type HeldEngineOptions = HoldOptions & { nodes: number };

/** What an engine costs that holds postings; times in milliseconds, memory and disk in bytes. CPU is that of all its processes. */
export type HeldEngineCost = AskedCost & {
  indexMs: number;
  indexCpuMs: number;
};

/** What it costs to ask an engine. */
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

/** Words of changed postings: none is like another or like a word that postings have. */
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

/** Boards that a posting with a word is added to, which is then looked for. */
type Changes = { boards: readonly Board[]; marks: readonly string[]; postings: Postings };

/** Asks questions, facets of some of them, and for changed postings; `before`: the memory of the worker without any, in bytes. */
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

/** How long it takes from the replacing of a board until its posting with a word is found, in milliseconds. */
async function untilFound(
  engine: HeldEngine,
  id: string,
  { jobs, mark }: { jobs: readonly HeldJob[]; mark: string },
): Promise<number> {
  const changing = performance.now();
  await engine.hold(id, jobs);
  while ((await engine.ask({ ...anySearch, keyword: mark })).exact === 0) {
    if (performance.now() - changing > 60_000) throw new Error('A changed posting is not found.');
    // A short search never waits: without a turn of the event loop, the announcement would not be heard while these go on.
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
      // A search waits for what is not indexed yet.
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
