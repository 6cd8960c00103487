import { Problem } from '../../shared/problems/problem.js';
import type { CallerState } from './authenticate.js';
import type { Middleware } from './request-context.js';

/** Refuses callers without a key. `what` is the subject of the sentence that says so. */
export function requireKey(what: string): Middleware<CallerState> {
  return async function requireKey(ctx, next) {
    if (ctx.state.caller.keyId === null)
      throw new Problem('key-required', {
        detail: `${what} need an API key: send "Authorization: Bearer <key>". The operator makes keys by "npx job-search key create".`,
        headers: { 'WWW-Authenticate': 'Bearer realm="job-search"' },
      });
    await next();
  };
}
