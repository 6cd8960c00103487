import { setImmediate as nextTurn } from 'node:timers/promises';
import { anySearch } from '../../shared/search/query/query.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { layOutBoards } from '../lib/postings/employers.js';
import { createPostings } from '../lib/postings/postings.js';
import { makeQuestions, subjectOf } from '../lib/postings/questions.js';
import type { HoldOptions, Timing } from '../million/measured.js';
import { childMain, settledMemory } from '../million/run-child.js';
import { type HeldEngine, openHeldEngine } from './held-engine.js';

/** `nodes`: those of an OpenSearch cluster; 0 = the engine within the worker. */
export type HeldEngineOptions = HoldOptions & { nodes: number };

/** What an engine costs that holds postings; times in milliseconds, memory and disk in bytes. CPU is that of all its processes. */
export type HeldEngineCost = {
  indexMs: number;
  indexCpuMs: number;
  workerBytes: number;
  clusterBytes: number;
  diskBytes: number;
  times: Timing[];
  facets: Timing[];
  /** From the announcement of a changed board until a search finds it. */
  foundMs: number[];
};

/** Facets are asked of some of the questions. */
const facetsOf = 5;

/** Words of changed postings: none is like another or like a word that postings have. */
const marks = ['qzarble', 'wvexony', 'pjultrix', 'kdomfeyu', 'bhyrsetq'];

/** Runs a step and measures it by the clock and by the CPU time of all processes of the engine. */
async function measured<Result>(
  engine: HeldEngine,
  step: () => Promise<Result>,
): Promise<{ ms: number; cpuMs: number; result: Result }> {
  const [began, cpu] = [performance.now(), engine.allCpu()];
  const result = await step();
  return { ms: performance.now() - began, cpuMs: engine.allCpu() - cpu, result };
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
    try {
      const before = settledMemory().rss;
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
      for (const [change, mark] of marks.entries()) {
        const board = boards[change];
        if (board === undefined) throw new Error('There are too few boards.');
        const jobs = postings.held(board, { count: 1, mark });
        const changing = performance.now();
        await engine.hold(board.id, jobs);
        while ((await engine.ask({ ...anySearch, keyword: mark })).exact === 0) {
          if (performance.now() - changing > 60_000) throw new Error('A changed posting is not found.');
          // A short search never waits: without a turn of the event loop, the announcement would not be heard while these go on.
          await nextTurn();
        }
        foundMs.push(performance.now() - changing);
      }
      return { indexMs, indexCpuMs, times, facets, foundMs, workerBytes, ...(await engine.sizes()) };
    } finally {
      await engine.close();
    }
  },
);
