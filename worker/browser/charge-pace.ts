import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import type { PaceLimits } from '../fetch/pace.js';

/** Requests of a page's scripts to one host that count as one turn there. */
export const requestsATurn = 5;

/** No charge puts a host's next turn further off than this. */
const mostMs = 300_000;

/**
 * KEYS: 1 time of the next turn. ARGV: 1 milliseconds to add, 2 the furthest off it may be put in ms.
 */
const chargeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local turn = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0'))
local following = math.max(turn, math.min(turn + tonumber(ARGV[1]), now + tonumber(ARGV[2])))
redis.call('SET', KEYS[1], following, 'PX', math.ceil(following - now) + 1000)`;

/**
 * Counts requests that were made already: the host's next turn is put off by one turn's time for each five of them, and
 * for each part of five. So a page is not held up in the middle of its own work, and the pace holds on average.
 */
export async function chargePace(
  redis: RedisConnection,
  { host, requests }: { host: string; requests: number },
  { perMinute, crawlDelaySeconds }: Omit<PaceLimits, 'concurrency'>,
): Promise<void> {
  const between = Math.max(60_000 / perMinute, crawlDelaySeconds * 1000);
  const turns = Math.ceil(requests / requestsATurn);
  await redis.eval(chargeScript, 1, `${redisKeys.pace(host)}:next`, turns * between, mostMs);
}
