import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';

/** How long a list is remembered after it was last asked for. */
const keptMs = 2 * 86_400_000;

/**
 * KEYS: 1 hash. ARGV: 1 the tag of the list, 2 since when it can be what it is (epoch seconds), 3 ms to be kept. A list that changes
 * again within the second is dated a second later: dates of HTTP tell no less apart.
 */
const script = `
local tag, at = unpack(redis.call('HMGET', KEYS[1], 'tag', 'at'))
local since = tonumber(ARGV[2])
if tag == ARGV[1] then since = tonumber(at) elseif at then since = math.max(since, at + 1) end
redis.call('HSET', KEYS[1], 'tag', ARGV[1], 'at', string.format('%d', since))
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return since`;

/**
 * When the list at this address became what its tag says (epoch seconds), for every API process the same: ranking it again changes
 * nothing. `rankedAt` (epoch ms): when a list that is not known yet was made.
 */
export async function lastModified(
  redis: RedisConnection,
  address: string,
  { tag, rankedAt }: { tag: string; rankedAt: number },
): Promise<number> {
  const key = redisKeys.list(address);
  return (await redis.eval(script, 1, key, tag, Math.floor(rankedAt / 1000), keptMs)) as number;
}
