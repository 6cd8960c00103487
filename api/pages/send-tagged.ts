import type { RequestContext } from '../middleware/request-context.js';

/** A representation with its entity tag. */
export type Tagged = { tag: string; type: string; body: string | Buffer };

/**
 * Sends a representation, or 304 to who has it already (RFC 9110 §13.1.2, weak comparison). `ctx.fresh` would send it
 * whole to every client that also says `Cache-Control: no-cache`, as fetch does beside a tag.
 */
export function sendTagged(ctx: RequestContext, { tag, type, body }: Tagged): void {
  ctx.set('ETag', tag);
  const strong = (text: string) => text.trim().replace(/^W\//, '');
  const held = ctx.get('If-None-Match').split(',').map(strong);
  if (held.includes('*') || held.includes(strong(tag))) {
    ctx.status = 304;
    return;
  }
  ctx.status = 200;
  ctx.set('Content-Type', type);
  ctx.body = body;
}
