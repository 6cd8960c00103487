import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';

/** How a resting source stands, as health and geo-stats tell it; `until` is `null` when it is awake. */
export type CooldownState = { until: Date | null; failures: number; cause: string | null };

/** Reads how sources stand, in one round trip; `worker/collect/source-cooldown.ts` writes it. */
export async function readCooldowns(
  redis: RedisConnection,
  sources: readonly string[],
  now: Date,
): Promise<CooldownState[]> {
  const rows = await Promise.all(
    sources.map((source) => redis.hmget(redisKeys.rest(source), 'failures', 'until', 'cause')),
  );
  return rows.map(([failures, until, cause]) => {
    const resting = failures !== null && failures !== undefined && Number(until) > now.getTime();
    return resting
      ? { until: new Date(Number(until)), failures: Number(failures), cause: cause ?? null }
      : { until: null, failures: Number(failures ?? 0), cause: null };
  });
}
