import { searchKey } from '../../shared/search/query.js';
import { type DocumentPage, readDocument } from '../../shared/search/search-document.js';
import type { AppContext, Middleware, RequestContext } from '../context.js';

/** Starts reading the search's document, so that it travels to Redis together with the limit that comes next. */
export function prefetchDocument(context: AppContext): Middleware {
  return async function prefetchDocument(ctx, next) {
    ctx.state.searchKey = searchKey(ctx.state.query);
    ctx.state.held = readPage(context, ctx);
    // Whoever awaits it meets the error; until then it must not count as unhandled.
    ctx.state.held.catch(() => undefined);
    await next();
  };
}

/** Reads the search's document as far as the asked page needs it. */
export function readPage(
  { redis }: Pick<AppContext, 'redis'>,
  { state }: Pick<RequestContext, 'state'>,
): Promise<DocumentPage> {
  const count = Number(state.query.limit);
  return readDocument(redis, state.searchKey, { from: Number(state.query.page) * count, count });
}
