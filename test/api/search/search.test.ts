import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { follow } from '../../lib/follow.js';
import { hold } from '../../lib/hold.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { startService, type TestService } from '../../lib/start-service.js';

let redis: TestRedis;
let connection: RedisConnection;
let service: TestService;

/** An API without a worker, which knows a sources file: the tests write documents as workers would. */
beforeAll(async () => {
  redis = await startRedis();
  connection = connectRedis(redis.url, 'asking', createLogger('silent', 'test'));
  await redisReady(connection, 10_000);
  await connection.set(redisKeys.sourcesPrint, 'known');
  service = await startService({ redis, sources: [], worker: false });
});
afterAll(async () => {
  connection.disconnect();
  await service.close();
  await redis.stop();
});

describe('while workers take up another sources file', () => {
  test('a search is answered by its own run, whichever file that had', async () => {
    const client = await follow(service.url, { keyword: 'awaited' });
    // The search has been read from the cache, and is run.
    expect(await client.next()).toMatchObject({ event: 'search' });
    await hold(connection, { keyword: 'awaited' }, { sourcesPrint: 'another' });
    expect((await client.events()).at(-1)).toMatchObject({ event: 'result', data: { page: { index: 0 } } });
  });

  test('a document that was there before is not served', async () => {
    await hold(connection, { keyword: 'former' }, { sourcesPrint: 'another' });
    const { status, body } = await service.search({ keyword: 'former' }, { prefer: 'wait=1' });
    expect([status, body.code]).toEqual([504, 'search-timeout']);
  });
});
