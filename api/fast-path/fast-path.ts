import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createRecent, type Recent } from '../../shared/bounded-cache.js';
import { countHostHeaders, createHostCheck } from '../../shared/http/http-hosts.js';
import type { SearchQuery } from '../../shared/search/query.js';
import type { Turn } from '../auth/request-windows.js';
import type { Caller, House } from '../context.js';
import { createQuickLog } from '../middleware/access-log.js';
import { callerWithGoodKey, callerWithoutKey } from '../middleware/authenticate.js';
import { policyOf, rateLimit } from '../middleware/limit.js';
import { requestIdOf } from '../middleware/request-id.js';
import { ageOf, cacheStatus } from '../search/answer.js';
import { judge } from '../search/freshness.js';
import { baseHeaders } from '../server/base-headers.js';
import type { ReadyPage } from './page-cache.js';
import type { KnownSearch } from './parsed-body-cache.js';

/** What a request brings along that changed over to the long way after its body was read. */
export type Begun = { query: SearchQuery; turn?: Turn };

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
export function createShortWay(house: House, longWay: RequestListener): RequestListener {
  if (house.config.CORS_ORIGIN.length > 0 || house.tracing.on) return longWay;
  const { leaving } = house.departure;
  const log = createQuickLog(house, { method: 'POST', route: path });
  const isAnswered = createHostCheck(house.config);
  const tools: Tools = { house, callers: createRecent<Caller>(callerBytes), log };
  return function shortWay(request, response) {
    if (leaving.aborted || !isPlain(request) || !isAnswered(request.headers.host ?? ''))
      return longWay(request, response);
    const startedAt = performance.now();
    request.once('readable', () => {
      const known = recall(house, request);
      if (known === null) return longWay(request, response);
      const goOn = (begun: Begun): void => {
        house.begun.set(request, begun);
        longWay(request, response);
      };
      const visit = { request, response, known, startedAt };
      look(tools, visit).then(
        (seen) => ('page' in seen ? send(tools, visit, seen) : goOn(seen)),
        // Whatever went wrong, the long way meets it too and says it well.
        () => goOn({ query: known.query }),
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
function recall({ knownBodies }: House, request: IncomingMessage): KnownSearch | null {
  const body = request.read() as Buffer | null;
  if (body === null) return null;
  const isWhole = String(body.length) === request.headers['content-length'];
  const known = isWhole ? knownBodies.find(body.toString()) : undefined;
  if (known !== undefined) return known;
  request.unshift(body);
  return null;
}

type Tools = { house: House; callers: Recent<Caller>; log: ReturnType<typeof createQuickLog> };
type Visit = { request: IncomingMessage; response: ServerResponse; known: KnownSearch; startedAt: number };

/** The page to send, or what the long way needs to go on. */
async function look(tools: Tools, { request, known }: Visit): Promise<Found | Begun> {
  const { house } = tools;
  const { authorization } = request.headers;
  const caller = authorization === undefined ? callerOf(request, tools) : await callerWithGoodKey(house, authorization);
  if (caller === null) return { query: known.query };
  // In this order: the turn is taken at the end of this turn of the event loop, just before the reads leave.
  const taking = house.windows.take(caller);
  const [turn, page] = await Promise.all([taking, house.pages.find(known.key, known.query)]);
  const now = house.now().getTime();
  if (!turn.allowed || page === null || judge(page.head, now, house.sourcesPrint()) !== 'fresh')
    return { query: known.query, turn };
  return { caller, turn, page, now };
}

/** The caller without a key; the same address is the same caller. */
function callerOf(request: IncomingMessage, { house, callers }: Tools): Caller {
  const name = `${request.socket.remoteAddress} ${String(request.headers['x-forwarded-for'] ?? '')}`;
  const known = callers.get(name);
  if (known !== undefined) return known;
  const caller = callerWithoutKey(house, request);
  callers.set(name, caller, callerOverhead + 2 * name.length);
  return caller;
}

type Found = { caller: Caller; turn: Turn; page: ReadyPage; now: number };

function send(
  { house, log }: Tools,
  { request, response, known, startedAt }: Visit,
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
  house.asked.add(known.key, known.query, caller);
  house.counts.add(asker(request), { outcome: 'cached', place: head.place, tookMs, caller: caller.bucket });
  log(caller, { requestId, search: known.key, cache, ms: performance.now() - startedAt });
}

const constantHeaders: readonly string[] = Object.entries(baseHeaders).flat();

function asker({ headers }: IncomingMessage): { get(name: string): string } {
  return {
    get: (name) =>
      ((name === 'User-Agent' ? headers['user-agent'] : (headers.referrer ?? headers.referer)) as string) ?? '',
  };
}
