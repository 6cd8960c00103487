import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { nearlyFull, readRedisMemory, shareOf } from '../../shared/redis/redis-memory.js';

/** How often a worker looks how full Redis is. */
const everyMs = 5000;

/** Down to which share of its limit room is made. */
const enough = 0.8;

/** From here on what was asked for repeatedly goes too; before, only what expires within RARE_SECONDS. */
const pressing = 0.95;

/** Keys dropped before Redis is asked again how full it is. */
const batch = 20;

type Tools = { redis: RedisConnection; logger: Logger; now: () => Date; rareMs: number };

/**
 * Makes room in a Redis that is nearly full: drops documents, further records and narrowed collections, what expires first
 * before the others, so what nobody repeated before what was repeated. Deleting is allowed in a full Redis, too. Answers how
 * many keys were dropped.
 */
export async function makeRoom({ redis, logger, now, rareMs }: Tools): Promise<number> {
  let memory = await readRedisMemory(redis);
  const began = shareOf(memory);
  if (began <= nearlyFull) return 0;
  let dropped = 0;
  while (shareOf(memory) > enough) {
    const at = now().getTime();
    const latest = shareOf(memory) > pressing ? '+inf' : at + rareMs;
    const keys = await redis.zrangebyscore(redisKeys.kept, '-inf', latest, 'LIMIT', 0, batch);
    if (keys.length === 0) break;
    // One at a time: in a cluster each lies in a slot of its own. DEL, since what is freed has to show at once.
    await Promise.all(keys.map((key) => redis.del(key)));
    await redis.zrem(redisKeys.kept, ...keys);
    dropped += keys.length;
    memory = await readRedisMemory(redis);
  }
  const { usedBytes, mostBytes } = memory;
  logger.warn({ dropped, usedBytes, mostBytes }, 'redis: nearly full, what is asked for least was dropped');
  return dropped;
}

/** Looks after the room in Redis until it is stopped, and forgets what has expired by itself; `ready`: has looked once. */
export function keepRoom(tools: Tools): { ready(): Promise<void>; stop(): Promise<void> } {
  let looking: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    try {
      await tools.redis.zremrangebyscore(redisKeys.kept, '-inf', tools.now().getTime());
      await makeRoom(tools);
    } catch (error) {
      tools.logger.warn({ err: error }, 'redis: no room was made');
    }
  };
  const timer = setInterval(() => {
    // While Redis is away one look waits for it, not a heap of them.
    looking ??= look().finally(() => {
      looking = null;
    });
  }, everyMs);
  return {
    ready: look,
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
