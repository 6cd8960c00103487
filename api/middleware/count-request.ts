import type { KeyUses } from '../auth/key-uses.js';
import type { RequestWindows } from '../auth/request-windows.js';
import { enforceLimit, type RateLimitState } from './limit.js';
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
