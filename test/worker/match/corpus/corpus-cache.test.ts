import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createLogger } from '../../../../shared/logger.js';
import { type CollectionAttempt, writeCollection } from '../../../../shared/search/collections/collection-store.js';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { groupOf } from '../../../../worker/match/corpus/corpus.js';
import { createCorpusCache } from '../../../../worker/match/corpus/corpus-cache.js';
import { createCorpusKeeper } from '../../../../worker/match/corpus/corpus-keeper.js';
import { makeSegmentHere } from '../../../../worker/match/corpus/load-collections.js';
import { createSegmentFiles, SegmentLost, snapshotName } from '../../../../worker/match/segment/segment-files.js';
import { noWorkerMetrics } from '../../../../worker/process/metrics.js';
import { emptyPosting } from '../../../../worker/sources/posting.js';
import { suiteRedis } from '../../../lib/suite-redis.js';
import { normaliseAll } from '../../lib/normalise-all.js';

const { redis } = await suiteRedis('working');

let clock = 0;
const made = { redis, now: () => new Date(clock), keepMs: 1000 };

const at = Date.parse('2026-01-05T12:00:00Z');
const attempt: CollectionAttempt = { at, status: 'ok', jobs: 0, tookMs: 1, detail: null, ours: false };

/** Stores a collection of this many postings and returns its reference. */
async function keep(key: string, version: string, size: number) {
  const postings = Array.from({ length: size }, (_, number) => ({
    ...emptyPosting(`Cook ${number}`, `https://x.example/${number}`),
    sourceJobId: String(number),
  }));
  const made = await normaliseAll(postings, { source: 'acme', gazetteer: loadGazetteer(), now: new Date(at) });
  const times = { collectedAt: at, freshUntil: Date.now() + 60_000, staleUntil: Date.now() + 60_000 };
  const head = { v: 1 as const, source: 'acme', version, ...times, jobs: size, detail: null };
  await writeCollection(redis, key, { head, attempt, jobs: made.jobs });
  return { key, version, source: 'acme' };
}

test('only the version of a collection requested last is cached', async () => {
  const corpora = createCorpusCache(made);
  for (let version = 1; version <= 5; version++) {
    const { corpus, gone } = await corpora.corpusOf([await keep('c-1', `v${version}`, 10 + version)]);
    expect([corpus.columns.size, gone]).toEqual([10 + version, []]);
    expect(corpora.size()).toBe(10 + version);
  }
});

test('a version that was replaced is reported as missing and is not cached', async () => {
  const corpora = createCorpusCache(made);
  const old = await keep('c-2', 'old', 3);
  const renewed = await keep('c-2', 'new', 4);
  expect((await corpora.corpusOf([old])).gone).toEqual(['c-2']);
  expect(corpora.size()).toBe(0);
  expect((await corpora.corpusOf([renewed])).corpus.columns.size).toBe(4);
  expect((await corpora.corpusOf([old])).gone).toEqual(['c-2']);
  expect((await corpora.corpusOf([renewed])).corpus.columns.size).toBe(4);
});

test('concurrent searches that share most collections each have all their postings', async () => {
  const corpora = createCorpusCache(made);
  const board = await keep('c-board', 'v', 200);
  const few = await Promise.all([1, 2, 3].map((number) => keep(`c-few-${number}`, 'v', number)));
  const sizes = async (found: ReturnType<typeof corpora.corpusOf>[]) =>
    (await Promise.all(found)).map(({ corpus }) => corpus.itemOf.map(({ length }) => length));
  const together = [[board], ...few.map((each) => [board, each])].map((refs) => corpora.corpusOf(refs));
  expect(await sizes(together)).toEqual([[200], [200, 1], [200, 2], [200, 3]]);
  const renewed = await keep('c-few-1', 'w', 7);
  expect(await sizes([corpora.corpusOf([board, renewed]), corpora.corpusOf([renewed])])).toEqual([[200, 7], [7]]);
});

