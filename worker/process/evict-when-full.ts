import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { nearlyFull, type RedisMemory, readRedisMemory, shareOf } from '../../shared/redis/redis-server.js';

/** Interval of checks: some dozens of searches a second fill the rest of a small Redis within seconds. */
const checkMs = 500;

/** Expired keys are removed from the list of candidates every this many checks. */
const cleanEvery = 10;

/**
 * Repeated searches are evicted only once Redis has been nearly full for this long with nothing else to evict, and
 * again after as long: those requested once go first, and stored answers stay through a short shortage.
 */
const patienceMs = 5000;

/** Milliseconds between two log lines; unlogged evictions count in the next line. */
const logMs = 10_000;

/** Eviction frees memory down to this share of Redis' limit. */
const target = 0.8;

/** From this share on, repeated searches may be evicted too; below it, only keys that expire within RARE_SECONDS. */
const urgent = 0.95;

/** Keys evicted between two checks of the memory. */
const batch = 20;

type EvictionOptions = { redis: RedisConnection; logger: Logger; now: () => Date; rareMs: number };

/**
 * Evicts keys from a Redis that is nearly full: documents, further records and narrowed collections, in the order of
 * expiry, so rare searches before repeated ones, and those only with `urgently`. Deleting also works in a full Redis.
 * Returns the number of evicted keys, and the memory afterwards.
 */
async function evictWhenFull(
  { redis, now, rareMs }: Omit<EvictionOptions, 'logger'>,
  urgently: boolean,
): Promise<{ dropped: number; memory: RedisMemory }> {
  let memory = await readRedisMemory(redis);
  let dropped = 0;
  if (shareOf(memory) <= nearlyFull) return { dropped, memory };
  while (shareOf(memory) > target) {
    const at = now().getTime();
    const latest = urgently && shareOf(memory) > urgent ? '+inf' : at + rareMs;
    const keys = await redis.zrangebyscore(redisKeys.kept, '-inf', latest, 'LIMIT', 0, batch);
    if (keys.length === 0) break;
    // One command per key: in a cluster the keys are in different slots. DEL, not UNLINK, so that the memory is free at once.
    await Promise.all(keys.map((key) => redis.del(key)));
    await redis.zrem(redisKeys.kept, ...keys);
    dropped += keys.length;
    memory = await readRedisMemory(redis);
  }
  return { dropped, memory };
}

/** Evicts from a Redis that is nearly full, until it is stopped. */
type Eviction = {
  /** Checks at once; errors are logged. */
  runOnce(): Promise<void>;
  /** Evicts rare searches at once, for a refused write; returns whether anything was evicted. */
  makeRoom(): Promise<boolean>;
  stop(): Promise<void>;
};

/** Evicts regularly, and removes expired keys from the list of candidates. */
export function startEviction(options: EvictionOptions): Eviction {
  const { redis, logger, now } = options;
  /** Monotonic milliseconds: since when Redis is nearly full, or since repeated searches were evicted; `null` = it is not. */
  let fullSince: number | null = null;
  let checks = 0;
  let unlogged = 0;
  let logAfter = Number.NEGATIVE_INFINITY;
  const log = (dropped: number, { usedBytes, mostBytes }: RedisMemory): void => {
    unlogged += dropped;
    if (shareOf({ usedBytes, mostBytes }) <= nearlyFull && unlogged === 0) return;
    if (performance.now() < logAfter) return;
    logAfter = performance.now() + logMs;
    logger.warn({ dropped: unlogged, usedBytes, mostBytes }, 'redis: nearly full, evicted the rarest entries');
    unlogged = 0;
  };
  /** Returns the number of evicted keys. */
  const evict = async (urgently: boolean): Promise<number> => {
    try {
      if (checks++ % cleanEvery === 0) await redis.zremrangebyscore(redisKeys.kept, '-inf', now().getTime());
      const { dropped, memory } = await evictWhenFull(options, urgently);
      if (shareOf(memory) <= nearlyFull) fullSince = null;
      else if (urgently || fullSince === null) fullSince = performance.now();
      log(dropped, memory);
      return dropped;
    } catch (error) {
      logger.warn({ err: error }, 'redis: eviction failed');
      return 0;
    }
  };
  let evicting: Promise<number> | null = null;
  /** While Redis is unavailable, one check waits for it and no others queue up behind it. */
  const share = (urgently: boolean): Promise<number> => {
    evicting ??= evict(urgently).finally(() => {
      evicting = null;
    });
    return evicting;
  };
  const isUrgent = (): boolean => fullSince !== null && performance.now() - fullSince >= patienceMs;
  const timer = setInterval(() => void share(isUrgent()), checkMs);
  return {
    async runOnce() {
      await evict(true);
    },
    makeRoom: async () => (await share(false)) > 0,
    async stop() {
      clearInterval(timer);
      await evicting;
    },
  };
}
