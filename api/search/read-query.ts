import { Problem } from '../../shared/problems/problem.js';
import { parseQuery } from '../../shared/search/parse-query.js';
import type { SearchQuery } from '../../shared/search/query.js';
import type { Middleware, RequestState } from '../middleware/request-context.js';

/** Parses the body into a search of canonical words, or throws `invalid-request` with every mistake. */
export function readQuery(): Middleware<RequestState & { query: SearchQuery }> {
  return async function readQuery(ctx, next) {
    const parsed = parseQuery(ctx.request.body);
    if ('errors' in parsed) {
      const { errors } = parsed;
      const detail = errors.length === 1 && errors[0] ? errors[0].detail : `${errors.length} fields need attention.`;
      throw new Problem('invalid-request', { detail, members: { errors } });
    }
    ctx.state.query = parsed.query;
    await next();
  };
}
