import type { AppContext, Middleware } from '../context.js';

/** The door of api/mcp/mcp.ts, loaded with its library by the first message that comes: a start does not wait for either. */
export function loadMcp(context: AppContext, searchMiddleware: readonly Middleware[]): Middleware {
  let loading: Promise<Middleware> | null = null;
  return async function loadMcp(ctx, next) {
    loading ??= import('./mcp.js').then(({ mcp }) => mcp(context, searchMiddleware));
    await (await loading)(ctx, next);
  };
}
