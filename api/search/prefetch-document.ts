import type { RedisConnection } from '../../shared/redis/redis.js';
import { searchKey } from '../../shared/search/query.js';
import type { Admission } from './admission.js';
import { readPage } from './read-page.js';
import type { SearchMiddleware } from './search-context.js';

/**
 * Starts reading the search's document and, when it is old, the state of the queues, so that the commands share a round trip with
 * the rate limit's, which comes next.
 */
type Context = { redis: RedisConnection; admission: Pick<Admission, 'prepare'> };

export function prefetchDocument({ redis, admission }: Context): SearchMiddleware {
  return async function prefetchDocument(ctx, next) {
    ctx.state.searchKey = searchKey(ctx.state.query);
    ctx.state.cached = readPage(redis, ctx.state);
    // The step that awaits it handles the error; until then it must not count as an unhandled rejection.
    ctx.state.cached.catch(() => undefined);
    admission.prepare();
    await next();
  };
}
