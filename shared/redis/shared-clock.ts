import type { Logger } from '../logger.js';
import type { RedisConnection } from './redis.js';
import { isRedisUnavailable } from './redis-errors.js';
import { redisKeys } from './redis-keys.js';

/** The time of Redis, shared by all processes of a service: times written by one machine are compared by another. */
export type SharedClock = {
  /** The time of Redis; that of this machine until Redis has first answered. */
  now(): Date;
  /** How far this machine's clock is ahead of it in milliseconds; negative = behind. */
  aheadMs(): number;
  /** Queries Redis; a failure leaves the clock unchanged. */
  ask(): Promise<void>;
  close(): void;
};

/** How often Redis is queried: another one on another machine may replace it. */
const everyMs = 2000;

/** A larger clock difference is reported: certificates, logs and queue delays depend on this clock. */
export const offMs = 5000;

/** The key selects the cluster node to query: the nodes' clocks may differ. */
const timeScript = `return redis.call('TIME')`;

type Options = {
  redis: RedisConnection;
  logger: Pick<Logger, 'warn' | 'info' | 'debug'>;
  /** The clock of this machine. */
  now: () => Date;
  /** Monotonic milliseconds; `performance.now()` by default. */
  clock?: () => number;
};

/**
 * Follows the time of Redis by the monotonic clock of this process, unaffected by changes of the machine's clock. An
 * answer means that Redis' time was between two monotonic ones: only a time outside of these is corrected, so that a
 * slow answer does not shift the clock.
 */
export function createSharedClock({ redis, logger, now, clock = () => performance.now() }: Options): SharedClock {
  /** Redis' time minus the monotonic one, in milliseconds. */
  let offset: number | null = null;
  let isOff = false;
  let asking: Promise<void> | null = null;

  const time = (): number => (offset === null ? now().getTime() : offset + clock());
  const aheadMs = (): number => now().getTime() - time();
  const tell = (): void => {
    const wasOff = isOff;
    isOff = Math.abs(aheadMs()) > offMs;
    const ahead = { aheadSeconds: Math.round(aheadMs() / 1000) };
    if (isOff && !wasOff)
      logger.warn(ahead, 'clock: this machine differs from Redis, whose time is used; set the clocks by NTP');
    if (wasOff && !isOff) logger.info(ahead, 'clock: this machine agrees with Redis again');
  };
  const askNow = async (): Promise<void> => {
    const began = clock();
    const [seconds, micros] = (await redis.eval(timeScript, 1, redisKeys.workers)) as [string, string];
    const at = Number(seconds) * 1000 + Number(micros) / 1000;
    const [least, most] = [at - clock(), at - began];
    offset = offset === null ? (least + most) / 2 : Math.min(most, Math.max(least, offset));
    tell();
  };
  const ask = (): Promise<void> => {
    asking ??= askNow()
      .catch((err: unknown) => {
        if (!isRedisUnavailable(err)) logger.warn({ err }, 'clock: Redis does not report its time');
      })
      .finally(() => {
        asking = null;
      });
    return asking;
  };
  const timer = setInterval(() => void ask(), everyMs).unref();
  return { now: () => new Date(time()), aheadMs, ask, close: () => clearInterval(timer) };
}
