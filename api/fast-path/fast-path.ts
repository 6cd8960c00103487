import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../shared/config.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { SearchQuery } from '../../shared/search/query.js';
import type { Tracing } from '../../shared/tracing/tracing.js';
import type { Caller } from '../auth/caller.js';
import { type CallerContext, callerWithKnownKey, callerWithoutKey } from '../auth/find-caller.js';
import type { RateLimitResult, RequestWindows } from '../auth/request-windows.js';
import type { WriteAccessLog } from '../middleware/access-log.js';
import { rateLimitHeader, rateLimitPolicyHeader } from '../middleware/limit.js';
import type { Middleware, RequestState } from '../middleware/request-context.js';
import { requestIdOf } from '../middleware/request-id.js';
import { createFindHostProblem } from '../middleware/require-host.js';
import { ageOf, cacheStatus } from '../search/answer.js';
import type { CountSearches } from '../search/count-search.js';
import { freshnessOf } from '../search/freshness.js';
import type { SearchPopularity } from '../search/search-popularity.js';
import { baseHeaders } from '../server/base-headers.js';
import { encodingFor, minCompressedBytes } from '../server/content-encoding.js';
import type { GracefulShutdown } from '../server/graceful-shutdown.js';
import { type GzippedPage, joinGzip } from './gzip-page.js';
import { type CachedPage, createPageCache, type PageCache } from './page-cache.js';
import { createParsedBodyCache, type ParsedBodyCache, type ParsedSearch } from './parsed-body-cache.js';
import { isPlainSearch, readKnownBody, searchPath } from './plain-search.js';
import {
  type CompletedSteps,
  type HandedOver,
  resumeFromFastPath,
  type UnlessCompleted,
  unlessCompleted,
} from './resume-from-fast-path.js';

/**
 * The fast path: answers a search whose body came before and whose document is fresh without Koa, with the same headers
 * and body (docs/decisions/0008-the-fast-path.md). This object is its only connection to the rest of the API.
 */
export type FastPath = {
  /** A listener that answers what it can and hands every other request to Koa's. */
  wrap(koaHandler: RequestListener): RequestListener;
  /** The first middleware of the search route. */
  resume: Middleware<RequestState & { query: SearchQuery }>;
  unlessCompleted: UnlessCompleted;
  close(): void;
};

/** Every request takes the middleware. */
export const noFastPath: FastPath = {
  wrap: (koaHandler) => koaHandler,
  resume: (_, next) => next(),
  unlessCompleted: (_, middleware) => middleware,
  close: () => undefined,
};

export type FastPathContext = CallerContext & {
  config: Pick<Config, 'FAST_PATH' | 'CORS_ORIGIN' | 'HOST' | 'PUBLIC_HOSTS'>;
  tracing: Pick<Tracing, 'on'>;
  redis: RedisConnection;
  /** Announcements of changed documents. */
  documents: Listener;
  windows: RequestWindows;
  popularity: SearchPopularity;
  counts: CountSearches;
  writeAccessLog: WriteAccessLog;
  sourcesHash: () => string | null;
  shutdown: Pick<GracefulShutdown, 'draining'>;
  now: () => Date;
};

/** The fast path where the settings allow it: CORS headers and traces are the middleware's. */
export function createFastPath(context: FastPathContext): FastPath {
  const { config, tracing, redis, documents, now } = context;
  if (config.FAST_PATH === 'off' || config.CORS_ORIGIN.length > 0 || tracing.on) return noFastPath;
  const pages = createPageCache({ redis, listener: documents, now });
  const parsedBodies = createParsedBodyCache();
  const handedOver: HandedOver = new WeakMap();
  const parts: Parts = { context, pages, callers: new LRUCache({ maxSize: callerBytes }) };
  return {
    wrap: (koaHandler) => createListener(parts, { koaHandler, parsedBodies, handedOver }),
    resume: resumeFromFastPath(handedOver, parsedBodies),
    unlessCompleted,
    close: pages.close,
  };
}

/** Bytes of callers without a key, cached by their addresses, and what one weighs besides these. */
const callerBytes = 1_000_000;
const callerOverhead = 300;

type Parts = { context: FastPathContext; pages: PageCache; callers: LRUCache<string, Caller> };
type Search = { request: IncomingMessage; response: ServerResponse; parsed: ParsedSearch; startedAt: number };

