import cors from '@koa/cors';
import type { Config } from '../../shared/config.js';
import { nameMeant } from '../../shared/search/query/other-names.js';
import { type FieldError, pointerTo } from '../../shared/search/query/parse-query.js';
import type { Middleware } from './identify.js';
import { invalidRequest, methodNotAllowed } from './problems.js';

/**
 * Decides the methods of a path before the router does, whose `/api/jobs/{id}` matches `/api/jobs/search` too: other
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

/** Headers that pages may read other than those of the Fetch standard; includes those of job lists. */
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
    // `problems` runs inside this middleware, so errors have become answers, and these headers stay on them.
    keepHeadersOnError: false,
  });
}

/** Names under which other services read keys from the address. */
const keyNames = /^(?:api[-_]?key|key|token|access[-_]?token|app[-_]?(?:id|key))$/i;

/** The error of an unknown query parameter; `names` are the known ones. */
export function unknownParameter(name: string, names: readonly string[]): FieldError {
  const shown = name.slice(0, 60);
  const suggestion = keyNames.test(shown) ? null : nameMeant(shown, names);
  return {
    pointer: pointerTo(name.slice(0, 80)),
    code: 'unknown-field',
    detail: `There is no parameter "${shown}". ${hint(shown, suggestion, names)}`,
    ...(names.length === 0 ? {} : { allowed: names }),
    ...(suggestion === null ? {} : { suggestion }),
  };
}

function hint(name: string, suggestion: string | null, names: readonly string[]): string {
  if (keyNames.test(name)) return 'Send a key as "Authorization: Bearer <key>": addresses are written to logs.';
  if (suggestion !== null) return `Did you mean "${suggestion}"?`;
  return names.length === 0 ? 'This address has none.' : `Parameters: ${names.join(', ')}.`;
}

/** Refuses query parameters on endpoints without any, rather than ignoring them. `cure` says where to put them. */
export function refuseParameters(cure = ''): Middleware {
  return function refuseParameters(ctx, next) {
    const names = ctx.querystring === '' ? [] : Object.keys(ctx.query);
    if (names.length === 0) return next();
    const errors = names.map((name) => {
      const error = unknownParameter(name, []);
      return cure === '' || keyNames.test(name) ? error : { ...error, detail: `${error.detail} ${cure}` };
    });
    throw invalidRequest({ errors, count: errors.length }, 'parameters');
  };
}
