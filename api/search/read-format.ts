import { formatFor } from '../formats/format.js';
import { vary } from '../middleware/vary.js';
import type { SearchMiddleware } from './search-context.js';

/** Reads from Accept in which shape the search is answered. */
export function readFormat(): SearchMiddleware {
  return function readFormat(ctx, next) {
    vary(ctx.res, 'Accept');
    ctx.state.format = formatFor(ctx.req.headers.accept || undefined);
    return next();
  };
}

/** Has a search answered with its facets. */
export function wantFacets(): SearchMiddleware {
  return function wantFacets(ctx, next) {
    ctx.state.wanted = 'facets';
    return next();
  };
}
