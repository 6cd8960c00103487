import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { runScript } from '../../shared/redis/run-script.js';
import type { HostPaceLimits } from '../fetch/host-pace.js';

/** The number of script requests to one host that cost as much as one page request. */
export const requestsPerSlot = 5;

/** The longest delay that charges may add before a host's next request. */
const maxDelayMs = 300_000;

/**
 * Charges requests that were already made: every five of them, or part of five, delay the host's next request by one
 * interval. The page itself is not delayed while it loads, and the pace holds on average.
 */
export async function chargeHostPace(
  redis: RedisConnection,
  { host, requests }: { host: string; requests: number },
  { perMinute, crawlDelaySeconds }: Omit<HostPaceLimits, 'concurrency'>,
): Promise<void> {
  const between = Math.max(60_000 / perMinute, crawlDelaySeconds * 1000);
  const slots = Math.ceil(requests / requestsPerSlot);
  await runScript(redis, 'collect/charge-host', {
    keys: { nextRequest: `${redisKeys.pace(host)}:next` },
    args: { delayMs: slots * between, longestDelayMs: maxDelayMs },
  });
}
