import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';

/** A worker that has not renewed its leases for so long has lost them. */
const defaultLeaseMs = 6000;

/** KEYS: 1 a lease. ARGV: 1 its holder, 2 how long it lasts (ms), 0 = it is given up. Returns 1 when the holder had it. */
const renewScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == '0' then redis.call('DEL', KEYS[1]) else redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 1`;

export type ShardLeases = {
  /**
   * Renews, takes and gives up leases, so that all workers hold equally many. Returns the shards of this worker; those that
   * it has loaded are preferred.
   */
  balance(loaded: ReadonlySet<number>): Promise<Set<number>>;
  /** Notes that this worker answers for a shard. */
  setReady(shard: number): Promise<void>;
  /** Whether another worker answers for a shard. */
  isAnswered(shard: number): Promise<boolean>;
  /** Gives up all leases. */
  leave(): Promise<void>;
};

type Options = { redis: RedisConnection; of: number; id: string; now: () => Date; leaseMs?: number };

/** Leases in Redis that divide shards among the workers that take part. */
export function createShardLeases({ redis, of, id, now, leaseMs = defaultLeaseMs }: Options): ShardLeases {
  const shards = Array.from({ length: of }, (_, shard) => shard);
  const leaseOf = (shard: number): string => redisKeys.shardLease(shard, of);
  const renew = async (shard: number, ms: number): Promise<boolean> =>
    (await redis.eval(renewScript, 1, leaseOf(shard), id, ms)) === 1;

  /** How many shards this worker is to hold; workers differ by one at most. */
  const share = async (): Promise<number> => {
    const at = now().getTime();
    const key = redisKeys.shardWorkers(of);
    await redis.zadd(key, at + leaseMs, id);
    await redis.zremrangebyscore(key, '-inf', at);
    const workers = (await redis.zrange(key, '0', '-1')).sort();
    const rank = workers.indexOf(id);
    return Math.floor(of / workers.length) + (rank < of % workers.length ? 1 : 0);
  };
  const give = (held: readonly number[]): Promise<unknown> => Promise.all(held.map((shard) => renew(shard, 0)));

  return {
    async balance(loaded) {
      const wanted = await share();
      const holders = await redis.mget(shards.map((shard) => leaseOf(shard)));
      const mine: number[] = [];
      const preferred = shards.toSorted((one, other) => Number(loaded.has(other)) - Number(loaded.has(one)));
      for (const shard of preferred) if (holders[shard] === id && (await renew(shard, leaseMs))) mine.push(shard);
      await give(mine.splice(wanted));
      for (const shard of preferred) {
        if (mine.length >= wanted || holders[shard] !== null) continue;
        if ((await redis.set(leaseOf(shard), id, 'PX', leaseMs, 'NX')) === 'OK') mine.push(shard);
      }
      return new Set(mine);
    },
    async setReady(shard) {
      await redis.set(redisKeys.shardReady(shard, of), id, 'PX', leaseMs);
    },
    async isAnswered(shard) {
      const holder = await redis.get(redisKeys.shardReady(shard, of));
      return holder !== null && holder !== id;
    },
    async leave() {
      await redis.zrem(redisKeys.shardWorkers(of), id);
      await give(shards);
    },
  };
}
