import { LRUCache } from 'lru-cache';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import { type Problem, retryLater } from '../../shared/problems/problem.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { runScript } from '../../shared/redis/run-script.js';

/**
 * Limits how many unknown keys an address may try. A mistyped key fails its checksum and is not counted, and the same
 * unknown key counts once: a client with an old key is not guessing.
 */
export type InvalidKeyLimiter = {
  /** Throws `too-many-unknown-keys` while an address is blocked; reads this process's memory only. */
  check(address: string): void;
  /** Counts an unknown key, over all API processes. */
  count(address: string, hash: string): Promise<void>;
};

/** Different unknown keys an address may try in a window. */
const allowedKeys = 20;
const windowMs = 60_000;

/** Blocked addresses remembered at once; beyond, the least recently used one is forgotten. */
const maxBlocked = 10_000;

export function createInvalidKeyLimiter({ redis, now }: InvalidKeyLimiterOptions): InvalidKeyLimiter {
  const blockedUntil = new LRUCache<string, number>({ max: maxBlocked });
  return {
    check(address) {
      const until = blockedUntil.get(address);
      if (until === undefined) return;
      const remainingMs = until - now().getTime();
      if (remainingMs <= 0) blockedUntil.delete(address);
      else throw tooManyKeys(Math.ceil(remainingMs / 1000));
    },
    async count(address, hash) {
      const [count, remainingMs] = (await runScript(redis, 'limits/count-unknown-key', {
        keys: { guesses: redisKeys.guesses(address) },
        args: { hash, windowMs },
      })) as [number, number];
      if (count >= allowedKeys) blockedUntil.set(address, now().getTime() + remainingMs);
    },
  };
}

type InvalidKeyLimiterOptions = { redis: RedisConnection; now: () => Date };

function tooManyKeys(seconds: number): Problem {
  return retryLater('too-many-unknown-keys', seconds, {
    detail: `Your address sent ${allowedKeys} different keys that we do not know. Try again in ${seconds} seconds, or leave the Authorization header out.`,
  });
}

/** Limits how many invalid requests an address may send. They do not count towards its quota. */
export type InvalidRequestLimiter = {
  /**
   * Counts a problem of status 400 for an address and returns the problem to answer with: the same one, or
   * `too-many-invalid-requests` once the address has used up its minute. Other problems, and all problems while Redis is
   * unavailable, are returned unchanged.
   */
  count(address: string, problem: Problem): Promise<Problem>;
};

const windowSeconds = 60;

export function createInvalidRequestLimiter({
  redis,
  config,
  logger,
}: InvalidRequestLimiterOptions): InvalidRequestLimiter {
  const allowed = config.INVALID_REQUESTS_PER_MINUTE;
  const limiter: RateLimiterRedis = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: redisKeys.invalidRequests,
    points: allowed,
    duration: windowSeconds,
    rejectIfRedisNotReady: true,
    // An address over the limit is blocked in this process: Redis is not queried again until its minute ends.
    inMemoryBlockOnConsumed: allowed + 1,
  });
  return {
    async count(address, problem) {
      if (problem.status !== 400) return problem;
      try {
        await limiter.consume(address);
        return problem;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return tooManyRequests(allowed, refused);
        logger.debug({ err: refused }, 'invalid request not counted');
        return problem;
      }
    },
  };
}

type InvalidRequestLimiterOptions = {
  redis: RedisConnection;
  config: Pick<Config, 'INVALID_REQUESTS_PER_MINUTE'>;
  logger: Logger;
};

function tooManyRequests(allowed: number, { msBeforeNext }: RateLimiterRes): Problem {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return retryLater('too-many-invalid-requests', seconds, {
    detail: `Your address sent more than ${allowed} invalid requests in a minute. Correct the request first. Invalid requests are checked again in ${seconds} seconds.`,
  });
}
