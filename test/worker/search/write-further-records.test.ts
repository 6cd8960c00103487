import { beforeEach, expect, test } from '@jest/globals';
import { configSchema } from '../../../shared/config.js';
import { createLogger } from '../../../shared/logger.js';
import { recordsKept } from '../../../shared/search/further-records.js';
import { querySchema } from '../../../shared/search/query/parse-query.js';
import { subjectOf } from '../../../shared/search/query/query.js';
import { isPartial, summaryOf } from '../../../shared/search/result.js';
import {
  type DocumentHead,
  readDocument,
  readFacetsPage,
  replaceHead,
  writeDocument,
} from '../../../shared/search/search-document.js';
import { createBoardStates } from '../../../worker/engine/board-states.js';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { createCorpusCache } from '../../../worker/match/corpus/corpus-cache.js';
import { makeSegmentHere } from '../../../worker/match/corpus/load-collections.js';
import { analyzeSearch } from '../../../worker/match/keyword/analyze-search.js';
import type { CollectionRef } from '../../../worker/match/segment/segment-files.js';
import { assembleDocument } from '../../../worker/search/assemble-document.js';
import { writeFacetsOf } from '../../../worker/search/run-search.js';
import type { AnalyzedSearchJob, SearchRunContext } from '../../../worker/search/search-context.js';
import type { SourceProgress } from '../../../worker/search/source-progress.js';
import { headLacking } from '../../../worker/search/unsearched.js';
import { writeFurtherRecords } from '../../../worker/search/write-further-records.js';
import type { Source } from '../../../worker/sources/source.js';
import { holdCollection } from '../../lib/hold-collection.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { engineOver } from '../lib/segments-engine.js';

const { redis } = await suiteRedis('working');
const logger = createLogger('silent', 'test');
const gazetteer = loadGazetteer();
const subject = subjectOf(querySchema.parse({ keyword: 'cook' }));
const key = 'd-1';
const search = analyzeSearch(subject, gazetteer);
const job = { key, subject, search, requestId: 'r' } as AnalyzedSearchJob;

/** Whether the board `beta` cannot be prepared. */
let fails = false;

/** A worker that has just started: it has prepared nothing yet. */
function start(): SearchRunContext {
  const corpora = createCorpusCache({
    ...{ redis, now: () => new Date(), keepMs: 60_000 },
    makeSegment: async (source, packed) => {
      if (fails && source === 'beta') throw new Error('The thread ended.');
      return makeSegmentHere(source, packed);
    },
  });
  const collections = { onAny: () => () => undefined, onInterrupted: () => () => undefined };
  return {
    ...{ config: configSchema.parse({}), redis, logger, sources: [], sourcesHash: 'p', now: () => new Date() },
    boardStates: createBoardStates({ redis, collections, logger, boards: new Set() }),
    gazetteer,
    engine: engineOver(redis, corpora),
    storeJobCopies: () => undefined,
  } as Partial<SearchRunContext> as SearchRunContext;
}

const refs: CollectionRef[] = [];
beforeEach(async () => {
  fails = false;
  refs.length = 0;
  for (const [id, size] of [
    ['acme', 70],
    ['beta', 60],
  ] as const) {
    const source = { id, kind: { kind: 'test' }, settings: {} } as Partial<Source> as Source;
    refs.push(await holdCollection(redis, source, { size }));
  }
});

const parts = (): SourceProgress[] =>
  refs.map((ref) => ({
    planned: { source: { id: ref.source }, key: ref.key, narrow: {} } as SourceProgress['planned'],
    report: { name: ref.source, status: 'ok', jobs: 0, tookMs: 1, detail: null },
    ref: { ...ref, collectedAt: Date.now(), freshUntil: Date.now() + 60_000, toleranceMs: 0 },
    ...{ previous: null, newerThan: 0, ours: false, behind: null },
  }));

/** Has the search run, and returns the head of its document. */
async function run(context: SearchRunContext): Promise<DocumentHead> {
  const { head, ranked, jobs } = await assembleDocument(context, search, parts(), recordsKept);
  const retention = { until: Date.now() + 60_000, owner: 'o', narrowed: refs.map((ref) => ref.key) };
  await writeDocument(redis, key, { head, ranked, jobs, running: null, retention });
  return head;
}

const statusesOf = ({ sources }: Pick<DocumentHead, 'sources'>) =>
  Object.fromEntries(sources.map(({ name, status }) => [name, status]));

