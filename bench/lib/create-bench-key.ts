import { createKey, hashKey } from '../../shared/auth/api-key.js';
import { addKey } from '../../shared/auth/key-store.js';
import type { RedisConnection } from '../../shared/redis/redis.js';

/** Creates the key of a bench in Redis, with the plan `pro`; returns it. */
export async function createBenchKey(redis: RedisConnection): Promise<string> {
  const key = createKey();
  const names = { id: 'key_1', owner: 'key_1', name: 'bench', plan: 'pro', lastFour: key.slice(-4) };
  await addKey(redis, hashKey(key), { ...names, createdAt: Date.now() });
  return key;
}
