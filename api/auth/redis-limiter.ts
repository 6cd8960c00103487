import { lazyRequire } from '../../shared/lazy-require.js';

type Limiting = typeof import('rate-limiter-flexible');

/** The limiter of rate-limiter-flexible that counts in Redis: the library has one for each of fifteen stores. */
export const RedisLimiter = lazyRequire(
  'rate-limiter-flexible/lib/RateLimiterRedis.js',
) as Limiting['RateLimiterRedis'];

/** What a limiter answers, and what it rejects with once the limit is passed; every other rejection is an Error. */
export const LimiterResult = lazyRequire('rate-limiter-flexible/lib/RateLimiterRes.js') as Limiting['RateLimiterRes'];
