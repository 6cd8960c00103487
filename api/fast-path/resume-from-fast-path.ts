import type { AppContext, Middleware } from '../context.js';

/**
 * Where the short way (api/fast-path/fast-path.ts) comes into the long one: takes up what was done for a request that changed over, and
 * remembers what a new body was understood as, so that its like may take the short way.
 */
export function resumeFromFastPath({ begun, parsedBodies }: Pick<AppContext, 'begun' | 'parsedBodies'>): Middleware {
  return async function resumeFromFastPath(ctx, next) {
    Object.assign(ctx.state, begun.get(ctx.req));
    await next();
    const { rawBody } = ctx.request;
    if (typeof rawBody === 'string' && ctx.state.query !== undefined) parsedBodies.remember(rawBody, ctx.state.query);
  };
}
