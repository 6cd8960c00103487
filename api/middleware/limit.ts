import { type Problem, retryLater } from '../../shared/problems/problem.js';
import type { Caller, RateLimitResult } from '../auth/request-windows.js';
import type { CallerState, Middleware, RequestContext } from './identify.js';

export type RateLimitState = CallerState & { rateLimit: RateLimitResult };

/**
 * Reports the client's quota by RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers), and refuses a
 * request beyond it.
 */
export function enforceLimit(): Middleware<RateLimitState> {
  return function enforceLimit(ctx, next) {
    const { caller, rateLimit } = ctx.state;
    tellLimit(ctx, { ...caller, policy: caller.plan, counts: 'searches' }, rateLimit);
    return next();
  };
}

/** A caller's limit by name; `counts`: the unit counted. */
type Bound = Caller & { policy: string; counts: string };

/** The same for any limit of a caller. */
export function tellLimit(ctx: RequestContext, bound: Bound, result: RateLimitResult): void {
  ctx.set('RateLimit-Policy', rateLimitPolicyHeader({ ...bound, plan: bound.policy }));
  ctx.set('RateLimit', rateLimitHeader({ plan: bound.policy }, result));
  if (!result.allowed) throw rateLimited(bound, result.resetSeconds);
}

/** RateLimit-Policy: the quota of the caller's plan. */
export const rateLimitPolicyHeader = ({ plan, requests, windowSeconds }: Caller): string =>
  `"${plan}";q=${requests};w=${windowSeconds}`;

/** RateLimit: the remaining requests, and the seconds until renewal. */
export const rateLimitHeader = ({ plan }: Pick<Caller, 'plan'>, { remaining, resetSeconds }: RateLimitResult): string =>
  `"${plan}";r=${remaining};t=${resetSeconds}`;

/** "15 minutes", "90 seconds" */
const duration = (seconds: number): string => (seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} seconds`);

function rateLimited({ plan, requests, windowSeconds, keyId, counts }: Bound, seconds: number): Problem {
  return retryLater('rate-limited', seconds, {
    detail: `The ${plan} plan allows ${requests} ${counts} in ${duration(windowSeconds)}. Try again in ${seconds} seconds${keyId === null ? ', or use an API key' : ''}.`,
    members: { plan, limit: requests, windowSeconds, retryAfterSeconds: seconds },
  });
}
