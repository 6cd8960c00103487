import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { longestCollectionSeconds } from '../sources/source.js';
import { SourceError } from '../sources/source-errors.js';

export type HostPaceLimits = { perMinute: number; concurrency: number; crawlDelaySeconds: number };

/**
 * Runs `work` when the host's pace allows it. Slots are shared by all workers; those of a killed worker expire. Throws
 * `rate-limited` without taking a slot when the wait is longer than any collection may take.
 */
export type HostPace = <Result>(
  host: string,
  limits: HostPaceLimits,
  work: { signal: AbortSignal; run: () => Promise<Result> },
) => Promise<Result>;

/** Expiry of the slot of a worker that died. */
const leaseMs = 60_000;

/** Longer waits are refused: the collection would have ended by then, and a timer of weeks would overflow. */
const longestWaitMs = longestCollectionSeconds * 1000;

/** Polling interval while all slots are taken, since other processes do not notify this one when they release a slot. */
const pollMs = 20;

/**
 * KEYS: 1 zset of taken slots, 2 time of the next request.
 * ARGV: 1 id of the slot, 2 milliseconds between requests, 3 slots, 4 lease in ms, 5 the longest wait in ms.
 * Returns the milliseconds to wait, -1 when all slots are taken, or -2 minus the milliseconds of a wait that is too long.
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

/** Creates the pace of all hosts, kept in Redis. */
export function createHostPace(redis: RedisConnection): HostPace {
  return async (host, { perMinute, concurrency, crawlDelaySeconds }, { signal, run }) => {
    const slot = randomUUID();
    const keys = [redisKeys.pace(host), `${redisKeys.pace(host)}:next`];
    const between = Math.max(60_000 / perMinute, crawlDelaySeconds * 1000);
    const slots = crawlDelaySeconds > 0 ? 1 : concurrency;
    let delay = -1;
    while (delay < 0) {
      delay = Number(await redis.eval(takeScript, 2, ...keys, slot, between, slots, leaseMs, longestWaitMs));
      if (delay <= -2) throw tooFar(host, Math.ceil((-2 - delay) / 1000));
      if (delay < 0) await waitFor(pollMs, signal);
    }
    try {
      if (delay > 0) await waitFor(delay, signal);
      return await run();
    } finally {
      // Not awaited: a slot that could not be released expires with its lease.
      redis.zrem(redisKeys.pace(host), slot).catch(() => undefined);
    }
  };
}

/** Waits, but no longer than the source's remaining time. */
async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new SourceError('timeout', 'The time for this source was up before the host’s pace allowed a request.');
  }
}

function tooFar(host: string, seconds: number): SourceError {
  return new SourceError(
    'rate-limited',
    `The pace ${host} asks for allows the next request in ${seconds} seconds.`,
    seconds,
  );
}
