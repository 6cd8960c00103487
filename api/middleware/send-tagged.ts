import { createHash } from 'node:crypto';
import type { RequestContext } from './request-context.js';

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
 * used because it ignores If-None-Match beside `Cache-Control: no-cache`, which fetch sends with every conditional request.
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
