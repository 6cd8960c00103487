import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import type { HostPaceLimits } from '../fetch/host-pace.js';

/** The number of script requests to one host that cost as much as one page request. */
export const requestsPerSlot = 5;

/** The longest delay that charges may add before a host's next request. */
const maxDelayMs = 300_000;

/** KEYS: 1 time of the next request. ARGV: 1 delay to add in ms, 2 the longest delay in ms. */
const chargeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local turn = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0'))
local following = math.max(turn, math.min(turn + tonumber(ARGV[1]), now + tonumber(ARGV[2])))
redis.call('SET', KEYS[1], following, 'PX', math.ceil(following - now) + 1000)`;

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
  await redis.eval(chargeScript, 1, `${redisKeys.pace(host)}:next`, slots * between, maxDelayMs);
}
