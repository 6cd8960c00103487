import type { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { isRedisFull } from '../../shared/redis/redis-errors.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import type { Caller } from '../context.js';
import { createLocalWindows } from './local-windows.js';
import { LimiterResult, RedisLimiter } from './redis-limiter.js';

/** What a request got of its caller's window. */
export type Turn = { allowed: boolean; left: number; seconds: number };

/** The callers' windows, in Redis: exact, whatever the number of API processes. */
export type RequestWindows = {
  /** Takes one request from the caller's window; throws while Redis is away. While it is full, this process counts alone. */
  take(caller: Caller): Promise<Turn>;
};

/** Requests of one caller that travel to Redis together. `counted` gives what was consumed once they are counted in. */
type Batch = { requests: number; counted: Promise<RateLimiterRes> };

/**
 * A caller has one command on its way at a time: what arrives meanwhile is counted by the next, in the order it came. Each
 * request gets what it would have got alone, and who asks a lot costs little.
 */
export function createRequestWindows({ redis }: { redis: RedisConnection }): RequestWindows {
  const limiters = new Map<string, RateLimiterRedis>();
  const batches = new Map<string, Batch>();
  const concurrency = new Map<string, Promise<unknown>>();
  const local = createLocalWindows();

  const limiterFor = (window: string, { requests, windowSeconds }: Caller): RateLimiterRedis => {
    const known = limiters.get(window);
    if (known !== undefined) return known;
    const options = { storeClient: redis, keyPrefix: redisKeys.limit, points: requests, duration: windowSeconds };
    const limiter = new RedisLimiter({ ...options, rejectIfRedisNotReady: false });
    limiters.set(window, limiter);
    return limiter;
  };

  const open = (caller: Caller, window: string, name: string): Batch => {
    const count = async (): Promise<RateLimiterRes> => {
      // How the former command ended is told to those it was for.
      await Promise.all([concurrency.get(name), everybodyHeard()]).catch(() => undefined);
      batches.delete(name);
      const consuming = consume(limiterFor(window, caller), caller.bucket, batch.requests).catch((error: unknown) => {
        // A full Redis still gives what it holds.
        if (!isRedisFull(error)) throw error;
        const { requests, leftMs } = local.add(name, batch.requests, caller.windowSeconds);
        return new LimiterResult(0, leftMs, requests);
      });
      concurrency.set(name, consuming);
      try {
        return await consuming;
      } finally {
        if (concurrency.get(name) === consuming) concurrency.delete(name);
      }
    };
    const batch: Batch = { requests: 0, counted: Promise.resolve(nothingYet) };
    batches.set(name, batch);
    batch.counted = count();
    return batch;
  };

  return {
    async take(caller) {
      const window = `${caller.requests}/${caller.windowSeconds}`;
      const name = `${window} ${caller.bucket}`;
      const batch = batches.get(name) ?? open(caller, window, name);
      batch.requests += 1;
      const place = batch.requests;
      const { consumedPoints, msBeforeNext } = await batch.counted;
      const used = consumedPoints - batch.requests + place;
      return {
        allowed: used <= caller.requests,
        left: Math.max(0, caller.requests - used),
        seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
      };
    },
  };
}

const nothingYet = new LimiterResult();

/** When every request that has arrived by now was heard. */
const everybodyHeard = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The library rejects with its result when the window is used up, and with an Error when Redis is away. */
function consume(limiter: RateLimiterRedis, bucket: string, requests: number): Promise<RateLimiterRes> {
  return limiter.consume(bucket, requests).catch((refused: unknown) => {
    if (refused instanceof LimiterResult) return refused;
    throw refused;
  });
}
