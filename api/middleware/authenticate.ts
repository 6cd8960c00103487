import type { Caller } from '../auth/caller.js';
import { type CallerContext, findCaller } from '../auth/find-caller.js';
import type { Middleware, RequestState } from './request-context.js';

export type CallerState = RequestState & { caller: Caller };

/** Sets the caller of the request: the owner of its key, or its address on the free plan. */
export function authenticate(context: CallerContext): Middleware<CallerState> {
  return async function authenticate(ctx, next) {
    ctx.state.caller = await findCaller(context, ctx.req);
    await next();
  };
}
