import type { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import { type Problem, retryLater } from '../../shared/problems/problem.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { LimiterResult, RedisLimiter } from './redis-limiter.js';

/** Limits how many invalid requests an address may send: they cost nothing of its quota, but are not unlimited. */
export type InvalidRequests = {
  /**
   * Counts a problem of status 400 for an address; gives the problem to answer with: the same one, or, once the address has
   * used up its minute, `too-many-invalid-requests`. Other problems, and all while Redis is away, are given back as they are.
   */
  limit(address: string, problem: Problem): Promise<Problem>;
};

const windowSeconds = 60;

export function createInvalidRequests({ redis, config, logger }: InvalidRequestsOptions): InvalidRequests {
  const allowed = config.INVALID_REQUESTS_PER_MINUTE;
  const limiter: RateLimiterRedis = new RedisLimiter({
    storeClient: redis,
    keyPrefix: redisKeys.invalidRequests,
    points: allowed,
    duration: windowSeconds,
    rejectIfRedisNotReady: true,
    // An address that is over the limit is known in this process: no Redis is asked for it until its minute is over.
    inMemoryBlockOnConsumed: allowed + 1,
  });
  return {
    async limit(address, problem) {
      if (problem.status !== 400) return problem;
      try {
        await limiter.consume(address);
        return problem;
      } catch (refused) {
        if (refused instanceof LimiterResult) return tooMany(allowed, refused);
        logger.debug({ err: refused }, 'invalid requests: not counted');
        return problem;
      }
    },
  };
}

type InvalidRequestsOptions = {
  redis: RedisConnection;
  config: Pick<Config, 'INVALID_REQUESTS_PER_MINUTE'>;
  logger: Logger;
};

function tooMany(allowed: number, { msBeforeNext }: RateLimiterRes): Problem {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return retryLater('too-many-invalid-requests', seconds, {
    detail: `Your address sent more than ${allowed} invalid requests in a minute. Correct the request first: GET /api lists the fields and their words. Invalid requests are read again in ${seconds} seconds.`,
  });
}
