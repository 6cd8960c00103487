import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { parseQuery } from '../../shared/search/query/parse-query.js';
import { type SearchQuery, searchKey } from '../../shared/search/query/query.js';
import type { Caller } from '../auth/request-windows.js';
import { formatFor } from '../formats/format.js';
import { vary } from '../middleware/answer.js';
import type { Middleware, RequestContext, RequestState } from '../middleware/identify.js';
import { invalidRequest } from '../middleware/problems.js';
import { isJsonType, parseJsonBody } from '../middleware/read-json.js';
import type { SearchMiddleware } from './search-context.js';

/** Reads the format of a search's answer from Accept. */
export function readFormat(): SearchMiddleware {
  return function readFormat(ctx, next) {
    vary(ctx.res, 'Accept');
    ctx.state.format = formatFor(ctx.req.headers.accept || undefined);
    return next();
  };
}

/** Has a search answered with its facets. */
export function wantFacets(): SearchMiddleware {
  return function wantFacets(ctx, next) {
    ctx.state.wanted = 'facets';
    return next();
  };
}

/** A client's preferences about waiting (RFC 7240); `waitSeconds` is `null` when it names no valid time. */
type Preferences = { waitSeconds: number | null; respondAsync: boolean };

/** Reads `Prefer: respond-async, wait=N`, N at most `maxSeconds`. Malformed and unknown parts are ignored (RFC 7240 §2). */
export function readPreferences(header: string, maxSeconds: number): Preferences {
  const preferences: Preferences = { waitSeconds: null, respondAsync: false };
  // A comma within quotes does not separate.
  for (const preference of header.match(/(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g) ?? []) {
    const [, seconds] = /^\s*wait\s*=\s*"?(\d{1,6})"?\s*(?:;.*)?$/i.exec(preference) ?? [];
    if (seconds !== undefined && Number(seconds) >= 1)
      preferences.waitSeconds ??= Math.min(Number(seconds), maxSeconds);
    if (/^respond-async(?:\s*=\s*"")?\s*(?:;.*)?$/i.test(preference.trim())) preferences.respondAsync = true;
  }
  return preferences;
}

/** A request for a new collection: nothing older than `maxAgeSeconds`, which is `newerThan` in epoch milliseconds. */
export type RequestCacheControl = { maxAgeSeconds: number; newerThan: number };

/**
 * Reads the request's Cache-Control (RFC 9111 §5.2.1): `no-cache`, or `max-age=N` seconds; `null` when it has neither
 * in valid form. Only for callers with a key; otherwise the header is ignored.
 */
export function readRequestCacheControl(
  cacheControl: string,
  { keyId }: Pick<Caller, 'keyId'>,
  now: Date,
): RequestCacheControl | null {
  if (keyId === null || cacheControl === '') return null;
  const ages = cacheControl.split(',').flatMap((directive) => {
    const [, noCache, seconds] = /^\s*(?:(no-cache)|max-age\s*=\s*"?(\d{1,9})"?)\s*$/i.exec(directive) ?? [];
    return noCache !== undefined ? [0] : seconds !== undefined ? [Number(seconds)] : [];
  });
  if (ages.length === 0) return null;
  const maxAgeSeconds = Math.min(...ages);
  return { maxAgeSeconds, newerThan: now.getTime() - maxAgeSeconds * 1000 };
}

/** A parsed search with the key of its document. */
type ParsedSearch = { query: SearchQuery; searchKey: string };

/** Parses the body into a search of canonical words, or throws `invalid-request` with every mistake. */
export function readQuery(): Middleware<RequestState & ParsedSearch> {
  return function readQuery(ctx, next) {
    Object.assign(ctx.state, parse(ctx.request.body));
    return next();
  };
}

/** Recently parsed searches by their body, byte for byte: a body's meaning never changes. */
type KnownBodies = LRUCache<string, ParsedSearch>;

/** Bytes of those bodies and queries; a body longer than any ordinary search is parsed each time. */
const maxKnownBytes = 4_000_000;
const maxBodyLength = 1000;

/** An entry's weight without its body. */
const entryOverhead = 400;

/** The same for a raw body, read here; one that was sent before is not parsed again. */
export function readSearch(): Middleware<RequestState & ParsedSearch> {
  const bodies: KnownBodies = new LRUCache({ maxSize: maxKnownBytes });
  const readBody = parseJsonBody();
  const readNew = async (ctx: RequestContext): Promise<ParsedSearch> => {
    await readBody(ctx, async () => undefined);
    const parsed = parse(ctx.request.body);
    const body = String(ctx.request.rawBody);
    if (body.length <= maxBodyLength) bodies.set(body, parsed, { size: entryOverhead + 2 * body.length });
    return parsed;
  };
  return async function readSearch(ctx, next) {
    const parsed = (await readKnown(ctx.req, bodies)) ?? (await readNew(ctx));
    ctx.state.query = parsed.query;
    ctx.state.searchKey = parsed.searchKey;
    return next();
  };
}

function parse(body: unknown): ParsedSearch {
  const parsed = parseQuery(body);
  if ('errors' in parsed) throw invalidRequest(parsed, 'fields');
  return { query: parsed.query, searchKey: searchKey(parsed.query) };
}

/** The search that this body meant before; `null` when it is new or incomplete: then it can still be read. */
async function readKnown(request: IncomingMessage, bodies: KnownBodies): Promise<ParsedSearch | null> {
  const { 'content-type': type = '', 'content-length': length = '0', 'content-encoding': encoding } = request.headers;
  // A stream that ended without data cannot be put back.
  if (!isJsonType(type) || !(Number(length) > 0) || encoding !== undefined) return null;
  if (request.readableLength === 0) await new Promise<void>((resolve) => request.once('readable', resolve));
  const body = request.read() as Buffer | null;
  if (body === null) return null;
  const known = String(body.length) === length ? bodies.get(body.toString()) : undefined;
  if (known !== undefined) return known;
  request.unshift(body);
  return null;
}
