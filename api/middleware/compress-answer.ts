import { compress, encodingFor, minCompressedBytes } from '../server/content-encoding.js';
import type { Middleware, RequestContext } from './request-context.js';

/** Types whose bodies are text. A stream of events is written outside Koa and never comes here. */
const isText = /^(?:text\/|application\/(?:json|javascript|x-ndjson|[\w.-]{1,40}\+(?:json|xml))|image\/svg\+xml)/;

/**
 * Compresses answers of 1 kB and more by Accept-Encoding. Bodies that stay the same are compressed once where they are kept
 * (`send-fixture.ts`, `gzip-page.ts`); a stream is sent as it is, since its bytes are to arrive when they are written.
 */
export function compressAnswer(): Middleware {
  return async function compressAnswer(ctx, next) {
    await next();
    if (ctx.respond === false) return;
    // A 304 has the Vary of the answer that it stands for (RFC 9110 §15.4.5).
    if (ctx.status === 304) ctx.vary('Accept-Encoding');
    if (!isText.test(ctx.response.get('Content-Type'))) return;
    ctx.vary('Accept-Encoding');
    if (ctx.res.hasHeader('Content-Encoding')) return;
    const encoding = encodingFor(ctx.get('Accept-Encoding'), 'eachTime');
    const body = encoding === 'identity' ? null : bytesOf(ctx);
    if (encoding === 'identity' || body === null || body.length < minCompressedBytes) return;
    ctx.body = await compress(body, encoding, 'eachTime');
    ctx.set('Content-Encoding', encoding);
  };
}

/** The bytes that Koa would send; `null` for a stream or no body. */
function bytesOf({ body }: RequestContext): Buffer | null {
  if (typeof body === 'string') return Buffer.from(body);
  if (Buffer.isBuffer(body)) return body;
  if (typeof body !== 'object' || body === null || 'pipe' in body) return null;
  return Buffer.from(JSON.stringify(body));
}
