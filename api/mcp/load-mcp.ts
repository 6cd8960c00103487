import type { SearchMiddleware } from '../search/search-context.js';
import type { McpContext } from './mcp.js';

/** Loads api/mcp/mcp.ts and its library with the first message, so that they do not delay the start of the API. */
export function loadMcp(context: McpContext, searchMiddleware: readonly SearchMiddleware[]): SearchMiddleware {
  let loading: Promise<SearchMiddleware> | null = null;
  return async function loadMcp(ctx, next) {
    loading ??= import('./mcp.js').then(({ mcp }) => mcp(context, searchMiddleware));
    await (await loading)(ctx, next);
  };
}
