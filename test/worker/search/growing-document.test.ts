import { beforeEach, describe, expect, test } from '@jest/globals';
import { configSchema } from '../../../shared/config.js';
import { createLogger } from '../../../shared/logger.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { writeCollection } from '../../../shared/search/collections/collection-store.js';
import { noteFollowed } from '../../../shared/search/followed-searches.js';
import { querySchema } from '../../../shared/search/query/parse-query.js';
import { subjectOf } from '../../../shared/search/query/query.js';
import { documentVersion, readDocument } from '../../../shared/search/search-document.js';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { createCorpusCache } from '../../../worker/match/corpus/corpus-cache.js';
import { analyzeSearch } from '../../../worker/match/keyword/analyze-search.js';
import { createTimeShare } from '../../../worker/process/cooperative.js';
import { createGrowingDocument, type GrowingContext } from '../../../worker/search/growing-document.js';
import type { AnalyzedSearchJob } from '../../../worker/search/search-context.js';
import type { SourceProgress } from '../../../worker/search/source-progress.js';
import { emptyPosting } from '../../../worker/sources/posting.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { normaliseAll } from '../lib/normalise-all.js';
import { engineOver } from '../lib/segments-engine.js';

const { redis } = await suiteRedis('working');
beforeEach(() => redis.flushall());

const gazetteer = loadGazetteer();
const key = 's-cook';
const subject = subjectOf(querySchema.parse({ keyword: 'cook' }));
const job: AnalyzedSearchJob = {
  ...{ v: 1, key, subject, search: analyzeSearch(subject, gazetteer), requestId: 'r', runId: 'r' },
  ...{ priority: 30, newerThan: 0, documents: documentVersion },
};

/** What a merge costs by the clock of the test. */
const mergeCostMs = 100;

/** A context in which time passes only with merges and by `pass`. */
function open({ keepsPrevious = false } = {}) {
  let clock = 0;
  let merges = 0;
  const preloaded: string[] = [];
  const corpora = createCorpusCache({ redis, now: () => new Date(), keepMs: 60_000 });
  const engine = engineOver(redis, corpora);
  const context = {
    ...{ config: configSchema.parse({}), logger: createLogger('silent', 'test'), redis, sources: [] },
    ...{ sourcesHash: 'p', now: () => new Date(), storeJobCopies: () => undefined },
    merges: createTimeShare(() => clock),
    engine: {
      ...engine,
      search(question, listing) {
        merges += 1;
        clock += mergeCostMs;
        return engine.search(question, listing);
      },
      prepare(ref) {
        preloaded.push(ref.source);
        return engine.prepare(ref);
      },
    },
  } as Partial<GrowingContext> as GrowingContext;
  const startedAt = Date.now();
  const document = createGrowingDocument(context, job, {
    ...{ startedAt, until: startedAt + 60_000, keepsPrevious },
    clock: () => clock,
  });
  return {
    update: document.update,
    preloaded,
    merges: () => merges,
    clock: () => clock,
    pass(ms: number) {
      clock += ms;
    },
  };
}

const names = Array.from({ length: 40 }, (_, index) => `source-${index}`);
const pendingOf = (name: string): SourceProgress => ({
  planned: { source: { id: name }, key: `c-${name}`, narrow: {} } as SourceProgress['planned'],
  report: { name, status: 'pending', jobs: 0, tookMs: 0, detail: null },
  ...{ ref: null, previous: null, newerThan: 0, ours: false, behind: null },
});

/** The part of a source that has just returned one posting. */
async function reported(part: SourceProgress, title = 'Cook'): Promise<SourceProgress> {
  const { name } = part.report;
  const at = Date.now();
  const { jobs } = await normaliseAll([emptyPosting(`${title} of ${name}`, `https://${name}.example/1`)], {
    ...{ source: name, gazetteer, now: new Date(at) },
  });
  const times = { collectedAt: at, freshUntil: at + 60_000, staleUntil: at + 60_000 };
  const head = { v: 1 as const, source: name, version: `v-${name}`, ...times, jobs: 1, detail: null };
  const attempt = { at, status: 'ok' as const, jobs: 1, tookMs: 1, detail: null, ours: false };
  await writeCollection(redis, part.planned.key, { head, attempt, jobs });
  const ref = { key: part.planned.key, version: head.version, source: name, ...times, toleranceMs: 0 };
  return { ...part, ref, report: { ...part.report, status: 'ok', tookMs: 1 } };
}

/** The parts after the first `count` sources have reported. */
async function partsWith(count: number): Promise<SourceProgress[]> {
  return Promise.all(names.map(async (name, index) => (index < count ? reported(pendingOf(name)) : pendingOf(name))));
}

/** A request waits for the search: it notes so every few seconds, and here once, however slow the machine is. */
async function follow(): Promise<void> {
  await noteFollowed(redis, key, 600_000);
  await redis.pexpire(redisKeys.followed(key), 600_000);
}

const held = () => readDocument(redis, key, { from: 0, count: 0 });
const okIn = (sources: readonly { status: string }[] | undefined) =>
  (sources ?? []).filter(({ status }) => status === 'ok').length;
