import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pino from 'pino';
import { createLogger } from '../../../../shared/logger.js';
import { priorities } from '../../../../shared/queue/queues.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../../shared/redis/redis.js';
import { failedAttempt, logCollection } from '../../../../worker/collect/protect/record-attempt.js';
import { startRedis, type TestRedis } from '../../../lib/start-redis.js';

let server: TestRedis;
let redis: RedisConnection;
beforeAll(async () => {
  server = await startRedis();
  redis = connectRedis(server.url, 'working', createLogger('silent', 'test'));
  await redisReady(redis, 10_000);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const job = { v: 1, key: 'c-1', source: 'acme', narrow: {}, requestId: 'r', runId: 'run', newerThan: 0 } as const;
const ok = { at: 0, status: 'ok' as const, jobs: 3, tookMs: 5, detail: null, ours: false };
const failed = failedAttempt(0, 'The source answered 500.');
const counts = { opened: 0, closed: 0, reopened: 0, reposted: 0, changed: 0, kept: 3 };
const doubted = { counts, doubt: { expected: 3 } };

test.each([
  ['that a search needed', priorities.refresh, { attempt: ok, cause: null }, 'info'],
  ['of the schedule', priorities.scheduled, { attempt: ok, cause: null }, 'debug'],
  ['of the schedule that is doubted', priorities.scheduled, { attempt: ok, cause: null, tracked: doubted }, 'info'],
  ['of the schedule that failed', priorities.scheduled, { attempt: failed, cause: 'broken' }, 'info'],
])('a collection %s is logged', (_what, priority, how, level) => {
  const output = new PassThrough();
  const logger = pino({ level: 'debug', formatters: { level: (label) => ({ level: label }) } }, output);
  logCollection({ redis, logger }, { ...job, priority }, { ...how, pages: 1 });
  const [line = ''] = String(output.read()).split('\n');
  expect(JSON.parse(line)).toMatchObject({ msg: 'collect: done', level });
});
