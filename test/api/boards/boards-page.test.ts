import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mostChosen } from '../../../shared/admin/source-requests.js';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { publishSources } from '../../../shared/schedule/listed-sources.js';
import { startService, type TestService } from '../../lib/start-service.js';

let service: TestService;
let redis: RedisConnection;

beforeAll(async () => {
  service = await startService({ sources: [], worker: false });
  redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
  await publishSources(redis, []);
});
afterAll(async () => {
  redis.disconnect();
  await service.close();
});

/** Chooses boards as the page's form does; returns those that the workers are asked for. */
async function choose(count: number): Promise<number | null> {
  const boards = Array.from({ length: count }, (_, at): [string, string] => ['board', `board-${at}`]);
  await fetch(`${service.url}/boards`, {
    method: 'POST',
    body: new URLSearchParams([['action', 'chosen'], ...boards]),
    redirect: 'manual',
  });
  const text = await redis.rpop(redisKeys.sourceRequests);
  return text === null ? null : (JSON.parse(text) as { request: { boards: string[] } }).request.boards.length;
}

test('boards that are chosen by hand are all asked for', async () => {
  for (const count of [1, 20, 21, 100, mostChosen]) expect(await choose(count)).toBe(count);
  expect(await choose(0)).toBe(null);
  expect(await choose(mostChosen + 1)).toBe(null);
});
