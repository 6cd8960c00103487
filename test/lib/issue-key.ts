import { createKey, hashKey } from '../../shared/auth/api-key.js';
import { addKey } from '../../shared/auth/key-store.js';
import { createLogger } from '../../shared/logger.js';
import { connectRedis, redisReady } from '../../shared/redis/redis.js';

/** A new key of a plan, known to the services on this Redis. */
export async function issueKey(redisUrl: string, plan = 'pro'): Promise<string> {
  const key = createKey();
  const id = `key_${key.slice(-12)}`;
  const connection = connectRedis(redisUrl, 'working', createLogger('silent', 'test'));
  try {
    await redisReady(connection, 3000);
    await addKey(connection, hashKey(key), {
      ...{ id, owner: id, name: 'acme', plan },
      ...{ lastFour: key.slice(-4), createdAt: Date.now() },
    });
  } finally {
    connection.disconnect();
  }
  return key;
}
