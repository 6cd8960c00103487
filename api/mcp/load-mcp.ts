import type { SearchMiddleware } from '../search/search-context.js';
import type { McpContext } from './mcp.js';

/** The door of api/mcp/mcp.ts, loaded with its library by the first message that comes: a start does not wait for either. */
export function loadMcp(context: McpContext, searchMiddleware: readonly SearchMiddleware[]): SearchMiddleware {
  let loading: Promise<SearchMiddleware> | null = null;
  return async function loadMcp(ctx, next) {
    loading ??= import('./mcp.js').then(({ mcp }) => mcp(context, searchMiddleware));
    await (await loading)(ctx, next);
  };
}
