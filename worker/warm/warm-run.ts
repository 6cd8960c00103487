import { z } from 'zod';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { runScript } from '../../shared/redis/run-script.js';

/**
 * The outcome of a scheduled search's run. `fresh`: the stored document was fresh, nothing was collected. `partial`: some
 * sources failed. `failed`: all sources failed. `broken`: an internal error. `late`: it did not end in time. `skipped`: the
 * previous run was still in progress.
 */
export const warmOutcomes = ['complete', 'fresh', 'partial', 'failed', 'broken', 'late', 'skipped'] as const;
export type WarmOutcome = (typeof warmOutcomes)[number];

/** A stored run. Times are epoch milliseconds; `failing` names the sources that were not `ok`. */
export const warmRunSchema = z.object({
  startedAt: z.number(),
  tookMs: z.number(),
  outcome: z.enum(warmOutcomes),
  total: z.number().nullable(),
  failing: z.array(z.string()),
});
export type WarmRun = z.infer<typeof warmRunSchema>;

/** Acquires the lease on a search's runs for `leaseMs`; `false` when another run holds it. */
export async function beginRun(
  redis: RedisConnection,
  name: string,
  { id, leaseMs }: { id: string; leaseMs: number },
): Promise<boolean> {
  return (
    (await runScript(redis, 'collect/begin-warm-run', {
      keys: { lease: redisKeys.warmRunning(name) },
      args: { run: id, leaseMs },
    })) === id
  );
}

/** Releases the lease if this run holds it. */
export async function endRun(redis: RedisConnection, name: string, id: string): Promise<void> {
  await runScript(redis, 'collect/end-warm-run', { keys: { lease: redisKeys.warmRunning(name) }, args: { run: id } });
}

/** Stores the outcome of the last run of a search; skipped runs are only counted. */
export async function noteRun(redis: RedisConnection, name: string, run: WarmRun): Promise<void> {
  if (run.outcome === 'skipped') await redis.hincrby(redisKeys.warmSkipped, name, 1);
  else await redis.hset(redisKeys.warmRuns, name, JSON.stringify(run));
}

/** The last run of each search, and how many were skipped. */
export async function readRuns(
  redis: RedisConnection,
): Promise<{ last: Map<string, WarmRun>; skipped: Map<string, number> }> {
  const [runs, skipped] = await Promise.all([redis.hgetall(redisKeys.warmRuns), redis.hgetall(redisKeys.warmSkipped)]);
  return {
    last: new Map(Object.entries(runs).map(([name, text]) => [name, warmRunSchema.parse(JSON.parse(text))])),
    skipped: new Map(Object.entries(skipped).map(([name, count]) => [name, Number(count)])),
  };
}

/** Deletes the runs of searches that are no longer scheduled. */
export async function forgetRuns(redis: RedisConnection, names: ReadonlySet<string>): Promise<void> {
  const { last, skipped } = await readRuns(redis);
  const removed = [...new Set([...last.keys(), ...skipped.keys()])].filter((name) => !names.has(name));
  if (removed.length === 0) return;
  await Promise.all([redis.hdel(redisKeys.warmRuns, ...removed), redis.hdel(redisKeys.warmSkipped, ...removed)]);
}
