import { lazyRequire } from '../../shared/lazy-require.js';

type RateLimiterFlexible = typeof import('rate-limiter-flexible');

/** The Redis limiter of rate-limiter-flexible, imported by its file: the package's index loads fifteen stores. */
export const RedisLimiter = lazyRequire(
  'rate-limiter-flexible/lib/RateLimiterRedis.js',
) as RateLimiterFlexible['RateLimiterRedis'];

/** What a limiter resolves with, and what it rejects with once the limit is passed; every other rejection is an Error. */
export const LimiterResult = lazyRequire(
  'rate-limiter-flexible/lib/RateLimiterRes.js',
) as RateLimiterFlexible['RateLimiterRes'];