test('a board that cannot be prepared is left out of a search, which says so and is made again at once', async () => {
  fails = true;
  const context = start();
  const head = await run(context);
  expect(head).toMatchObject({ state: 'complete', total: 70, lacking: true });
  expect(statusesOf(head)).toEqual({ acme: 'ok', beta: 'failed' });
  expect(head.recheckAt).toBeLessThanOrEqual(Date.now());
  fails = false;
  const again = await run(context);
  expect([again.total, again.lacking, isPartial(summaryOf(again).sourceCounts)]).toEqual([130, undefined, false]);
});

test('with no board that can be prepared the search has failed', async () => {
  refs.shift();
  fails = true;
  expect(await run(start())).toMatchObject({ state: 'failed', total: 0 });
});

test('facets that lack a board make the answer partial, and the next one whole', async () => {
  const { version } = await run(start());
  fails = true;
  await writeFacetsOf(start(), job, version);
  const { head, facets } = await readFacetsPage(redis, key);
  expect([head?.version, head?.lacking, facets?.total]).toEqual([version, true, 70]);
  expect(statusesOf(head ?? { sources: [] })).toEqual({ acme: 'ok', beta: 'failed' });
  expect(head?.sourceCounts).toMatchObject({ total: 2, ok: 1, failed: 1 });
  fails = false;
  const again = await run(start());
  await writeFacetsOf(start(), job, again.version);
  const whole = await readFacetsPage(redis, key);
  expect([whole.head?.lacking, whole.head?.sourceCounts?.ok, whole.facets?.total]).toEqual([undefined, 2, 130]);
});

test('a further page that lacks a board is partial, too', async () => {
  const { version } = await run(start());
  fails = true;
  await writeFurtherRecords(start(), job, { version, blocks: [100 / recordsKept] });
  const { head, jobs, gone = 0 } = await readDocument(redis, key, { from: 100, count: 30 });
  expect([head?.lacking, head?.sourceCounts?.failed, jobs.count + gone]).toEqual([true, 1, 30]);
  expect(gone).toBeGreaterThan(0);
});

test('a board that was replaced since the list was made is read in its new version', async () => {
  const { version } = await run(start());
  const context = start();
  await context.boardStates.read(refs.map((ref) => ref.key));
  const source = { id: 'beta', kind: { kind: 'test' }, settings: {} } as Partial<Source> as Source;
  await holdCollection(redis, source, { size: 60, version: 'new' });
  await writeFacetsOf(context, job, version);
  const { head, facets } = await readFacetsPage(redis, key);
  expect([head?.lacking, facets?.total]).toEqual([undefined, 130]);
});

test('only the version of a document that lacks something is marked', async () => {
  const former = await run(start());
  const current = await run(start());
  await replaceHead(redis, key, headLacking(former, { sources: new Set(['beta']), silent: 0 }));
  expect((await readDocument(redis, key, { from: 0, count: 0 })).head).toEqual(current);
});

test('a part of all postings that was not searched in time is a part of every source', async () => {
  const context = start();
  const { engine } = context;
  const search: typeof engine.search = async (...asked) => ({
    ...(await engine.search(...asked)),
    silent: 1,
    parts: 2,
  });
  const head = await run({ ...context, engine: { ...engine, search } });
  expect(statusesOf(head)).toEqual({ acme: 'timeout', beta: 'timeout' });
  expect(head).toMatchObject({ lacking: true, sourceCounts: { total: 2, ok: 0, timeout: 2 } });
  expect(head.notices[0]).toMatch(/^1 of 2 parts of the postings could not be searched in time/);
});

test('sources that a head counts without naming them are counted when they lack something', () => {
  const named = Array.from({ length: 100 }, (_, at) => ({ name: `named-${at}`, status: 'ok' as const }));
  const rest = { jobs: 0, tookMs: 0, detail: null };
  const counts = { total: 500, ok: 498, pending: 1, timeout: 0, failed: 1, resting: 0 };
  const head = {
    version: 'v',
    sources: [
      { name: 'bad', status: 'failed' as const, ...rest },
      { name: 'slow', status: 'pending' as const, ...rest },
      ...named.slice(2).map((each) => ({ ...each, ...rest })),
    ],
    sourceCounts: counts,
  } as Partial<DocumentHead> as DocumentHead;
  const lost = headLacking(head, { sources: new Set(['unnamed', 'named-5', 'bad']), silent: 0 });
  expect(lost.sourceCounts).toEqual({ ...counts, ok: 496, failed: 3 });
  expect(lost.sources).toHaveLength(100);
  expect(lost.sources.slice(0, 3).map(({ name }) => name)).toEqual(['unnamed', 'bad', 'named-5']);
  const late = headLacking(head, { sources: new Set(['unnamed']), silent: 1 });
  expect(late.sourceCounts).toEqual({ ...counts, ok: 0, failed: 2, timeout: 497 });
});
