import type { Config } from '../../shared/config.js';
import { Problem } from '../../shared/problems/problem.js';
import type { Middleware } from '../middleware/request-context.js';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Rejects pages of other origins, as the Model Context Protocol requires against DNS rebinding: a page whose host name is
 * made to resolve to this machine still sends that name as its origin. Programs send no Origin, and pages of loopback
 * origins are allowed.
 */
export function checkOrigin({ CORS_ORIGIN: origins }: Pick<Config, 'CORS_ORIGIN'>): Middleware {
  return async function checkOrigin(ctx, next) {
    const origin = ctx.get('Origin');
    if (origin !== '' && !isLoopback(origin) && !origins.includes(origin) && !origins.includes('*'))
      throw new Problem('forbidden-origin', {
        detail: `Pages of ${origin.slice(0, 200)} may not use this endpoint.`,
      });
    await next();
  };
}

const isLoopback = (origin: string): boolean => URL.canParse(origin) && loopback.has(new URL(origin).hostname);