function createListener(
  parts: Parts,
  {
    koaHandler,
    parsedBodies,
    handedOver,
  }: { koaHandler: RequestListener; parsedBodies: ParsedBodyCache; handedOver: HandedOver },
): RequestListener {
  const { config, shutdown } = parts.context;
  const findHostProblem = createFindHostProblem(config);
  return function fastPath(request, response) {
    if (shutdown.draining.aborted || !isPlainSearch(request) || findHostProblem(request) !== null)
      return koaHandler(request, response);
    const startedAt = performance.now();
    request.once('readable', () => {
      const parsed = readKnownBody(request, parsedBodies);
      if (parsed === null) return koaHandler(request, response);
      const handOver = (completed: CompletedSteps): void => {
        handedOver.set(request, completed);
        koaHandler(request, response);
      };
      const search = { request, response, parsed, startedAt };
      prepare(parts, search).then(
        (prepared) => ('page' in prepared ? send(parts, search, prepared) : handOver(prepared)),
        // The middleware meets the same error and answers with its problem.
        () => handOver({ query: parsed.query }),
      );
    });
  };
}

type Prepared = {
  caller: Caller;
  rateLimit: RateLimitResult;
  page: CachedPage;
  /** The page's compressed parts, for a client that accepts gzip. */
  gzipped: GzippedPage | null;
  now: number;
};

/** The page to send, or the completed steps when the middleware has to answer. */
async function prepare(parts: Parts, { request, parsed }: Search): Promise<Prepared | CompletedSteps> {
  const { context, pages } = parts;
  const { query, key } = parsed;
  const { authorization } = request.headers;
  const caller =
    authorization === undefined ? unkeyedCaller(parts, request) : await callerWithKnownKey(context, authorization);
  if (caller === null) return { query };
  // In this order: the count is sent at the end of this turn of the event loop, just before the reads are flushed.
  const counting = context.windows.count(caller);
  const found = pages.find(key, query);
  // A failed read must not lose the count; the middleware reads again and reports its error.
  const reading = found instanceof Promise ? found.catch(() => null) : found;
  const [rateLimit, page] = await Promise.all([counting, reading]);
  const now = context.now().getTime();
  if (!rateLimit.allowed || page === null || freshnessOf(page.head, now, context.sourcesHash()) !== 'fresh')
    return { query, caller, rateLimit };
  // A failed compression must not lose the count either.
  const gzipped = isGzipped(request, page) ? await pages.gzip(key, page).catch(() => null) : null;
  return { caller, rateLimit, page, gzipped, now };
}

function isGzipped({ headers }: IncomingMessage, { before, after }: CachedPage): boolean {
  return (
    before.length + after.length >= minCompressedBytes &&
    encodingFor(headers['accept-encoding']?.toString(), 'eachTime') === 'gzip'
  );
}

/** The caller without a key, by the addresses the request came from. */
function unkeyedCaller({ context, callers }: Parts, request: IncomingMessage): Caller {
  const name = `${request.socket.remoteAddress} ${String(request.headers['x-forwarded-for'] ?? '')}`;
  const known = callers.get(name);
  if (known !== undefined) return known;
  const caller = callerWithoutKey(context, request);
  callers.set(name, caller, { size: callerOverhead + 2 * name.length });
  return caller;
}

function send(
  { context }: Parts,
  { request, response, parsed, startedAt }: Search,
  { caller, rateLimit, page, gzipped, now }: Prepared,
): void {
  const tookMs = performance.now() - startedAt;
  const { head, before, after } = page;
  const age = ageOf(page, { head, now, tookMs });
  const compressed = gzipped === null ? null : joinGzip(gzipped, age);
  const requestId = requestIdOf(request);
  const cache = cacheStatus({ outcome: 'hit', head, refreshing: false, now });
  response.writeHead(200, [
    'X-Request-Id',
    requestId,
    ...constantHeaders,
    'RateLimit-Policy',
    rateLimitPolicyHeader(caller),
    'RateLimit',
    rateLimitHeader(caller, rateLimit),
    'Cache-Status',
    cache,
    'Content-Type',
    'application/json; charset=utf-8',
    'Vary',
    'Accept, Accept-Encoding',
    ...(compressed === null ? [] : ['Content-Encoding', 'gzip']),
    'Content-Length',
    String(compressed?.length ?? before.length + age.length + after.length),
  ]);
  if (compressed !== null) response.end(compressed);
  else if (typeof after === 'string') response.end(before + age + after, 'latin1');
  else {
    response.write(before + age, 'latin1');
    response.end(after);
  }
  context.popularity.add(parsed.key, parsed.query, caller);
  context.counts.add(headersOf(request), { outcome: 'cached', place: head.place, tookMs, caller: caller.bucket });
  context.writeAccessLog({
    method: 'POST',
    path: searchPath,
    route: searchPath,
    status: 200,
    caller,
    requestId,
    search: parsed.key,
    cache,
    ms: performance.now() - startedAt,
  });
}

const constantHeaders: readonly string[] = Object.entries(baseHeaders).flat();

/** Reads headers as Koa's `ctx.get` does. */
function headersOf({ headers }: IncomingMessage): { get(name: 'User-Agent' | 'Referer'): string } {
  return {
    get: (name) =>
      String((name === 'User-Agent' ? headers['user-agent'] : (headers.referrer ?? headers.referer)) ?? ''),
  };
}
