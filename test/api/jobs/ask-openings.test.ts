import { afterAll, afterEach, expect, test } from '@jest/globals';
import { createAskOpenings } from '../../../api/jobs/ask-worker.js';
import { createLogger } from '../../../shared/logger.js';
import { openQueue } from '../../../shared/queue/queues.js';
import { announce, createListener } from '../../../shared/redis/listener.js';
import { connectRedis } from '../../../shared/redis/redis.js';
import { redisChannels, redisKeys } from '../../../shared/redis/redis-keys.js';
import { announcedLookup, type LookupJob, lookupJobSchema, writeLocated } from '../../../shared/search/lookup.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis, server } = await suiteRedis('working');
const logger = createLogger('silent', 'test');
const subscriber = connectRedis(server.url, 'listening', logger);
const documents = createListener(subscriber, redisChannels.documents);
// What is announced before the subscription is lost.
await new Promise<void>((resolve) => documents.onInterrupted(resolve));
const exports = openQueue<LookupJob>('export', redis);
afterEach(() => exports.obliterate({ force: true }));
afterAll(async () => {
  await exports.close();
  subscriber.disconnect();
});

/** Waits for a job in the queue, and gives it as a worker takes it. */
async function takeJob(): Promise<LookupJob> {
  for (;;) {
    const [job] = await exports.getJobs(['wait', 'prioritized']);
    if (job !== undefined) return lookupJobSchema.parse(job.data);
  }
}

test.each([['announced'], ['unannounced']])('gives what a worker has found, %s', async (how) => {
  const asked = createAskOpenings({ redis, documents, exports })(['https://a.example/1', 'https://a.example/2']);
  const job = await takeJob();
  expect(job.urls).toEqual(['https://a.example/1', 'https://a.example/2']);
  const located = { ids: [['job_1'], []], partial: true };
  await writeLocated(redis, job, located);
  if (how === 'announced') await announce(redis, redisChannels.documents, { key: announcedLookup(job), state: 'done' });
  expect(await asked).toEqual(located);
  expect(await redis.exists(redisKeys.lookup(job.id))).toBe(0);
});

test('without a worker in time it says when to ask again', async () => {
  const asked = createAskOpenings({ redis, documents, exports, waitMs: 50 })(['https://a.example/1']);
  await expect(asked).rejects.toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '10' } });
});
