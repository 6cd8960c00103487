import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { runScript } from '../../shared/redis/run-script.js';

/** How long a list is remembered after it was last asked for. */
const keptMs = 2 * 86_400_000;

/**
 * When the list at this address became what its tag says (epoch seconds), for every API process the same: ranking it again changes
 * nothing. `rankedAt` (epoch ms): when a list that is not known yet was made.
 */
export async function lastModified(
  redis: RedisConnection,
  address: string,
  { tag, rankedAt }: { tag: string; rankedAt: number },
): Promise<number> {
  return (await runScript(redis, 'search/date-list', {
    keys: { list: redisKeys.list(address) },
    args: { tag, since: Math.floor(rankedAt / 1000), keptMs },
  })) as number;
}
