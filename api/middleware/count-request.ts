import type { KeyUses } from '../auth/key-uses.js';
import type { RequestWindows } from '../auth/request-windows.js';
import type { CallerState } from './authenticate.js';
import { enforceLimit, type RateLimitState, tellLimit } from './limit.js';
import type { Middleware } from './request-context.js';

export type CountContext = { windows: RequestWindows; keyUses: Pick<KeyUses, 'count'> };

/** Counts the request towards its caller's quota, and refuses one beyond it. */
export function countRequest({ windows, keyUses }: CountContext): Middleware<RateLimitState> {
  const refuseBeyond = enforceLimit();
  return async function countRequest(ctx, next) {
    const { state } = ctx;
    state.rateLimit = await windows.count(state.caller);
    const { keyId } = state.caller;
    if (keyId !== null) keyUses.count(keyId, state.rateLimit.allowed ? 'searches' : 'refused');
    await refuseBeyond(ctx, next);
  };
}

/** Jobs that may be read by their ids for each search of a plan. */
const jobsForEach = 10;

/** Counts the reading of a job against a bound of its own, ten times that of searches, and refuses one beyond it. */
export function countJob({ windows, keyUses }: CountContext): Middleware<CallerState> {
  return async function countJob(ctx, next) {
    const { caller } = ctx.state;
    const bound = { ...caller, requests: jobsForEach * caller.requests, bucket: `jobs:${caller.bucket}` };
    const counted = await windows.count(bound);
    if (caller.keyId !== null && !counted.allowed) keyUses.count(caller.keyId, 'refused');
    tellLimit(ctx, { ...bound, policy: `${caller.plan}-jobs`, counts: 'jobs' }, counted);
    await next();
  };
}
