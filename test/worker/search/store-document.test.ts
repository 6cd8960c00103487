import { beforeEach, expect, test } from '@jest/globals';
import { configSchema } from '../../../shared/config.js';
import { createLogger } from '../../../shared/logger.js';
import { priorities, type SearchJob } from '../../../shared/queue/queues.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { recordsKept } from '../../../shared/search/further-records.js';
import { querySchema } from '../../../shared/search/query/parse-query.js';
import { subjectOf } from '../../../shared/search/query/query.js';
import { ownerOf } from '../../../shared/search/retention.js';
import { type DocumentHead, documentVersion, readDocument } from '../../../shared/search/search-document.js';
import { noteAsked } from '../../../shared/search/search-runs.js';
import type { SearchRunContext } from '../../../worker/search/search-context.js';
import { readStored, recordsFor, storeDocument } from '../../../worker/search/store-document.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
beforeEach(() => redis.flushall());

const now = () => new Date();
const config = configSchema.parse({ RARE_SECONDS: '60' });
const tools = {
  redis,
  config,
  now,
  logger: createLogger('silent', 'test'),
} as Partial<SearchRunContext> as SearchRunContext;
const key = 's-cook';
const job: SearchJob = {
  ...{ v: 1, key, subject: subjectOf(querySchema.parse({ keyword: 'cook' })), requestId: 'r', runId: 'r' },
  ...{ priority: 30, newerThan: 0, documents: documentVersion },
  budget: { owner: ownerOf('address:192.0.2.1'), bytes: 8_000_000 },
};
const other = { ...job, budget: { owner: ownerOf('address:192.0.2.2'), bytes: 8_000_000 } };

function made(count = 1) {
  const at = Date.now();
  const head: DocumentHead = {
    ...{ v: documentVersion, state: 'complete', sourcesPrint: 'p', version: `v${at}`, collectedAt: at, listed: count },
    ...{ freshUntil: at + 600_000, recheckAt: at + 600_000, staleUntil: at + 86_400_000, total: count },
    ...{ notices: [], place: '', sources: [], rankedAt: at },
  };
  const jobs = Array.from({ length: count }, (_, index) => `{"id":${index}}`);
  return { head, jobs, ranked: Buffer.alloc(14 * count), running: null, planned: [] };
}

const store = async (job: SearchJob, document: ReturnType<typeof made>): Promise<void> =>
  storeDocument(tools, job, { ...document, stored: await readStored(tools, job) });

const secondsLeft = async (): Promise<number> => (await redis.pttl(redisKeys.document(key))) / 1000;
const owner = (): Promise<string | null> => redis.hget(redisKeys.document(key), 'owner');

test('a search that was requested once is kept briefly, for its caller', async () => {
  await store(job, made());
  expect(await secondsLeft()).toBeLessThanOrEqual(60);
  expect(await owner()).toBe(job.budget?.owner);
});

test.each<[string, () => Promise<unknown>, Partial<SearchJob>]>([
  ['a whole answer of it is held', () => store(job, made()), {}],
  ['it was asked for twice while it ran', () => noteAsked(redis, new Map([[key, 2]]), now()), {}],
  ['it is refreshed behind an answer', async () => undefined, { priority: priorities.refresh }],
  ['the clock asks for it', async () => undefined, { priority: priorities.warming }],
])('it is kept until its stale limit when %s', async (_, before, more) => {
  await before();
  await store({ ...job, ...more }, made());
  expect(await secondsLeft()).toBeGreaterThan(86_000);
});

test('a document refreshed for another caller belongs to none, one refreshed by the schedule keeps its caller', async () => {
  await store(job, made());
  const { budget: _budget, ...warming } = job;
  await store({ ...warming, priority: priorities.warming }, made());
  expect(await owner()).toBe(job.budget?.owner);
  await store(other, made());
  expect(await owner()).toBe('*');
  await store(job, made());
  expect(await owner()).toBe('*');
});

test('an API of the previous release gets the document format that it reads', async () => {
  await store({ ...job, documents: documentVersion - 1 }, made(100));
  const fields = await redis.hgetall(redisKeys.document(key));
  expect(JSON.parse(fields.head ?? '')).toMatchObject({ v: documentVersion - 1, total: 100, listed: 100 });
  // An API of this release does not accept it, and has its own created.
  expect((await readDocument(redis, key, { from: 0, count: 10 })).head).toBeNull();
});

test('a document asked for by the release before holds the first 100 records, which its pages expect there', () => {
  expect([undefined, documentVersion - 1, documentVersion].map((documents) => recordsFor({ documents }))).toEqual([
    100,
    100,
    recordsKept,
  ]);
});
