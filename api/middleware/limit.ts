import { type Problem, retryLater } from '../../shared/problems/problem.js';
import type { Turn } from '../auth/request-windows.js';
import type { AppContext, Caller, Middleware } from '../context.js';

/**
 * Takes one request from the caller's window. Says how many are left by RateLimit and RateLimit-Policy
 * (draft-ietf-httpapi-ratelimit-headers).
 */
export function limit({ windows }: Pick<AppContext, 'windows'>): Middleware {
  return async function limit(ctx, next) {
    const { caller } = ctx.state;
    const turn = ctx.state.turn ?? (await windows.take(caller));
    ctx.set('RateLimit-Policy', policyOf(caller));
    ctx.set('RateLimit', rateLimit(caller, turn));
    if (!turn.allowed) throw rateLimited(caller, turn.seconds);
    await next();
  };
}

/** RateLimit-Policy: what the caller's plan allows. */
export const policyOf = ({ plan, requests, windowSeconds }: Caller): string =>
  `"${plan}";q=${requests};w=${windowSeconds}`;

/** RateLimit: what is left of it now. */
export const rateLimit = ({ plan }: Caller, { left, seconds }: Turn): string => `"${plan}";r=${left};t=${seconds}`;

/** "15 minutes", "90 seconds" */
const span = (seconds: number): string => (seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} seconds`);

function rateLimited({ plan, requests, windowSeconds, keyId }: Caller, seconds: number): Problem {
  return retryLater('rate-limited', seconds, {
    detail: `The ${plan} plan allows ${requests} searches in ${span(windowSeconds)}. Try again in ${seconds} seconds${keyId === null ? ', or use an API key' : ''}.`,
    members: { plan, limit: requests, windowSeconds, retryAfterSeconds: seconds },
  });
}
