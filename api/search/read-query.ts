import { Problem } from '../../shared/problems/problem.js';
import { parseQuery } from '../../shared/search/parse-query.js';
import type { Middleware } from '../context.js';

/** Turns the body into a search of canonical words, or says everything that is wrong with it. */
export function readQuery(): Middleware {
  return async function readQuery(ctx, next) {
    // What came by the short way was understood there.
    if (ctx.state.query !== undefined) return next();
    const read = parseQuery(ctx.request.body);
    if ('errors' in read) {
      const { errors } = read;
      const detail = errors.length === 1 && errors[0] ? errors[0].detail : `${errors.length} fields need attention.`;
      throw new Problem('invalid-request', { detail, members: { errors } });
    }
    ctx.state.query = read.query;
    await next();
  };
}