/** The jobs of the sources that answered, in their order. */
const jobsOf = (sources: readonly { status: string; jobs: number }[] = []) =>
  sources.filter(({ status }) => status === 'ok').map(({ jobs }) => jobs);

describe('a growing document', () => {
  test('names its sources at once, and shows the first report at once', async () => {
    const { update, merges } = open();
    expect(await update(await partsWith(0))).toBe(Number.POSITIVE_INFINITY);
    expect(okIn((await held()).running?.sources)).toBe(0);
    expect((await held()).running?.sources).toHaveLength(names.length);
    expect(merges()).toBe(0);
    await update(await partsWith(1));
    expect(merges()).toBe(1);
    expect((await held()).head).toMatchObject({ state: 'growing', total: 1 });
  });

  test('is merged for a tenth of the time while a request waits, however slowly reports arrive', async () => {
    const { update, merges, clock, pass } = open();
    for (let count = 1; count <= names.length; count++) {
      await follow();
      await update(await partsWith(count));
      pass(200);
    }
    expect(clock()).toBeGreaterThan(8000);
    expect(merges()).toBeGreaterThanOrEqual(6);
    expect(merges() * mergeCostMs).toBeLessThanOrEqual(0.1 * clock() + mergeCostMs);
  });

  test('is not merged for sources that only failed, which leaves the time to the first jobs', async () => {
    await follow();
    const { update, merges } = open();
    const failed = (await partsWith(0)).map(
      (part, index): SourceProgress =>
        index === 0 ? { ...part, report: { ...part.report, status: 'failed', detail: 'It answered 500.' } } : part,
    );
    await update(failed);
    expect(merges()).toBe(0);
    expect((await held()).running?.sourceCounts?.failed).toBe(1);
    const two = await Promise.all(failed.map(async (part, index) => (index === 1 ? reported(part) : part)));
    await update(two);
    expect((await held()).head?.total).toBe(1);
  });

  test('is merged for half of the time while nothing was found, whatever other searches cost', async () => {
    await follow();
    const { update, merges, pass } = open();
    const pending = await partsWith(0);
    const other = await Promise.all(
      pending.map(async (part, index) => (index === 0 ? reported(part, 'Driver') : part)),
    );
    await update(other);
    expect((await held()).head).toMatchObject({ state: 'growing', total: 0 });
    const two = await Promise.all(other.map(async (part, index) => (index === 1 ? reported(part) : part)));
    const dueMs = await update(two);
    expect(dueMs).toBeCloseTo(2 * mergeCostMs);
    pass(dueMs);
    await update(two);
    expect(merges()).toBe(2);
    expect((await held()).head?.total).toBe(1);
  });

  test('shows each report between two merges, and merges when the caller says so that it is due', async () => {
    await follow();
    const { update, merges, pass } = open();
    await update(await partsWith(1));
    const five = await partsWith(5);
    const dueMs = await update(five);
    expect(dueMs).toBeCloseTo(10 * mergeCostMs);
    const between = await held();
    expect(okIn(between.running?.sources)).toBe(5);
    // A source whose postings are not merged yet has no jobs in the results so far.
    expect(jobsOf(between.running?.sources)).toEqual([1, 0, 0, 0, 0]);
    expect(okIn(between.head?.sources)).toBe(1);
    pass(dueMs);
    expect(await update(five)).toBe(Number.POSITIVE_INFINITY);
    expect(merges()).toBe(2);
    expect((await held()).head?.total).toBe(5);
  });

  test('has the collections prepared that were reported since the last merge', async () => {
    await follow();
    const { update, preloaded } = open();
    await update(await partsWith(1));
    await update(await partsWith(3));
    await update(await partsWith(4));
    expect(preloaded).toEqual(['source-1', 'source-2', 'source-3']);
  });

  test('is merged in time for a request that is about to give up', async () => {
    await follow();
    const { update, merges } = open();
    await update(await partsWith(1));
    await noteFollowed(redis, key, 200);
    await update(await partsWith(2));
    expect(merges()).toBe(2);
    expect((await held()).head?.total).toBe(2);
  });

  test('is merged ten times as rarely when no request waits', async () => {
    const { update, pass, merges } = open();
    await update(await partsWith(1));
    const two = await partsWith(2);
    expect(await update(two)).toBeCloseTo(100 * mergeCostMs);
    pass(50 * mergeCostMs);
    await update(two);
    expect(merges()).toBe(1);
  });

  test('beside a complete older one is merged only for its reports, while a request waits', async () => {
    const alone = open({ keepsPrevious: true });
    await alone.update(await partsWith(2));
    expect(alone.merges()).toBe(0);
    expect(okIn((await held()).running?.sources)).toBe(2);
    await follow();
    const followed = open({ keepsPrevious: true });
    await followed.update(await partsWith(2));
    expect(followed.merges()).toBe(1);
    const { head, running } = await held();
    expect(head).toBeNull();
    expect(jobsOf(running?.sources)).toEqual([1, 1]);
  });
});
