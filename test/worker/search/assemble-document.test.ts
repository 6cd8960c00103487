import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { configSchema } from '../../../shared/config.js';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { writeCollection } from '../../../shared/search/collections/collection-store.js';
import { querySchema } from '../../../shared/search/query/parse-query.js';
import { subjectOf } from '../../../shared/search/query/query.js';
import { ratesNotice } from '../../../shared/words/exchange-rates.js';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { createCorpusCache } from '../../../worker/match/corpus/corpus-cache.js';
import { analyzeSearch } from '../../../worker/match/keyword/analyze-search.js';
import { assembleDocument } from '../../../worker/search/assemble-document.js';
import type { SearchRunContext } from '../../../worker/search/search-context.js';
import type { SourceProgress } from '../../../worker/search/source-progress.js';
import { emptyPosting } from '../../../worker/sources/posting.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { normaliseAll } from '../lib/normalise-all.js';
import { engineOver } from '../lib/segments-engine.js';

const gazetteer = loadGazetteer();
const now = () => new Date();
const search = analyzeSearch(subjectOf(querySchema.parse({ keyword: 'cook' })), gazetteer);

let server: TestRedis;
let redis: RedisConnection;
let tools: SearchRunContext;

beforeAll(async () => {
  server = await startRedis();
  redis = connectRedis(server.url, 'working', createLogger('silent', 'test'));
  await redisReady(redis, 10_000);
  const config = configSchema.parse({});
  const corpora = createCorpusCache({ redis, now, keepMs: 60_000 });
  tools = {
    config,
    redis,
    sources: [],
    sourcesPrint: 'p',
    engine: engineOver(redis, corpora),
    now,
    storeJobCopies: () => undefined,
  } as Partial<SearchRunContext> as SearchRunContext;
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

/** The part of a source that has just returned two postings. */
async function part(source: string): Promise<SourceProgress> {
  const at = Date.now();
  const key = `c-${source}`;
  const postings = [1, 2].map((number) =>
    emptyPosting(`Cook ${number} of ${source}`, `https://${source}.example/${number}`),
  );
  const { jobs } = await normaliseAll(postings, { source, gazetteer, now: now() });
  const times = { collectedAt: at, freshUntil: at + 60_000, staleUntil: at + 60_000 };
  const head = { v: 1 as const, source, version: `v-${source}`, ...times, jobs: 2, detail: null };
  const attempt = { at, status: 'ok' as const, jobs: 2, tookMs: 1, detail: null, ours: false };
  await writeCollection(redis, key, { head, attempt, jobs });
  return {
    planned: { source: { id: source }, key, narrow: {} } as SourceProgress['planned'],
    report: { name: source, status: 'ok', jobs: 0, tookMs: 1, detail: null },
    ref: { key, version: head.version, source, toleranceMs: 0, ...times },
    ...{ previous: null, newerThan: 0, ours: false, behind: null },
  };
}

test('a source whose postings expired before they were read has failed, and does not count as empty', async () => {
  const parts = [await part('acme'), await part('beta')];
  await redis.del((await redis.keys('*c-beta*'))[0] ?? '');
  const { head, jobs } = await assembleDocument(tools, search, parts, 10);
  expect(head.sources).toMatchObject([
    { name: 'beta', status: 'failed', jobs: 0, detail: 'Its postings were lost before they could be read.' },
    { name: 'acme', status: 'ok', jobs: 2 },
  ]);
  expect([head.state, jobs.length]).toEqual(['complete', 2]);
  // The next request collects it again at once.
  expect(head.recheckAt).toBeLessThanOrEqual(Date.now());
});

test('with every collection expired the search has failed, and is not an empty list', async () => {
  const parts = [await part('gamma')];
  await redis.flushall();
  expect((await assembleDocument(tools, search, parts, 10)).head).toMatchObject({
    state: 'failed',
    collectedAt: null,
    total: 0,
  });
});

test('a document of thousands of sources counts all and keeps a hundred reports', async () => {
  const acme = await part('acme');
  const others = Array.from({ length: 4999 }, (_, index): SourceProgress => {
    const name = `board-${index}`;
    const status = index % 100 === 0 ? ('failed' as const) : ('ok' as const);
    const detail = status === 'ok' ? null : 'The source answered 503.';
    const planned = { source: { id: name }, key: acme.planned.key, narrow: {} } as SourceProgress['planned'];
    return { ...acme, planned, report: { name, status, jobs: 0, tookMs: 1, detail } };
  });
  const { head } = await assembleDocument(tools, search, [acme, ...others], 10);
  expect(head.sourceCounts).toEqual({ total: 5000, ok: 4950, pending: 0, timeout: 0, failed: 50, resting: 0 });
  expect(head.sources.map(({ status }) => status).lastIndexOf('failed')).toBe(49);
  expect(head.sources[50]).toMatchObject({ name: 'acme', jobs: 2 });
  expect(JSON.stringify(head).length).toBeLessThan(15_000);
});

test('an answer says that nothing meets the keyword or is near it, and what would find something', async () => {
  const parts = [await part('acme')];
  const notices = async (query: object) =>
    (await assembleDocument(tools, analyzeSearch(subjectOf(querySchema.parse(query)), gazetteer), parts, 10)).head
      .notices;
  const nothing = 'No stored job meets the keyword, and no title is near it.';
  expect(await notices({ keyword: 'astronaut' })).toEqual([`${nothing} Try other or fewer words.`]);
  expect(await notices({ keyword: 'cook', jobType: 'internship', salary: '90000 USD' })).toEqual([
    ratesNotice(),
    'No stored job meets the keyword and all filters, and no title is near it. Leaving out one field is not enough: leave out more.',
  ]);
  expect(await notices({ keyword: 'cook', jobType: 'internship' })).toEqual([
    expect.stringMatching(/ There are jobs with one field left out: without the job type \d+\.$/),
  ]);
  expect(await notices({ keyword: 'cook astronaut', jobType: 'internship' })).toEqual([
    expect.stringContaining('No stored job meets the keyword and all filters'),
  ]);
  expect(await notices({ jobType: 'internship' })).toEqual([
    expect.stringMatching(
      /^No stored job meets all filters\. There are jobs with one field left out: without the job type \d+\.$/,
    ),
  ]);
  expect(await notices({})).toEqual([]);
  expect(await notices({ keyword: 'cook' })).toEqual([]);
});
