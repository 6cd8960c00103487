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
