import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { layOutBoards } from '../lib/postings/employers.js';
import { createPostings } from '../lib/postings/postings.js';
import { makeQuestions, type Question } from '../lib/postings/questions.js';
import type { EngineCost, HoldOptions, Timing } from './measured.js';
import type { Engine } from './measured-engine.js';
import { openPlainOpenSearch } from './plain-opensearch.js';
import { childMain, cpuMs, settledMemory } from './run-child.js';
import { openSqlite } from './sqlite.js';

/** Postings made before memory is read, so that the generator's own tables are full. */
const warmUp = 20_000;

const changedQuestion: Question = {
  ...{ kind: 'one word', alternatives: [], without: '', town: null, country: null, filters: {} },
};

/** The library that is measured. */
export type LibraryOptions = HoldOptions & { library: 'sqlite' | 'opensearch' };

await childMain<LibraryOptions, EngineCost>(
  async ({ library, seed, postings: count, questions: asked, now }, report) => {
    const postings = createPostings({ seed, now, gazetteer: loadGazetteer() });
    const questions = makeQuestions(postings, { seed, count: asked });
    for (const board of layOutBoards(seed + 1, Math.min(count, warmUp))) postings.held(board);
    const before = settledMemory();
    const engine: Engine = library === 'sqlite' ? openSqlite(now) : await openPlainOpenSearch(now);
    try {
      const allCpu = (): number => cpuMs() + (engine.otherCpuMs?.() ?? 0);
      let indexMs = 0;
      const cpuAtFirst = allCpu();
      let madeMs = 0;
      const boards = layOutBoards(seed, count);
      for (const board of boards) {
        const made = process.cpuUsage();
        const jobs = postings.held(board);
        const { user, system } = process.cpuUsage(made);
        madeMs += (user + system) / 1000;
        const began = performance.now();
        await engine.add(jobs, board.first);
        indexMs += performance.now() - began;
        const done = board.first + board.size;
        if (Math.floor(done / 20_000) > Math.floor(board.first / 20_000))
          report(`${library}: ${done.toLocaleString('en-US')} postings indexed, ${Math.round(indexMs)} ms`);
      }
      const began = performance.now();
      await engine.finish();
      indexMs += performance.now() - began;
      const indexCpuMs = allCpu() - cpuAtFirst - madeMs;
      for (const question of questions.slice(0, 100)) await engine.search(question);
      const settled = settledMemory();
      const after = { ...settled, rss: settled.rss + (engine.otherMemory?.() ?? 0) };
      const times: Timing[] = [];
      for (const question of questions) {
        const [asking, cpu] = [performance.now(), allCpu()];
        const { total } = await engine.search(question);
        times.push({ kind: question.kind, ms: performance.now() - asking, cpuMs: allCpu() - cpu, total });
      }
      const first = boards.find(({ size }) => size >= 20);
      if (first === undefined) throw new Error('No board has 20 postings.');
      const changed = postings.held(first, { count: 20, mark: 'changedmark' }).slice(0, 20);
      const replacing = performance.now();
      await engine.replace(changed, first.first);
      const replaceMs = performance.now() - replacing;
      const seen = await engine.search({ ...changedQuestion, alternatives: [['changedmark']] });
      if (seen.total !== changed.length)
        throw new Error(`${seen.total} of ${changed.length} changed postings are found.`);
      const diskBytes = await engine.diskBytes();
      return { before, after, indexMs, cpuMs: indexCpuMs, replaceMs, diskBytes, times };
    } finally {
      await engine.close();
    }
  },
);
