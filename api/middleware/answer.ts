import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { compress, encodingFor, minCompressedBytes } from '../server/content-encoding.js';
import type { GracefulShutdown } from '../server/start-parts.js';
import type { Middleware, RequestContext } from './identify.js';

/** Types whose bodies are text. A stream of events is written outside Koa and never comes here. */
const isText = /^(?:text\/|application\/(?:json|javascript|x-ndjson|[\w.-]{1,40}\+(?:json|xml))|image\/svg\+xml)/;

/**
 * Compresses answers of 1 kB and more by Accept-Encoding. Constant bodies are compressed once where they are cached
 * (`send-fixture.ts`, `page-cache.ts`); a stream is sent as is, since its bytes must arrive as they are written.
 */
export function compressAnswer(): Middleware {
  return async function compressAnswer(ctx, next) {
    await next();
    if (ctx.respond === false) return;
    // A 304 has the Vary of the answer it stands for (RFC 9110 §15.4.5).
    if (ctx.status === 304) vary(ctx.res, 'Accept-Encoding');
    if (!isText.test(ctx.response.get('Content-Type'))) return;
    vary(ctx.res, 'Accept-Encoding');
    if (ctx.res.hasHeader('Content-Encoding')) return;
    const encoding = encodingFor(ctx.req.headers['accept-encoding']?.toString(), 'eachTime');
    const bytes = encoding === 'identity' ? null : bytesOf(ctx.body);
    if (encoding === 'identity' || bytes === null || bytes.length < minCompressedBytes) return;
    ctx.body = await compress(bytes, encoding, 'eachTime');
    ctx.set('Content-Encoding', encoding);
  };
}

/** The bytes that Koa would send; `null` for a stream or no body. */
function bytesOf(body: unknown): Buffer | null {
  if (typeof body === 'string') return Buffer.from(body);
  if (Buffer.isBuffer(body)) return body;
  if (typeof body !== 'object' || body === null || 'pipe' in body) return null;
  return Buffer.from(JSON.stringify(body));
}

/** A representation with its entity tag. */
export type Tagged = { tag: string; type: string; body: string | Buffer };

/** The weak entity tag of a body. */
export function entityTagOf(body: string | Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** Whether an If-None-Match header names a tag. */
export function matchesTag(header: string, tag: string): boolean {
  const strong = (text: string) => text.trim().replace(/^W\//, '');
  const tags = header.split(',').map(strong);
  return tags.includes('*') || tags.includes(strong(tag));
}

/**
 * Sends a representation, or 304 if If-None-Match names its ETag (RFC 9110 §13.1.2, weak comparison). `ctx.fresh` is not
 * used because it ignores If-None-Match next to `Cache-Control: no-cache`, which fetch sends with every conditional request.
 */
export function sendTagged(ctx: RequestContext, { tag, type, body }: Tagged): void {
  ctx.set('ETag', tag);
  if (matchesTag(ctx.get('If-None-Match'), tag)) {
    ctx.status = 304;
    return;
  }
  ctx.status = 200;
  ctx.set('Content-Type', type);
  ctx.body = body;
}

/** Adds a field that this service always spells the same way to the Vary header (RFC 9110 §12.5.5). */
export function vary(response: ServerResponse, field: string): void {
  const known = response.getHeader('Vary');
  if (known === undefined) response.setHeader('Vary', field);
  else if (!String(known).split(', ').includes(field)) response.setHeader('Vary', `${String(known)}, ${field}`);
}

/** During shutdown, makes clients open a new connection for their next request (RFC 9112 §9.6). */
export function closeConnection({ shutdown }: { shutdown: Pick<GracefulShutdown, 'draining'> }): Middleware {
  return async function closeConnection(ctx, next) {
    await next();
    if (shutdown.draining.aborted && !ctx.headerSent) ctx.set('Connection', 'close');
  };
}
