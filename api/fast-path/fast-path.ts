import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type BoundedCache, createBoundedCache } from '../../shared/bounded-cache.js';
import { countHostHeaders, createHostCheck } from '../../shared/http/http-hosts.js';
import type { SearchQuery } from '../../shared/search/query.js';
import type { Turn } from '../auth/request-windows.js';
import type { AppContext, Caller } from '../context.js';
import { createQuickLog } from '../middleware/access-log.js';
import { callerWithGoodKey, callerWithoutKey } from '../middleware/authenticate.js';
import { policyOf, rateLimit } from '../middleware/limit.js';
import { requestIdOf } from '../middleware/request-id.js';
import { ageOf, cacheStatus } from '../search/answer.js';
import { freshnessOf } from '../search/freshness.js';
import { baseHeaders } from '../server/base-headers.js';
import type { CachedPage } from './page-cache.js';
import type { ParsedSearch } from './parsed-body-cache.js';

/** What a request brings along that changed over to the long way after its body was read. */
export type ResumedRequest = { query: SearchQuery; turn?: Turn };

const path = '/api/jobs/search';
const types: ReadonlySet<string> = new Set(['application/json', 'application/json; charset=utf-8']);

/** Bytes of callers remembered by their address, and what each weighs besides it. */
const callerBytes = 1_000_000;
const callerOverhead = 300;

/** Headers that ask for something out of the ordinary. */
const unusual = ['cache-control', 'content-encoding', 'transfer-encoding', 'expect', 'origin', 'traceparent'] as const;

/**
 * Answers a search that came before word for word and is held fresh, without Koa: the same headers and the same body as by
 * the long way, its turn taken and its line written. Whatever is not plain about a request goes the long way from where
 * it is; nothing has been answered by then.
 */
export function createFastPath(context: AppContext, koaHandler: RequestListener): RequestListener {
  if (context.config.CORS_ORIGIN.length > 0 || context.tracing.on) return koaHandler;
  const { leaving } = context.shutdown;
  const log = createQuickLog(context, { method: 'POST', route: path });
  const isAnswered = createHostCheck(context.config);
  const tools: Tools = { context, callers: createBoundedCache<Caller>(callerBytes), log };
  return function fastPath(request, response) {
    if (leaving.aborted || !isPlain(request) || !isAnswered(request.headers.host ?? ''))
      return koaHandler(request, response);
    const startedAt = performance.now();
    request.once('readable', () => {
      const known = recall(context, request);
      if (known === null) return koaHandler(request, response);
      const resumeFromFastPath = (begun: ResumedRequest): void => {
        context.begun.set(request, begun);
        koaHandler(request, response);
      };
      const visit = { request, response, known, startedAt };
      look(tools, visit).then(
        (seen) => ('page' in seen ? send(tools, visit, seen) : resumeFromFastPath(seen)),
        // Whatever went wrong, the long way meets it too and says it well.
        () => resumeFromFastPath({ query: known.query }),
      );
    });
  };
}

function isPlain({ method, url, headers, rawHeaders }: IncomingMessage): boolean {
  if (method !== 'POST' || url !== path || countHostHeaders(rawHeaders) !== 1) return false;
  if (!types.has(headers['content-type'] ?? '') || headers['content-length'] === undefined) return false;
  // A kind of text may be asked for, and an event stream is one.
  if (headers.accept?.includes('text/')) return false;
  return unusual.every((name) => headers[name] === undefined);
}

/** The search that this body asked for before; otherwise the body is put back for the long way. */
function recall({ parsedBodies }: AppContext, request: IncomingMessage): ParsedSearch | null {
  const body = request.read() as Buffer | null;
  if (body === null) return null;
  const isWhole = String(body.length) === request.headers['content-length'];
  const known = isWhole ? parsedBodies.find(body.toString()) : undefined;
  if (known !== undefined) return known;
  request.unshift(body);
  return null;
}

type Tools = { context: AppContext; callers: BoundedCache<Caller>; log: ReturnType<typeof createQuickLog> };
type RequestContext = { request: IncomingMessage; response: ServerResponse; known: ParsedSearch; startedAt: number };

/** The page to send, or what the long way needs to go on. */
async function look(tools: Tools, { request, known }: RequestContext): Promise<Found | ResumedRequest> {
  const { context } = tools;
  const { authorization } = request.headers;
  const caller =
    authorization === undefined ? callerOf(request, tools) : await callerWithGoodKey(context, authorization);
  if (caller === null) return { query: known.query };
  // In this order: the turn is taken at the end of this turn of the event loop, just before the reads leave.
  const taking = context.windows.take(caller);
  const [turn, page] = await Promise.all([taking, context.pages.find(known.key, known.query)]);
  const now = context.now().getTime();
  if (!turn.allowed || page === null || freshnessOf(page.head, now, context.sourcesPrint()) !== 'fresh')
    return { query: known.query, turn };
  return { caller, turn, page, now };
}

/** The caller without a key; the same address is the same caller. */
function callerOf(request: IncomingMessage, { context, callers }: Tools): Caller {
  const name = `${request.socket.remoteAddress} ${String(request.headers['x-forwarded-for'] ?? '')}`;
  const known = callers.get(name);
  if (known !== undefined) return known;
  const caller = callerWithoutKey(context, request);
  callers.set(name, caller, callerOverhead + 2 * name.length);
  return caller;
}

type Found = { caller: Caller; turn: Turn; page: CachedPage; now: number };

function send(
  { context, log }: Tools,
  { request, response, known, startedAt }: RequestContext,
  { caller, turn, page, now }: Found,
): void {
  const tookMs = performance.now() - startedAt;
  const { head, before, after } = page;
  const begin = before + ageOf(page, { head, now, tookMs });
  const requestId = requestIdOf(request);
  const cache = cacheStatus({ way: 'hit', head, refreshing: false, now });
  response.writeHead(200, [
    'X-Request-Id',
    requestId,
    ...constantHeaders,
    'RateLimit-Policy',
    policyOf(caller),
    'RateLimit',
    rateLimit(caller, turn),
    'Cache-Status',
    cache,
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(begin.length + after.length),
  ]);
  if (typeof after === 'string') response.end(begin + after, 'latin1');
  else {
    response.write(begin, 'latin1');
    response.end(after);
  }
  context.asked.add(known.key, known.query, caller);
  context.counts.add(asker(request), { outcome: 'cached', place: head.place, tookMs, caller: caller.bucket });
  log(caller, { requestId, search: known.key, cache, ms: performance.now() - startedAt });
}

const constantHeaders: readonly string[] = Object.entries(baseHeaders).flat();

function asker({ headers }: IncomingMessage): { get(name: string): string } {
  return {
    get: (name) =>
      ((name === 'User-Agent' ? headers['user-agent'] : (headers.referrer ?? headers.referer)) as string) ?? '',
  };
}
