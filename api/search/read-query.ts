import { parseQuery } from '../../shared/search/parse-query.js';
import type { SearchQuery } from '../../shared/search/query.js';
import { invalidRequest } from '../middleware/invalid-request.js';
import type { Middleware, RequestState } from '../middleware/request-context.js';

/** Parses the body into a search of canonical words, or throws `invalid-request` with every mistake. */
export function readQuery(): Middleware<RequestState & { query: SearchQuery }> {
  return async function readQuery(ctx, next) {
    const parsed = parseQuery(ctx.request.body);
    if ('errors' in parsed) throw invalidRequest(parsed, 'fields');
    ctx.state.query = parsed.query;
    await next();
  };
}
