import { randomUUID } from 'node:crypto';
import { retryLater } from '../../shared/problems/problem.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { runScript } from '../../shared/redis/run-script.js';
import type { Caller } from '../auth/caller.js';

/** A lease is renewed with each chunk; without that it ends after so long. */
const leaseMs = 120_000;

export type ExportSlot = { renew(): Promise<void>; release(): Promise<void> };

/** Takes one of the caller's slots for streaming an export. Throws `too-many-exports` when all are taken. */
export async function acquireExportSlot(
  redis: RedisConnection,
  { bucket, plan, exportsAtOnce }: Pick<Caller, 'bucket' | 'plan' | 'exportsAtOnce'>,
  now: () => Date,
): Promise<ExportSlot> {
  const key = redisKeys.exportsRunning(bucket);
  const lease = randomUUID();
  const at = now().getTime();
  const taken = String(
    await runScript(redis, 'limits/take-export-slot', {
      keys: { leases: key },
      args: { lease, now: at, leaseEnd: at + leaseMs, slots: exportsAtOnce },
    }),
  );
  if (taken !== '') {
    const seconds = Math.max(1, Math.min(30, Math.ceil((Number(taken) - at) / 1000)));
    throw retryLater('too-many-exports', seconds, {
      detail: `The ${plan} plan allows ${exportsAtOnce} exports at once. Try again in ${seconds} seconds.`,
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
