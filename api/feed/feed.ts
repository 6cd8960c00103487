import { matchesTag } from '../middleware/send-tagged.js';
import type { SearchMiddleware } from '../search/search-context.js';

/**
 * GET /api/jobs/feed: a search as a feed or table, for programs that can only read an address. The search itself is answered
 * by the middleware after this one; a client whose copy is current gets 304, and counts as a search all the same.
 */
export function feedRoute(): SearchMiddleware {
  return async function feed(ctx, next) {
    await next();
    if (ctx.status !== 200 || typeof ctx.body !== 'string') return;
    // A spreadsheet takes an address, and a table without this mark for one in the system's own encoding; programs ask by Accept.
    if (ctx.state.format === 'csv' && ctx.query.format !== undefined) ctx.body = `\uFEFF${ctx.body}`;
    // The client may keep its copy to ask whether it is current; `no-store` would forbid that.
    ctx.set('Cache-Control', 'private, no-cache');
    const tags = ctx.get('If-None-Match');
    const isCurrent =
      tags === ''
        ? isUnmodified(ctx.get('If-Modified-Since'), ctx.response.get('Last-Modified'))
        : matchesTag(tags, ctx.response.get('ETag'));
    if (!isCurrent) return;
    ctx.status = 304;
    ctx.remove('Content-Disposition');
  };
}

/** Whether a copy of `since` is as new as the feed; both are HTTP dates, which have whole seconds (RFC 9110 §13.1.3). */
function isUnmodified(since: string, lastModified: string): boolean {
  const at = Date.parse(since);
  return !Number.isNaN(at) && at >= Date.parse(lastModified);
}
