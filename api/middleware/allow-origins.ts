import cors from '@koa/cors';
import type { Config } from '../../shared/config.js';
import type { Middleware } from './request-context.js';

/** Headers that a page may read besides those that the Fetch standard lets through; those of lists of jobs are among them. */
const exposed = [
  ...['Allow', 'Cache-Status', 'ETag', 'Link', 'Location', 'Preference-Applied', 'RateLimit', 'RateLimit-Policy'],
  ...['Retry-After', 'WWW-Authenticate', 'X-Notices', 'X-Partial', 'X-Request-Id', 'X-Stale', 'X-Total-Count'],
];

/** Lets pages of the origins in `CORS_ORIGIN` call the API and read its headers (Fetch standard; contract 8). */
export function allowOrigins({ CORS_ORIGIN: origins }: Pick<Config, 'CORS_ORIGIN'>): Middleware {
  const all = origins.includes('*');
  return cors({
    origin: (ctx) => (all ? '*' : (origins.find((origin) => origin === ctx.get('Origin')) ?? '')),
    allowMethods: 'GET, POST, PUT, PATCH, DELETE',
    allowHeaders:
      'Authorization, Cache-Control, Content-Type, Idempotency-Key, If-Modified-Since, If-None-Match, Mcp-Protocol-Version, Prefer, traceparent, X-Request-Id',
    exposeHeaders: exposed,
    maxAge: 600,
    // `problems` runs inside this middleware, so errors have become answers, with these headers, by the time they pass.
    keepHeadersOnError: false,
  });
}
