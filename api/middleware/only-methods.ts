import type { Middleware } from '../context.js';
import { methodNotAllowed } from './problems.js';

/**
 * Settles the methods of one path before the router, whose `/api/jobs/{id}` matches `/api/jobs/search` too: another method
 * is answered by 405, OPTIONS by 200, both with an exact Allow (RFC 9110 §10.2.1). Reads paths as the router does: in any
 * case, with or without a slash at the end.
 */
export function only(methods: readonly string[], path: string): Middleware {
  const allow = methods.join(', ');
  return async function only(ctx, next) {
    if (methods.includes(ctx.method) || ctx.path.toLowerCase().replace(/\/$/, '') !== path) return next();
    ctx.set('Allow', allow);
    if (ctx.method !== 'OPTIONS') throw methodNotAllowed(ctx);
    ctx.status = 200;
    ctx.body = '';
  };
}
