import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { runScript } from '../../shared/redis/run-script.js';
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

/** Creates the pace of all hosts, kept in Redis. */
export function createHostPace(redis: RedisConnection): HostPace {
  return async (host, { perMinute, concurrency, crawlDelaySeconds }, { signal, run }) => {
    const slot = randomUUID();
    const keys = { taken: redisKeys.pace(host), nextRequest: `${redisKeys.pace(host)}:next` };
    const betweenMs = Math.max(60_000 / perMinute, crawlDelaySeconds * 1000);
    const slots = crawlDelaySeconds > 0 ? 1 : concurrency;
    const args = { slot, betweenMs, slots, leaseMs, longestWaitMs };
    let delay = -1;
    while (delay < 0) {
      delay = Number(await runScript(redis, 'collect/take-host-slot', { keys, args }));
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