test('collections without postings count too', async () => {
  const corpora = createCorpusCache(made);
  const refs = await Promise.all([1, 2, 3].map((number) => keep(`c-empty-${number}`, 'v', 0)));
  for (const ref of refs) await corpora.corpusOf([ref]);
  expect(corpora.size()).toBe(0);
});

test('collections unused for `keepMs` are dropped', async () => {
  const corpora = createCorpusCache(made);
  const [one, other] = [await keep('c-3', 'v', 3), await keep('c-4', 'v', 5)];
  clock = 10_000;
  await corpora.corpusOf([one, other]);
  clock = 10_900;
  await corpora.corpusOf([other]);
  expect(corpora.size()).toBe(8);
  clock = 11_100;
  await corpora.corpusOf([other]);
  expect(corpora.size()).toBe(5);
});

test('beyond their memory the least recently used collections are dropped, and read again when needed', async () => {
  const one = await keep('c-5', 'v', 30);
  const other = await keep('c-6', 'v', 30);
  const unlimited = createCorpusCache(made);
  await unlimited.corpusOf([one]);
  const each = unlimited.bytes();
  const limitBytes = each * 1.5;
  const corpora = createCorpusCache({ ...made, maxBytes: () => limitBytes });
  await corpora.preload(one);
  const none = { diskBytes: 0, limitBytes };
  expect(corpora.held()).toEqual({ postings: 30, memoryBytes: each, droppedBytes: 0, ...none });
  await corpora.preload(other);
  expect(corpora.size()).toBe(30);
  expect(corpora.held()).toEqual({ postings: 30, memoryBytes: each, droppedBytes: each, ...none });
  expect((await corpora.corpusOf([one, other])).corpus.columns.size).toBeGreaterThan(0);
});

test('beyond their memory the collections of the last searches stay: their corpus refers to them', async () => {
  const [one, other, unused] = [await keep('c-20', 'v', 30), await keep('c-21', 'v', 30), await keep('c-22', 'v', 30)];
  const loaded: string[] = [];
  const metrics = { ...noWorkerMetrics, segmentLoaded: (from: string) => void loaded.push(from) };
  const corpora = createCorpusCache({ ...made, metrics, maxBytes: () => 1 });
  await corpora.preload(unused);
  const { corpus } = await corpora.corpusOf([one, other]);
  expect(corpora.held()).toMatchObject({ postings: 60, limitBytes: 1 });
  expect(corpora.held().droppedBytes).toBeGreaterThan(0);
  expect((await corpora.corpusOf([one, other])).corpus).toBe(corpus);
  expect(loaded).toHaveLength(3);
});

test('a new process opens the file of a board instead of preparing it, but not that of a narrowed collection', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'segments-'));
  const files = createSegmentFiles({ folder, logger: createLogger('silent', 'test') });
  const board = { ...(await keep('c-7', 'v', 20)), isBoard: true };
  const narrowed = await keep('c-8', 'v', 10);
  let prepared = 0;
  const loaded: string[] = [];
  const metrics = { ...noWorkerMetrics, segmentLoaded: (from: string) => void loaded.push(from) };
  const makeSegment: typeof makeSegmentHere = (...given) => {
    prepared += 1;
    return makeSegmentHere(...given);
  };
  try {
    await createCorpusCache({ ...made, files, makeSegment, metrics }).corpusOf([board, narrowed]);
    await files.close();
    expect([prepared, readdirSync(folder)]).toEqual([2, ['c-7@v.segment']]);
    const fileBytes = statSync(join(folder, 'c-7@v.segment')).size;
    const corpora = createCorpusCache({ ...made, files, makeSegment, metrics });
    await corpora.corpusOf([board]);
    expect(corpora.held().memoryBytes + corpora.held().diskBytes).toBe(fileBytes);
    expect(corpora.held().diskBytes).toBeGreaterThan(0);
    const { corpus } = await corpora.corpusOf([board, narrowed]);
    expect([prepared, corpus.itemOf.map(({ length }) => length)]).toEqual([3, [20, 10]]);
    expect(loaded.sort()).toEqual(['file', 'postings', 'postings', 'postings']);
    expect(groupOf(corpus, 0).shown.job.title).toMatch(/^Cook/);
  } finally {
    await files.close();
    rmSync(folder, { recursive: true });
  }
});

