import { afterAll } from '@jest/globals';
import { createLogger } from '../../shared/logger.js';
import { connectRedis, type RedisConnection, type RedisPurpose, redisReady } from '../../shared/redis/redis.js';
import { startRedis, type TestRedis } from './start-redis.js';

/** A private Redis for a whole suite, and a ready connection to it; both close with the suite. */
export async function suiteRedis(purpose: RedisPurpose): Promise<{ server: TestRedis; redis: RedisConnection }> {
  const server = await startRedis();
  const redis = connectRedis(server.url, purpose, createLogger('silent', 'test'));
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });
  await redisReady(redis, 10_000);
  return { server, redis };
}
