import cors from '@koa/cors';
import type { Config } from '../../shared/config.js';
import type { Middleware } from './request-context.js';

/** Lets pages of the origins in `CORS_ORIGIN` call the API and read its headers (Fetch standard; contract 8). */
export function allowOrigins({ CORS_ORIGIN: origins }: Pick<Config, 'CORS_ORIGIN'>): Middleware {
  const all = origins.includes('*');
  return cors({
    origin: (ctx) => (all ? '*' : (origins.find((origin) => origin === ctx.get('Origin')) ?? '')),
    allowMethods: 'GET, POST',
    allowHeaders: 'Authorization, Cache-Control, Content-Type, Mcp-Protocol-Version, Prefer, X-Request-Id',
    exposeHeaders: 'Cache-Status, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
    maxAge: 600,
    // `problems` runs inside this middleware, so errors have become answers, with these headers, by the time they pass.
    keepHeadersOnError: false,
  });
}
