import { methodNotAllowed } from './problems.js';
import type { Middleware } from './request-context.js';

/**
 * Decides the methods of one path before the router does, whose `/api/jobs/{id}` matches `/api/jobs/search` too: other
 * methods get 405, OPTIONS gets 200, both with the exact Allow header (RFC 9110 §10.2.1). Compares paths as the router
 * does: case-insensitively, with or without a trailing slash.
 */
export function onlyMethods(methods: readonly string[], path: string): Middleware {
  const allow = methods.join(', ');
  return function onlyMethods(ctx, next) {
    if (methods.includes(ctx.method) || ctx.path.toLowerCase().replace(/\/$/, '') !== path) return next();
    ctx.set('Allow', allow);
    if (ctx.method !== 'OPTIONS') throw methodNotAllowed(ctx);
    ctx.status = 200;
    ctx.body = '';
    return undefined;
  };
}
