import type { RedisConnection } from '../../shared/redis/redis.js';
import { searchKey } from '../../shared/search/query/query.js';
import type { RateLimitResult, RequestWindows } from '../auth/request-windows.js';
import type { KeyUses } from '../auth/usage-rows.js';
import { readerLanguage } from '../formats/reader-language.js';
import { enforceLimit } from '../middleware/limit.js';
import { readDocumentPage } from './answer/answer.js';
import type { PageCache } from './answer/page-cache.js';
import type { SearchMiddleware, SearchState } from './search-context.js';
import type { Admission } from './wait/admission.js';
import { takeTicket, ticketHeader } from './wait/in-flight-searches.js';
import { refuseDescriptions } from './with-descriptions.js';

type CountAndReadContext = {
  redis: RedisConnection;
  windows: RequestWindows;
  keyUses: Pick<KeyUses, 'count'>;
  pages: PageCache;
  admission: Pick<Admission, 'prepare'>;
};

/**
 * Counts the request towards its caller's quota and reads the search's document and, when it is old, the state of the
 * queues, in one round trip; refuses a request beyond the quota. A search counted by the search page is not counted
 * again for its script. A cached page is read again for facets, and for a caller that limits the age of an answer.
 */
export function countAndRead({ redis, windows, keyUses, pages, admission }: CountAndReadContext): SearchMiddleware {
  const refuseBeyond = enforceLimit();
  return async function countAndRead(ctx, next) {
    const { state } = ctx;
    const { descriptions } = state.query;
    refuseDescriptions(state.caller, descriptions);
    const reader = readerLanguage(ctx.get('Accept-Language'), state.query);
    if (reader === null) state.searchKey ??= searchKey(state.query);
    else Object.assign(state, { reader, searchKey: searchKey({ ...state.query, reader }) });
    if (ctx.method === 'GET') ctx.vary('Accept-Language');
    const ticket = ctx.get(ticketHeader);
    const isCounted = ticket !== '' && (await takeTicket(redis, ticket, state));
    // In this order: the count is sent at the end of this turn of the event loop, just before the reads are flushed.
    const counting = isCounted ? leftOf(state) : windows.count(state.caller);
    const isKeptEnough = state.wanted !== 'facets' && descriptions === undefined && ctx.get('Cache-Control') === '';
    state.cached = isKeptEnough ? pages.find(state) : readDocumentPage(redis, state);
    if (state.cached instanceof Promise) {
      // The step that awaits it handles the error; until then it must not count as an unhandled rejection.
      state.cached.catch(() => undefined);
      admission.prepare();
    }
    state.rateLimit = await counting;
    const { keyId } = state.caller;
    if (keyId !== null && !isCounted) keyUses.count(keyId, state.rateLimit.allowed ? 'searches' : 'refused');
    await refuseBeyond(ctx, next);
  };

  /** The remaining quota for a request that continues a counted search. */
  async function leftOf({ caller }: SearchState): Promise<RateLimitResult> {
    return { ...(await windows.peek(caller)), allowed: true };
  }
}
