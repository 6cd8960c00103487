import { LRUCache } from 'lru-cache';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Plan } from '../../shared/auth/plans.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { isRedisFull } from '../../shared/redis/redis-errors.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';

/** The caller of a request: the owner of a key, or an address on the free plan, with the limits of its plan. */
export type Caller = Omit<Plan, 'name' | 'key' | 'requests'> & {
  plan: string;
  /** Requests allowed in a window of `windowSeconds`. */
  requests: number;
  /** Names the caller's quota in Redis: `key:<owner>` or `address:<address>`. */
  bucket: string;
  /** `null` = without a key. */
  keyId: string | null;
  /** The page visitor, counted separately from others at the address; absent = unknown. */
  visitor?: string;
};

/** Requests a caller has used of its window, and how long the window still lasts. */
type WindowUse = { requests: number; remainingMs: number };

/** Windows counted at once; beyond, the least recently used one is forgotten. */
const maxWindows = 10_000;

/**
 * Callers' windows, counted only by this process while Redis refuses writes: cached answers are still served, and a caller
 * gets at most its plan's requests from each API process.
 */
function createLocalWindows(now: () => number = Date.now) {
  const windows = new LRUCache<string, { requests: number; until: number }>({ max: maxWindows });
  return {
    /** Adds requests to the window of this name, which lasts `windowSeconds` from its first request. */
    add(name: string, requests: number, windowSeconds: number): WindowUse {
      const at = now();
      const known = windows.get(name);
      const window =
        known !== undefined && at < known.until ? known : { requests: 0, until: at + windowSeconds * 1000 };
      window.requests += requests;
      windows.set(name, window);
      return { requests: window.requests, remainingMs: window.until - at };
    },
  };
}

/** Whether a request is within its caller's quota, how many are left, and for how long. */
export type RateLimitResult = { allowed: boolean; remaining: number; resetSeconds: number };

/** The callers' windows, counted exactly in Redis for any number of API processes. */
export type RequestWindows = {
  /** Counts one request; throws while Redis is unavailable. While Redis is full, only this process counts. */
  count(caller: Caller): Promise<RateLimitResult>;
  /** Reads what is left without counting; throws while Redis is unavailable. */
  peek(caller: Caller): Promise<Omit<RateLimitResult, 'allowed'> & { hasBegun: boolean }>;
};

/** Requests of one caller counted by one Redis command; `counted` resolves with its result. */
type Batch = { requests: number; counted: Promise<RateLimiterRes> };

/**
 * Each caller has at most one command in flight: later requests share the next one, in order of arrival. Each gets the
 * same result as on its own, and the number of commands does not grow with the request rate.
 */
export function createRequestWindows({ redis }: { redis: RedisConnection }): RequestWindows {
  const limiters = new Map<string, RateLimiterRedis>();
  const batches = new Map<string, Batch>();
  const inFlight = new Map<string, Promise<unknown>>();
  const local = createLocalWindows();

  const limiterFor = (window: string, { requests, windowSeconds }: Caller): RateLimiterRedis => {
    const known = limiters.get(window);
    if (known !== undefined) return known;
    const options = { storeClient: redis, keyPrefix: redisKeys.limit, points: requests, duration: windowSeconds };
    const limiter = new RateLimiterRedis({ ...options, rejectIfRedisNotReady: false });
    limiters.set(window, limiter);
    return limiter;
  };

  const openBatch = (caller: Caller, window: string, name: string): Batch => {
    const send = async (): Promise<RateLimiterRes> => {
      // An error of the previous command belongs to its own batch.
      await Promise.all([inFlight.get(name), pendingRequestsParsed()]).catch(() => undefined);
      batches.delete(name);
      const consuming = consume(limiterFor(window, caller), caller.bucket, batch.requests).catch((error: unknown) => {
        // A full Redis still answers reads, so cached answers are still served.
        if (!isRedisFull(error)) throw error;
        const { requests, remainingMs } = local.add(name, batch.requests, caller.windowSeconds);
        return new RateLimiterRes(0, remainingMs, requests);
      });
      inFlight.set(name, consuming);
      try {
        return await consuming;
      } finally {
        if (inFlight.get(name) === consuming) inFlight.delete(name);
      }
    };
    const batch: Batch = { requests: 0, counted: Promise.resolve(notCounted) };
    batches.set(name, batch);
    batch.counted = send();
    return batch;
  };

  const windowOf = ({ requests, windowSeconds }: Caller): string => `${requests}/${windowSeconds}`;
  const countOne = async (caller: Caller): Promise<RateLimitResult> => {
    const window = windowOf(caller);
    const name = `${window} ${caller.bucket}`;
    const batch = batches.get(name) ?? openBatch(caller, window, name);
    batch.requests += 1;
    const position = batch.requests;
    const { consumedPoints, msBeforeNext } = await batch.counted;
    const used = consumedPoints - batch.requests + position;
    return {
      allowed: used <= caller.requests,
      remaining: Math.max(0, caller.requests - used),
      resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
    };
  };
  return {
    async peek(given) {
      const caller = visitorOf(given);
      const found = await limiterFor(windowOf(caller), caller).get(caller.bucket);
      const hasBegun = found !== null && found.msBeforeNext > 0;
      return {
        hasBegun,
        remaining: Math.max(0, caller.requests - (found?.consumedPoints ?? 0)),
        resetSeconds: hasBegun ? Math.max(1, Math.ceil(found.msBeforeNext / 1000)) : caller.windowSeconds,
      };
    },
    async count(caller) {
      const own = await countOne(visitorOf(caller));
      if (caller.visitor === undefined || !own.allowed) return own;
      const all = await countOne(addressOf(caller));
      return all.remaining < own.remaining || !all.allowed ? all : own;
    },
  };
}

/** How many times one visitor's limit all visitors at an address may use together. */
const visitorsShare = 3;

/** The caller counted by its visitor; unchanged without one. */
const visitorOf = (caller: Caller): Caller =>
  caller.visitor === undefined
    ? caller
    : { ...caller, bucket: caller.bucket.replace(/address:.*/s, `visitor:${caller.visitor}`) };

/** The caller counted with all visitors at its address. */
const addressOf = (caller: Caller): Caller => ({
  ...caller,
  requests: visitorsShare * caller.requests,
  bucket: caller.bucket.replace('address:', 'visitors:'),
});

const notCounted = new RateLimiterRes();

/** Resolves once all requests that have already arrived are parsed, so that they join the batch. */
const pendingRequestsParsed = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The library rejects with its result when the window is used up, and with an Error when Redis is unavailable. */
function consume(limiter: RateLimiterRedis, bucket: string, requests: number): Promise<RateLimiterRes> {
  return limiter.consume(bucket, requests).catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  });
}
