import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { retryLater } from '../shared/problem.js';
import { redisKeys } from '../shared/redis-keys.js';
import type { Caller, Door, House } from './house.js';

/**
 * Takes one request from the caller's window, exactly, whatever the number of API processes. Says how many are left by
 * RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers).
 */
export function limit({ redis }: House): Door {
  const limiters = new Map<string, RateLimiterRedis>();
  const limiterFor = ({ requests, windowSeconds }: Caller): RateLimiterRedis => {
    const name = `${requests}/${windowSeconds}`;
    const known = limiters.get(name);
    if (known !== undefined) return known;
    const options = { storeClient: redis, keyPrefix: redisKeys.limit, points: requests, duration: windowSeconds };
    const limiter = new RateLimiterRedis({ ...options, rejectIfRedisNotReady: false });
    limiters.set(name, limiter);
    return limiter;
  };

  return async function limit(ctx, next) {
    const { caller } = ctx.state;
    const { allowed, left, seconds } = await take(limiterFor(caller), caller.bucket);
    ctx.set('RateLimit-Policy', `"${caller.plan}";q=${caller.requests};w=${caller.windowSeconds}`);
    ctx.set('RateLimit', `"${caller.plan}";r=${left};t=${seconds}`);
    if (!allowed) throw rateLimited(caller, seconds);
    await next();
  };
}

/** The library rejects with its result when the window is used up, and with an Error when Redis is away. */
async function take(
  limiter: RateLimiterRedis,
  bucket: string,
): Promise<{ allowed: boolean; left: number; seconds: number }> {
  const outcome = await limiter.consume(bucket).then(
    (result) => ({ allowed: true, result }),
    (refused: unknown) => {
      if (refused instanceof RateLimiterRes) return { allowed: false, result: refused };
      throw refused;
    },
  );
  const { allowed, result } = outcome;
  return {
    allowed,
    left: Math.max(0, result.remainingPoints),
    seconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  };
}

/** "15 minutes", "90 seconds" */
const span = (seconds: number): string => (seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} seconds`);

function rateLimited({ plan, requests, windowSeconds, keyId }: Caller, seconds: number) {
  return retryLater('rate-limited', seconds, {
    detail: `The ${plan} plan allows ${requests} searches in ${span(windowSeconds)}. Try again in ${seconds} seconds${keyId === null ? ', or use an API key' : ''}.`,
    members: { plan, limit: requests, windowSeconds, retryAfterSeconds: seconds },
  });
}
