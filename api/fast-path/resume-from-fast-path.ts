import type { IncomingMessage } from 'node:http';
import type { SearchQuery } from '../../shared/search/query.js';
import type { Caller } from '../auth/caller.js';
import type { RateLimitResult } from '../auth/request-windows.js';
import type { Middleware, RequestState } from '../middleware/request-context.js';
import type { ParsedBodyCache } from './parsed-body-cache.js';

/**
 * What the fast path has done for a request that it hands over to Koa. Its fields are those of the Koa state, so that the
 * middleware after the skipped one finds them there.
 */
export type CompletedSteps = { query: SearchQuery; caller?: Caller; rateLimit?: RateLimitResult };

/** The completed steps of the requests that are handed over. */
export type HandedOver = WeakMap<IncomingMessage, CompletedSteps>;

/** Wraps a middleware so that it is skipped where the fast path has set its field of the state already. */
export type UnlessCompleted = <State extends RequestState>(
  field: keyof CompletedSteps,
  middleware: Middleware<State>,
) => Middleware<State>;

/**
 * The first middleware of the search route: takes over what the fast path has completed, and after the answer remembers
 * what the body meant, so that the next request with the same body can take the fast path.
 */
export function resumeFromFastPath(
  handedOver: HandedOver,
  parsedBodies: ParsedBodyCache,
): Middleware<RequestState & { query: SearchQuery }> {
  return async function resumeFromFastPath(ctx, next) {
    Object.assign(ctx.state, handedOver.get(ctx.req));
    await next();
    const { rawBody } = ctx.request;
    if (typeof rawBody === 'string') parsedBodies.add(rawBody, ctx.state.query);
  };
}

export const unlessCompleted: UnlessCompleted = (field, middleware) => (ctx, next) =>
  field in ctx.state ? next() : middleware(ctx, next);
