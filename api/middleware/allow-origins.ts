import cors from '@koa/cors';
import type { Config } from '../../shared/config.js';
import type { Middleware } from '../context.js';

/** Lets pages of the origins that `CORS_ORIGIN` names call the API and read its headers (Fetch standard; contract 8). */
export function allowOrigins({ CORS_ORIGIN: origins }: Pick<Config, 'CORS_ORIGIN'>): Middleware {
  const every = origins.includes('*');
  return cors({
    origin: (ctx) => (every ? '*' : (origins.find((origin) => origin === ctx.get('Origin')) ?? '')),
    allowMethods: 'GET, POST',
    allowHeaders: 'Authorization, Cache-Control, Content-Type, Mcp-Protocol-Version, Prefer, X-Request-Id',
    exposeHeaders: 'Cache-Status, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
    maxAge: 600,
    // Errors become answers further in: they carry the headers already.
    keepHeadersOnError: false,
  });
}
