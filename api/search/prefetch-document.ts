import type { RedisConnection } from '../../shared/redis/redis.js';
import { searchKey } from '../../shared/search/query.js';
import { readPage } from './read-page.js';
import type { SearchMiddleware } from './search-context.js';

/** Starts reading the search's document, so that the command shares a round trip with the rate limit's, which comes next. */
export function prefetchDocument({ redis }: { redis: RedisConnection }): SearchMiddleware {
  return async function prefetchDocument(ctx, next) {
    ctx.state.searchKey = searchKey(ctx.state.query);
    ctx.state.cached = readPage(redis, ctx.state);
    // The step that awaits it handles the error; until then it must not count as an unhandled rejection.
    ctx.state.cached.catch(() => undefined);
    await next();
  };
}
