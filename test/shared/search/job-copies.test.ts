import { expect, test } from '@jest/globals';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { noCopies, readJobCopies, writeJobCopies } from '../../../shared/search/lookup.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');

test('the copies of a job are kept for their time; a job without copies stores nothing', async () => {
  const alsoOn = [{ source: 'beta', url: 'https://beta.example/1' }];
  const firstSeenAt = '2026-11-20T08:00:00.000Z';
  await writeJobCopies(redis, { id: 'job_1', alsoOn, repeats: 2, firstSeenAt }, 60_000);
  expect(await readJobCopies(redis, 'job_1')).toEqual({ alsoOn, repeats: 2, firstSeenAt });
  expect(await redis.pttl(redisKeys.jobCopies('job_1'))).toBeGreaterThan(30_000);
  await writeJobCopies(redis, { id: 'job_1', ...noCopies }, 60_000);
  expect(await redis.exists(redisKeys.jobCopies('job_1'))).toBe(0);
  expect(await readJobCopies(redis, 'job_1')).toEqual(noCopies);
});
