import { recordsKept } from '../../shared/search/further-records.js';
import type { HeldJob } from '../../shared/search/job.js';
import { documentDepth } from '../../shared/search/search-document.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { buildCorpus } from '../../worker/match/corpus/build-corpus.js';
import { prepareCollection } from '../../worker/match/corpus/prepare-collection.js';
import { searchCorpus } from '../../worker/match/rank/search-corpus.js';
import type { PreparedCollection } from '../../worker/match/segment/prepared-collection.js';
import { layOutBoards } from './employers.js';
import type { Held, HoldOptions, Timing } from './measured.js';
import { createPostings } from './postings.js';
import { makeQuestions, type Question, subjectOf } from './questions.js';
import { childMain, cpuMs, settledMemory } from './run-child.js';

/** Postings made before memory is read, so that the generator's own tables are full. */
const warmUp = 20_000;

const everything: Question = {
  ...{ kind: 'filters alone', alternatives: [], without: '', town: null, country: null, filters: {} },
};

/** The jobs as a worker has them from Redis: strings of their own, not parts of longer ones. */
const asRead = (jobs: readonly HeldJob[]): HeldJob[] => JSON.parse(JSON.stringify(jobs)) as HeldJob[];

await childMain<HoldOptions, Held>(async ({ seed, postings: count, questions: asked, now }, report) => {
  const gazetteer = loadGazetteer();
  const postings = createPostings({ seed, now, gazetteer });
  const questions = makeQuestions(postings, { seed, count: asked });
  const boards = layOutBoards(seed, count);
  for (const board of layOutBoards(seed + 1, Math.min(count, warmUp))) postings.held(board);
  prepareCollection('warm-up', asRead(postings.held({ id: 'warm-up', number: 1, first: 0, size: 200 })));
  const before = settledMemory();
  const collections: PreparedCollection[] = [];
  let prepareMs = 0;
  for (const board of boards) {
    const jobs = asRead(postings.held(board));
    const cpu = cpuMs();
    collections.push(prepareCollection(board.id, jobs));
    prepareMs += cpuMs() - cpu;
    const done = board.first + board.size;
    if (Math.floor(done / 20_000) > Math.floor(board.first / 20_000))
      report(
        `${done.toLocaleString('en-US')} postings prepared, ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB`,
      );
  }
  const began = performance.now();
  const corpus = await buildCorpus(collections, []);
  const mergeMs = performance.now() - began;
  report(`merged in ${Math.round(mergeMs)} ms`);
  const search = (question: Question): Timing => {
    const [started, cpu] = [performance.now(), cpuMs()];
    const found = searchCorpus(corpus, subjectOf(question), { now: new Date(now), gazetteer });
    // As the worker answers a new search: the ranked list and the first records.
    found.list(documentDepth, recordsKept);
    return { kind: question.kind, ms: performance.now() - started, cpuMs: cpuMs() - cpu, total: found.total };
  };
  for (const question of questions.slice(0, 100)) search(question);
  const after = settledMemory();
  const times = questions.map(search);
  const openings = searchCorpus(corpus, subjectOf(everything), { now: new Date(now), gazetteer }).total;
  return { boards: boards.length, before, after, prepareMs, mergeMs, openings, times };
});
