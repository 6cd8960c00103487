import { Problem } from '../../shared/problems/problem.js';
import { type FieldError, mostErrors } from '../../shared/search/query/parse-query.js';

/** The problem of a request with `count` errors, the first of which are listed. */
export function invalidRequest(
  { errors, count }: { errors: readonly FieldError[]; count: number },
  noun: 'fields' | 'parameters',
): Problem {
  const listed = errors.slice(0, mostErrors);
  const rest = count > listed.length ? ` The first ${listed.length} are listed.` : '';
  const detail = count === 1 && listed[0] ? listed[0].detail : `${count} ${noun} need attention.${rest}`;
  return new Problem('invalid-request', { detail, members: { errors: listed } });
}
