import { searchKey } from '../shared/query.js';
import { readDocument } from '../shared/search-document.js';
import type { Door, House } from './house.js';

/** Starts reading the search's document, so that it travels to Redis together with the limit that comes next. */
export function readHeld({ redis }: House): Door {
  return async function readHeld(ctx, next) {
    const { query } = ctx.state;
    const count = Number(query.limit);
    ctx.state.searchKey = searchKey(query);
    ctx.state.held = readDocument(redis, ctx.state.searchKey, { from: Number(query.page) * count, count });
    // Whoever awaits it meets the error; until then it must not count as unhandled.
    ctx.state.held.catch(() => undefined);
    await next();
  };
}
