import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../shared/logger.js';
import { recordsKept } from '../../shared/search/further-records.js';
import type { HeldJob } from '../../shared/search/job.js';
import { documentDepth } from '../../shared/search/search-document.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { buildCorpus } from '../../worker/match/corpus/build-corpus.js';
import { analyzeSearch } from '../../worker/match/keyword/analyze-search.js';
import { countFacets } from '../../worker/match/rank/facets/count-facets.js';
import { type CorpusMatches, searchCorpus, searching } from '../../worker/match/rank/search-corpus.js';
import { createSegmentTools, openSegment } from '../../worker/match/segment/open-segment.js';
import type { PreparedCollection } from '../../worker/match/segment/prepared-collection.js';
import { createSegmentFiles } from '../../worker/match/segment/segment-files.js';
import { writingSegment } from '../../worker/match/segment/write-segment.js';
import { runInStretches, runSync } from '../../worker/process/cooperative.js';
import { layOutBoards } from '../lib/postings/employers.js';
import { createPostings } from '../lib/postings/postings.js';
import { makeQuestions, type Question, subjectOf } from '../lib/postings/questions.js';
import { page } from './engines/engine.js';
import type { Held, HoldOptions, Timing } from './measured.js';
import { childMain, cpuMs, settledMemory } from './run-child.js';

/** Postings made before memory is read, so that the generator's own tables are full. */
const warmUp = 20_000;

const everything: Question = {
  ...{ kind: 'filters alone', alternatives: [], without: '', town: null, country: null, filters: {} },
};

/** The jobs as a worker has them from Redis: strings of their own, not parts of longer ones. */
const asRead = (jobs: readonly HeldJob[]): HeldJob[] => JSON.parse(JSON.stringify(jobs)) as HeldJob[];

await childMain<HoldOptions, Held>(async (options, report) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-held-'));
  try {
    return await hold(options, { folder, report });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Answers questions over a few postings, so that the tables and the code of searches are in memory before any posting is held. */
async function warmUpSearches(
  jobs: readonly HeldJob[],
  { questions, now }: { questions: readonly Question[]; now: number },
): Promise<void> {
  const segment = openSegment(runSync(writingSegment('warm-up', jobs)), createSegmentTools());
  const corpus = await buildCorpus([segment], []);
  const tools = { now: new Date(now), gazetteer: loadGazetteer() };
  for (const question of questions.slice(0, 100))
    searchCorpus(corpus, subjectOf(question), tools).list(documentDepth, recordsKept);
}

type Tools = { folder: string; report: (progress: string) => void };

/** Holds postings as a worker does: segments with their cold parts in files of the folder. */
async function hold(
  { seed, postings: count, questions: asked, now }: HoldOptions,
  { folder, report }: Tools,
): Promise<Held> {
  const gazetteer = loadGazetteer();
  const postings = createPostings({ seed, now, gazetteer });
  const questions = makeQuestions(postings, { seed, count: asked });
  const boards = layOutBoards(seed, count);
  for (const board of layOutBoards(seed + 1, Math.min(count, warmUp))) postings.held(board);
  await warmUpSearches(asRead(postings.held({ id: 'warm-up', number: 1, first: 0, size: 200 })), { questions, now });
  const before = settledMemory();
  const files = createSegmentFiles({ folder, logger: createLogger('silent', 'bench') });
  const records = createSegmentTools();
  const collections: PreparedCollection[] = [];
  let prepareMs = 0;
  for (const { id, first, size, number } of boards) {
    const jobs = asRead(postings.held({ id, first, size, number }));
    const cpu = cpuMs();
    const bytes = runSync(writingSegment(id, jobs));
    const { hot, readBytes } = files.keep({ key: id, version: '1', source: id, isBoard: true }, bytes);
    collections.push(openSegment(hot, records, readBytes));
    await files.close();
    prepareMs += cpuMs() - cpu;
    const done = first + size;
    if (Math.floor(done / 20_000) > Math.floor(first / 20_000))
      report(
        `${done.toLocaleString('en-US')} postings prepared, ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB`,
      );
  }
  const began = performance.now();
  const corpus = await buildCorpus(collections, []);
  const mergeMs = performance.now() - began;
  report(`merged in ${Math.round(mergeMs)} ms`);
  const search = (question: Question, read: (found: CorpusMatches) => unknown): Timing => {
    const [started, cpu] = [performance.now(), cpuMs()];
    const found = searchCorpus(corpus, subjectOf(question), { now: new Date(now), gazetteer });
    read(found);
    return { kind: question.kind, ms: performance.now() - started, cpuMs: cpuMs() - cpu, total: found.total };
  };
  // As the worker answers a new search: the ranked list and the first records.
  const document = (found: CorpusMatches): unknown => found.list(documentDepth, recordsKept);
  for (const question of questions.slice(0, 100)) search(question, document);
  const after = settledMemory();
  const times = questions.map((question) => search(question, document));
  const firstTens = questions.map((question) => search(question, (found) => found.take(page)));
  const stretches: number[] = [];
  const note = (ms: number): void => void stretches.push(ms);
  for (const question of questions) {
    const found = await runInStretches(
      searching(corpus, analyzeSearch(subjectOf(question), gazetteer), { now: new Date(now), gazetteer }),
      note,
    );
    await runInStretches(found.listing(documentDepth, recordsKept), note);
  }
  const facets = questions.map((question): Timing => {
    const [started, cpu] = [performance.now(), cpuMs()];
    const { exact: total } = countFacets(corpus, subjectOf(question), { now: new Date(now), gazetteer });
    return { kind: question.kind, ms: performance.now() - started, cpuMs: cpuMs() - cpu, total };
  });
  const openings = searchCorpus(corpus, subjectOf(everything), { now: new Date(now), gazetteer }).total;
  const diskBytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  const measured = { before, after, prepareMs, mergeMs, openings, diskBytes };
  return { boards: boards.length, ...measured, times, firstTens, stretches, facets };
}
