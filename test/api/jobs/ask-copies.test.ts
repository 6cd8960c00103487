import { afterAll, afterEach, expect, test } from '@jest/globals';
import type { Job } from 'bullmq';
import { createAskCopies } from '../../../api/jobs/ask-worker.js';
import { createLogger } from '../../../shared/logger.js';
import { openQueue } from '../../../shared/queue/queues.js';
import { announce, createListener } from '../../../shared/redis/listener.js';
import { connectRedis } from '../../../shared/redis/redis.js';
import { redisChannels, redisKeys } from '../../../shared/redis/redis-keys.js';
import {
  announcedCopies,
  type CopiesJob,
  copiesJobSchema,
  noCopies,
  writeJobCopies,
} from '../../../shared/search/lookup.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis, server } = await suiteRedis('working');
const logger = createLogger('silent', 'test');
const subscriber = connectRedis(server.url, 'listening', logger);
const documents = createListener(subscriber, redisChannels.documents);
// What is announced before the subscription is lost.
await new Promise<void>((resolve) => documents.onInterrupted(resolve));
const exports = openQueue<CopiesJob>('export', redis);
afterEach(() => exports.obliterate({ force: true }));
afterAll(async () => {
  await exports.close();
  subscriber.disconnect();
});

const found = { alsoOn: [{ source: 'beta', url: 'https://beta.example/1' }], repeats: 0, firstSeenAt: null };

/** Waits for the jobs in the queue, and answers them as a worker does. */
async function answer(count: number): Promise<Job<CopiesJob>[]> {
  for (;;) {
    const jobs = await exports.getJobs(['wait', 'prioritized']);
    if (jobs.length < count) continue;
    for (const { data } of jobs) {
      const posting = copiesJobSchema.parse(data);
      await writeJobCopies(redis, { id: posting.id, ...found }, 60_000);
      await announce(redis, redisChannels.documents, { key: announcedCopies(posting), state: 'done' });
    }
    return jobs;
  }
}

test('equal requests share a question, which is asked before all chunks, and are answered when a worker has', async () => {
  const ask = createAskCopies({ redis, documents, exports, logger, waitMs: 60_000 });
  const posting = { id: 'job_1', source: 'acme' };
  const asked = [ask(posting), ask(posting), ask({ ...posting, id: 'job_2' })];
  const jobs = await answer(2);
  expect(jobs.map(({ data, opts }) => [data.id, data.source, opts.priority]).sort()).toEqual([
    ['job_1', 'acme', 1],
    ['job_2', 'acme', 1],
  ]);
  expect(await Promise.all(asked)).toEqual([found, found, found]);
});

test('without a worker in time it is what was found last, and nobody waits for one for a while', async () => {
  let clock = 0;
  const ask = createAskCopies({ redis, documents, exports, logger, waitMs: 50, clock: () => clock });
  await writeJobCopies(redis, { id: 'job_3', ...found }, 60_000);
  expect(await ask({ id: 'job_3', source: 'acme' })).toEqual(found);
  expect(await exports.count()).toBe(1);
  expect(await ask({ id: 'job_4', source: 'acme' })).toEqual(noCopies);
  expect(await exports.count()).toBe(1);
  clock = 10_001;
  expect(await ask({ id: 'job_5', source: 'acme' })).toEqual(noCopies);
  expect(await exports.count()).toBe(2);
});

test('a queue that takes no job is as one without workers', async () => {
  const full = { name: 'export', add: () => Promise.reject(new Error('OOM command not allowed')) };
  const ask = createAskCopies({ redis, documents, exports: full as unknown as typeof exports, logger });
  await writeJobCopies(redis, { id: 'job_6', ...found }, 60_000);
  expect(await ask({ id: 'job_6', source: 'acme' })).toEqual(found);
  expect(await redis.exists(redisKeys.jobCopies('job_6'))).toBe(1);
});
