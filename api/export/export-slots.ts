import { randomUUID } from 'node:crypto';
import { retryLater } from '../../shared/problems/problem.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import type { Caller } from '../auth/caller.js';

/** Exports of one owner that may be streamed at once, over all API processes. */
export const exportsAtOnce = 2;

/** A lease is renewed with each chunk; without that it ends after so long. */
const leaseMs = 120_000;

/** KEYS: 1 zset of leases by their end. ARGV: 1 the lease, 2 now, 3 its end, 4 leases at most. Returns the earliest end when all are taken. */
const acquireScript = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then return redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
redis.call('PEXPIREAT', KEYS[1], ARGV[3])
return ''`;

export type ExportSlot = { renew(): Promise<void>; release(): Promise<void> };

/** Takes one of the caller's slots for streaming an export. Throws `too-many-exports` when all are taken. */
export async function acquireExportSlot(
  redis: RedisConnection,
  { bucket, plan }: Pick<Caller, 'bucket' | 'plan'>,
  now: () => Date,
): Promise<ExportSlot> {
  const key = redisKeys.exportsRunning(bucket);
  const lease = randomUUID();
  const at = now().getTime();
  const taken = String(await redis.eval(acquireScript, 1, key, lease, at, at + leaseMs, exportsAtOnce));
  if (taken !== '') {
    const seconds = Math.max(1, Math.min(30, Math.ceil((Number(taken) - at) / 1000)));
    throw retryLater('too-many-exports', seconds, {
      detail: `${exportsAtOnce} exports may run at once. Try again in ${seconds} seconds.`,
      members: { plan, exportsAtOnce },
    });
  }
  return {
    async renew() {
      const until = now().getTime() + leaseMs;
      await redis.multi().zadd(key, String(until), lease).pexpireat(key, until).exec();
    },
    async release() {
      await redis.zrem(key, lease);
    },
  };
}
