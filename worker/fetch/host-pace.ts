import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { longestCollectionSeconds } from '../sources/source.js';
import { SourceError } from '../sources/source-errors.js';

export type HostPaceLimits = { perMinute: number; concurrency: number; crawlDelaySeconds: number };

/**
 * Does `work` when the host's turn comes. Turns are shared by all workers; a killed worker's places free themselves. Throws
 * `rate-limited` when the turn is further away than any collection could wait, and takes none.
 */
export type HostPace = <Result>(
  host: string,
  limits: HostPaceLimits,
  work: { signal: AbortSignal; run: () => Promise<Result> },
) => Promise<Result>;

/** A place taken by a worker that died is free again after this. */
const leaseMs = 60_000;

/** No turn further away is waited for: a collection has ended by then, and a timer of weeks would overflow. */
const longestWaitMs = longestCollectionSeconds * 1000;

/** How long to wait before asking again when all places are taken: their release, by another process, is no event here. */
const fullMs = 20;

/**
 * KEYS: 1 zset of places taken, 2 time of the next turn.
 * ARGV: 1 name of the place, 2 milliseconds between turns, 3 places, 4 lease in ms, 5 the longest wait in ms.
 * Returns the milliseconds until the turn, -1 when all places are taken, or -2 less the milliseconds until a turn that is too
 * far away to be taken.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return -1 end
local turn = math.max(now, tonumber(redis.call('GET', KEYS[2]) or '0'))
if turn - now > tonumber(ARGV[5]) then return -2 - math.ceil(turn - now) end
local following = turn + tonumber(ARGV[2])
redis.call('SET', KEYS[2], following, 'PX', math.ceil(following - now) + 1000)
redis.call('ZADD', KEYS[1], turn + tonumber(ARGV[4]), ARGV[1])
redis.call('PEXPIRE', KEYS[1], math.ceil(turn - now) + ARGV[4])
return math.ceil(turn - now)`;

export function createHostPace(redis: RedisConnection): HostPace {
  return async (host, { perMinute, concurrency, crawlDelaySeconds }, { signal, run }) => {
    const place = randomUUID();
    const keys = [redisKeys.pace(host), `${redisKeys.pace(host)}:next`];
    const between = Math.max(60_000 / perMinute, crawlDelaySeconds * 1000);
    const places = crawlDelaySeconds > 0 ? 1 : concurrency;
    let delay = -1;
    while (delay < 0) {
      delay = Number(await redis.eval(takeScript, 2, ...keys, place, between, places, leaseMs, longestWaitMs));
      if (delay <= -2) throw tooFar(host, Math.ceil((-2 - delay) / 1000));
      if (delay < 0) await waitFor(fullMs, signal);
    }
    try {
      if (delay > 0) await waitFor(delay, signal);
      return await run();
    } finally {
      // Not waited for: a place that could not be given back frees itself when its lease is over.
      redis.zrem(redisKeys.pace(host), place).catch(() => undefined);
    }
  };
}

/** InFlightSearches, at most as long as the source has. */
async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new SourceError('timeout', 'The time for this source was up before its turn came.');
  }
}

function tooFar(host: string, seconds: number): SourceError {
  return new SourceError(
    'rate-limited',
    `The pace ${host} asks for allows the next request in ${seconds} seconds.`,
    seconds,
  );
}
