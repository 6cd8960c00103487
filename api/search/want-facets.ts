import type { SearchMiddleware } from './search-context.js';

/** Has a search answered with its facets. */
export function wantFacets(): SearchMiddleware {
  return function wantFacets(ctx, next) {
    ctx.state.wanted = 'facets';
    return next();
  };
}