test('a collection whose file is lost is prepared again for the next search', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'segments-'));
  const logger = createLogger('silent', 'test');
  const files = createSegmentFiles({ folder, logger });
  const board = { ...(await keep('c-9', 'v', 5)), isBoard: true };
  try {
    const counts = { lost: 0, loaded: [] as string[] };
    const metrics = {
      ...noWorkerMetrics,
      segmentLost: () => {
        counts.lost += 1;
      },
      segmentLoaded: (from: string) => void counts.loaded.push(from),
    };
    const corpora = createCorpusCache({ ...made, files, metrics });
    const { corpus } = await corpora.corpusOf([board]);
    await files.close();
    rmSync(join(folder, 'c-9@v.segment'));
    expect(() => groupOf(corpus, 0)).toThrow(SegmentLost);
    expect(() => groupOf(corpus, 1)).toThrow(SegmentLost);
    const again = await corpora.corpusOf([board]);
    expect(groupOf(again.corpus, 0).shown.job.title).toMatch(/^Cook/);
    expect(counts).toEqual({ lost: 1, loaded: ['postings', 'postings'] });
  } finally {
    await files.close();
    rmSync(folder, { recursive: true });
  }
});

test('a board that cannot be loaded is left out and counted, and loaded by the next search', async () => {
  const steps: string[] = [];
  const metrics = { ...noWorkerMetrics, segmentFailed: (step: string) => void steps.push(step) };
  let fails = true;
  const makeSegment: typeof makeSegmentHere = async (...given) => {
    if (fails) throw new Error('The thread ended.');
    return makeSegmentHere(...given);
  };
  const corpora = createCorpusCache({ ...made, makeSegment, metrics });
  const board = { ...(await keep('c-10', 'v', 5)), isBoard: true };
  expect((await corpora.corpusOf([board])).gone).toEqual(['c-10']);
  expect(steps).toEqual(['load']);
  fails = false;
  expect((await corpora.corpusOf([board])).corpus.columns.size).toBe(5);
});

test('a process that starts takes the merged corpus from its file, though a board has changed since', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'segments-'));
  const logger = createLogger('silent', 'test');
  const open = (restored: boolean[]) => {
    const files = createSegmentFiles({ folder, logger, metrics: noWorkerMetrics });
    const keeper = createCorpusKeeper({ path: join(folder, snapshotName), logger, fewest: 1 });
    const noting: typeof keeper = {
      ...keeper,
      async restore(find) {
        const found = await keeper.restore(find);
        restored.push(found !== null);
        return found;
      },
    };
    return { files, corpora: createCorpusCache({ ...made, files, keeper: noting }) };
  };
  try {
    const one = { ...(await keep('c-7', '1', 20)), isBoard: true };
    const other = { ...(await keep('c-8', '1', 30)), isBoard: true };
    const restored: boolean[] = [];
    const first = open(restored);
    await first.corpora.corpusOf([one, other]);
    await first.corpora.close();
    await first.files.close();
    await first.files.clean(new Set(['c-7', 'c-8']));
    const changed = { ...(await keep('c-7', '2', 25)), isBoard: true };
    const second = open(restored);
    const { corpus, gone } = await second.corpora.corpusOf([changed, other]);
    expect([restored, gone]).toEqual([[false, true], []]);
    const fresh = await createCorpusCache(made).corpusOf([changed, other]);
    expect(corpus.columns.size).toBe(fresh.corpus.columns.size);
    await second.files.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
