import { Problem } from '../shared/problem.js';
import type { Door } from './house.js';

/** Refuses an HTTP/1.1 request without Host, as RFC 9112 §3.2 demands. */
export function needHost(): Door {
  return async function needHost(ctx, next) {
    if (ctx.req.headers.host === undefined && ctx.req.httpVersionMinor > 0)
      throw new Problem('malformed-request', { detail: 'Send a Host header.' });
    await next();
  };
}
