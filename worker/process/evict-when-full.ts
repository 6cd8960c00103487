import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { nearlyFull, readRedisMemory, shareOf } from '../../shared/redis/redis-memory.js';

/** Interval of checks. */
const checkMs = 5000;

/** Eviction frees memory down to this share of Redis' limit. */
const target = 0.8;

/** From this share on, repeated searches are evicted too; below it, only keys that expire within RARE_SECONDS. */
const urgent = 0.95;

/** Keys evicted between two checks of the memory. */
const batch = 20;

type EvictionOptions = { redis: RedisConnection; logger: Logger; now: () => Date; rareMs: number };

/**
 * Evicts keys from a Redis that is nearly full: documents, further records and narrowed collections, in the order in which
 * they expire, so rare searches before repeated ones. Deleting also works in a full Redis. Returns the number of evicted
 * keys.
 */
export async function evictWhenFull({ redis, logger, now, rareMs }: EvictionOptions): Promise<number> {
  let memory = await readRedisMemory(redis);
  const began = shareOf(memory);
  if (began <= nearlyFull) return 0;
  let dropped = 0;
  while (shareOf(memory) > target) {
    const at = now().getTime();
    const latest = shareOf(memory) > urgent ? '+inf' : at + rareMs;
    const keys = await redis.zrangebyscore(redisKeys.kept, '-inf', latest, 'LIMIT', 0, batch);
    if (keys.length === 0) break;
    // One command per key: in a cluster the keys are in different slots. DEL, not UNLINK, so that the memory is free at once.
    await Promise.all(keys.map((key) => redis.del(key)));
    await redis.zrem(redisKeys.kept, ...keys);
    dropped += keys.length;
    memory = await readRedisMemory(redis);
  }
  const { usedBytes, mostBytes } = memory;
  logger.warn({ dropped, usedBytes, mostBytes }, 'redis: nearly full, evicted the rarest entries');
  return dropped;
}

/**
 * Evicts regularly until it is stopped, and removes expired keys from the list of candidates. `runOnce` checks at once;
 * errors are logged.
 */
export function startEviction(options: EvictionOptions): { runOnce(): Promise<void>; stop(): Promise<void> } {
  let checking: Promise<void> | null = null;
  const check = async (): Promise<void> => {
    try {
      await options.redis.zremrangebyscore(redisKeys.kept, '-inf', options.now().getTime());
      await evictWhenFull(options);
    } catch (error) {
      options.logger.warn({ err: error }, 'redis: eviction failed');
    }
  };
  const timer = setInterval(() => {
    // While Redis is unavailable, one check waits for it and no others queue up behind it.
    checking ??= check().finally(() => {
      checking = null;
    });
  }, checkMs);
  return {
    runOnce: check,
    async stop() {
      clearInterval(timer);
      await checking;
    },
  };
}
