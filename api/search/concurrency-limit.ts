import type { Queue } from 'bullmq';
import type { SearchJob } from '../../shared/queue/queues.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import type { Caller } from '../context.js';

/**
 * The searches each caller has under way, counted over all API processes: so many as its plan allows, that one caller's
 * searches do not fill the queue before everybody else's. Held answers are not counted, nor is the same search twice.
 */
export type ConcurrencyLimit = {
  /** Takes a place for a search, by its job id. When there is none, says when one is likely to be free. */
  take(caller: Caller, id: string): Promise<Place | { taken: false; retrySeconds: number }>;
};

/** A place taken; `leave` gives it back when the search has ended. */
export type Place = { taken: true; leave(): Promise<void> };

/** A place is free after this, whatever became of its search. */
const leaseMs = 900_000;

/** A search this young may not be in the queue yet: its place is taken before it is added. */
const youngMs = 2000;

/** How long a search is thought to take before one was seen. */
const usualMs = 5000;

/**
 * KEYS: 1 zset of the caller's searches by when they began. ARGV: 1 the search, 2 now in ms, 3 places, 4 lease in ms.
 * Returns {} when a place is taken, else the searches and when they began.
 */
const takeScript = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2] - ARGV[4])
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES') end
  redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
end
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return {}`;

type Held = { id: string; since: number };

export function createConcurrencyLimit({ redis, searches, now }: ConcurrencyLimitOptions): ConcurrencyLimit {
  let typicalMs = usualMs;

  const ask = async ({ bucket, searchesAtOnce }: Caller, id: string): Promise<Held[]> => {
    const key = redisKeys.concurrency(bucket);
    const row = await redis.eval(takeScript, 1, key, id, now().getTime(), searchesAtOnce, leaseMs);
    return pairs(Array.isArray(row) ? row.map(String) : []);
  };

  const placeOf = ({ bucket }: Caller, id: string): Place => {
    const since = now().getTime();
    return {
      taken: true,
      async leave() {
        typicalMs += (now().getTime() - since - typicalMs) / 8;
        await redis.zrem(redisKeys.concurrency(bucket), id);
      },
    };
  };

  return {
    async take(caller, id) {
      let held = await ask(caller, id);
      // Searches that nobody waited for to the end have left their places taken.
      if (held.length > 0 && (await sweep({ redis, searches }, caller, before(held, now().getTime() - youngMs))))
        held = await ask(caller, id);
      const [oldest] = held;
      if (oldest === undefined) return placeOf(caller, id);
      const left = oldest.since + typicalMs - now().getTime();
      return { taken: false, retrySeconds: Math.max(1, Math.ceil(left / 1000)) };
    },
  };
}

type ConcurrencyLimitOptions = { redis: RedisConnection; searches: Queue<SearchJob>; now: () => Date };

const before = (held: readonly Held[], time: number): Held[] => held.filter(({ since }) => since < time);

function pairs(row: readonly string[]): Held[] {
  return Array.from({ length: row.length / 2 }, (_, at) => ({
    id: row[2 * at] ?? '',
    since: Number(row[2 * at + 1]),
  }));
}

/** Frees the places of searches that are no longer in the queue; says whether there were any. */
async function sweep(
  { redis, searches }: Pick<ConcurrencyLimitOptions, 'redis' | 'searches'>,
  { bucket }: Caller,
  held: readonly Held[],
): Promise<boolean> {
  const found = await Promise.all(held.map(async ({ id }) => ({ id, job: await searches.getJob(id) })));
  const ended = found.flatMap(({ id, job }) => (job === undefined ? [id] : []));
  if (ended.length > 0) await redis.zrem(redisKeys.concurrency(bucket), ...ended);
  return ended.length > 0;
}
