import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';

/** A source's cooldown as health and geo-stats report it; `until` is `null` when there is none. */
export type CooldownState = { until: Date | null; failures: number; cause: string | null };

/**
 * Reads the cooldowns of sources, which `worker/collect/source-cooldown.ts` writes. Only the few that have failed are looked
 * at: a deployment may have thousands of sources.
 */
export async function readCooldowns(
  redis: RedisConnection,
  sources: readonly string[],
  now: Date,
): Promise<CooldownState[]> {
  const failing = new Set(
    sources.length === 0 ? [] : await redis.zrange(redisKeys.rests, now.getTime(), '+inf', 'BYSCORE'),
  );
  const rows = await Promise.all(
    sources.map(async (source) =>
      failing.has(source) ? redis.hmget(redisKeys.rest(source), 'failures', 'until', 'cause') : [],
    ),
  );
  return rows.map(([failures, until, cause]) => {
    const resting = failures !== null && failures !== undefined && Number(until) > now.getTime();
    return resting
      ? { until: new Date(Number(until)), failures: Number(failures), cause: cause ?? null }
      : { until: null, failures: Number(failures ?? 0), cause: null };
  });
}
