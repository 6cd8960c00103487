import { Problem } from '../../shared/problems/problem.js';
import { type FieldError, mostErrors, parseQuery } from '../../shared/search/parse-query.js';
import type { SearchQuery } from '../../shared/search/query.js';
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

/** The problem of a request with these errors, of which there are `count`; the first are listed. */
export function invalidRequest(
  { errors, count }: { errors: readonly FieldError[]; count: number },
  noun: 'fields' | 'parameters',
): Problem {
  const listed = errors.slice(0, mostErrors);
  const rest = count > listed.length ? ` The first ${listed.length} are listed.` : '';
  const detail = count === 1 && listed[0] ? listed[0].detail : `${count} ${noun} need attention.${rest}`;
  return new Problem('invalid-request', { detail, members: { errors: listed } });
}
