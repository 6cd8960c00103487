import { compress, encodingFor, minCompressedBytes } from '../server/content-encoding.js';
import type { Middleware } from './request-context.js';
import { vary } from './vary.js';

/** Types whose bodies are text. A stream of events is written outside Koa and never comes here. */
const isText = /^(?:text\/|application\/(?:json|javascript|x-ndjson|[\w.-]{1,40}\+(?:json|xml))|image\/svg\+xml)/;

/**
 * Compresses answers of 1 kB and more by Accept-Encoding. Bodies that stay the same are compressed once where they are kept
 * (`send-fixture.ts`, `page-cache.ts`); a stream is sent as it is, since its bytes are to arrive when they are written.
 */
export function compressAnswer(): Middleware {
  return async function compressAnswer(ctx, next) {
    await next();
    if (ctx.respond === false) return;
    // A 304 has the Vary of the answer that it stands for (RFC 9110 §15.4.5).
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
