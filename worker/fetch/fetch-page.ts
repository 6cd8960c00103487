import { hideFromNow } from '../../shared/secrets/redact.js';
import { inTurn } from '../process/cooperative.js';
import type { Login, PageRequest, PageResponse, ReceivedPage } from '../sources/source.js';
import { SourceError } from '../sources/source.js';
import { decodePage } from './decode-page.js';
import type { FetchRaw, RawResponse } from './fetch-raw.js';
import type { HostAnswer, HostPace } from './host-pace.js';
import { fetchLimits } from './limits.js';
import { createGetToken, type GetToken } from './oauth-token.js';
import { hashOfPage, readPackedPage, readPage } from './read-page.js';
import {
  type CachedHead,
  type CachedPage,
  cachedPageKey,
  conditionalHeaders,
  type RevalidationCache,
} from './revalidation-cache.js';
import type { RobotsCheck } from './robots.js';
import type { HttpResponse } from './send-request.js';

export type FetchOptions = {
  signal: AbortSignal;
  userAgent: string;
  perMinute: number;
  concurrency: number;
  /** See `RawRequest`. */
  proxyUrl?: string | undefined;
  /** See `RobotsCheck`. */
  permitted?: string | undefined;
  /** The client whose token is sent with requests to this origin. */
  login?: Login | undefined;
  /** The page lists matches of a caller's query: it is cached only briefly for revalidation. */
  brief?: boolean;
};

/** Fetches a page like `FetchHashed` and decodes it. */
export type FetchPage = (request: PageRequest, options: FetchOptions) => Promise<PageResponse>;

/** A response that is loaded only when read. */
export type FetchedPage = {
  /** The hash of the response (`hashOfPage`). */
  hash: string;
  /**
   * Reads the response, once. After a 304 it is the cached one; if that has been evicted, the page is requested again
   * without validators, so that the result's `hash` may differ.
   */
  read(): Promise<ReceivedPage>;
  /** Bytes that `read` keeps in memory. */
  heldBytes: number;
};

/**
 * Fetches a page by HTTP: through the SSRF guard, within robots.txt, the host's pace and all limits. A cached page is
 * revalidated, and its body is not loaded unless read. Resolves for 2xx responses and for a 304; throws `SourceError`
 * otherwise.
 */
export type FetchHashed = (request: PageRequest, options: FetchOptions) => Promise<FetchedPage>;

const accepts: Record<PageRequest['accept'], string> = {
  json: 'application/json, text/json;q=0.9, */*;q=0.1',
  xml: 'application/xml, text/xml, application/rss+xml, application/atom+xml;q=0.9, */*;q=0.1',
  page: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
};

type FetchPageTools = { fetchRaw: FetchRaw; robots: RobotsCheck; pace: HostPace; revalidationCache: RevalidationCache };

/** Further headers of a request to a login's origin: its token, and a mark that distinguishes its answers. */
type Authorised = { headers: Record<string, string>; ofClient: Record<string, string> };
const anonymous: Authorised = { headers: {}, ofClient: {} };

async function authorise(getToken: GetToken, url: URL, options: FetchOptions): Promise<Authorised> {
  const { login } = options;
  if (login === undefined || url.origin !== login.origin) return anonymous;
  const token = await getToken(login.client, options);
  return { headers: { authorization: `Bearer ${token}` }, ofClient: { client: login.client.clientId } };
}

/** Headers that authenticate a request: their values may be tokens, or derived from a key. */
const secretHeader = /^(?:proxy-)?authorization|cookie|token|secret|session|key/i;

/** Hides a request's credentials before its host can echo them. The word before them (`Bearer`) is not secret. */
function hideCredentials(headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers))
    if (secretHeader.test(name)) hideFromNow(value.replace(/^[A-Za-z]{1,10} /, ''));
}

/** Decodes every page at once. */
export const decoding =
  (fetchHashed: FetchHashed): FetchPage =>
  async (request, options) => {
    const page = await (await fetchHashed(request, options)).read();
    return inTurn(() => decodePage(page, request));
  };

export function createFetchHashed(tools: FetchPageTools): FetchHashed {
  const { revalidationCache } = tools;
  const getToken = createGetToken(tools.fetchRaw);

  const fetchHashed = async (
    request: PageRequest,
    options: FetchOptions,
    { conditional = true } = {},
  ): Promise<FetchedPage> => {
    const { userAgent, brief = false } = options;
    const sent = { 'user-agent': userAgent, accept: accepts[request.accept] };
    const requestHeaders = {
      ...(request.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    };
    const url = parse(request.url);
    const { headers: token, ofClient } = await authorise(getToken, url, options);
    const own = { ...requestHeaders, ...token };
    hideCredentials(own);
    // A POST is a query, whose response is not cached.
    const cacheKey =
      request.method === 'POST' ? null : cachedPageKey(url.href, { ...sent, ...requestHeaders, ...ofClient });
    // Read while the request waits for the host's pace.
    const reading = cacheKey === null ? Promise.resolve(null) : revalidationCache.readHead(cacheKey);
    reading.catch(() => undefined);
    const readOf = (page: CachedPage) => (): Promise<ReceivedPage> =>
      page.packedDigest !== undefined && request.list !== undefined
        ? readPackedPage(page, request.list, userAgent)
        : inTurn(() => readPage(page, request, userAgent));
    const answer = await send(tools, {
      url,
      request,
      options,
      headers: { sent, own },
      reading,
      conditional,
    });
    getToken.note(answer.status, options.login?.client);
    const cached = await reading;
    if (answer.status === 304 && cached !== null && cacheKey !== null && conditional) {
      const again = () => fetchHashed(request, options, { conditional: false });
      const read = async (): Promise<ReceivedPage> => {
        const page = await revalidationCache.read(cacheKey);
        return page === null ? (await again()).read() : readOf(page)();
      };
      // The previous release cached no hash.
      const hash = cached.hash ?? (await revalidationCache.read(cacheKey))?.hash;
      return hash === undefined ? again() : { hash, read, heldBytes: 0 };
    }
    refuseStatus(answer.status, answer.headers['retry-after']);
    // Responses that arrive together are hashed one after the other: a large one takes ten milliseconds.
    const page = await inTurn(() => asCachedPage(answer));
    if (cacheKey !== null) {
      // An unconditional request means that the cached body has gone: the page is cached again, even if unchanged.
      const previous = conditional || cached === null ? cached : { ...cached, hash: null };
      await revalidationCache.write(cacheKey, page, { previous, brief });
    }
    return {
      hash: page.hash,
      read: readOf(page),
      heldBytes: page.body.length,
    };
  };
  return (request, options) => fetchHashed(request, options);
}

type Sending = {
  url: URL;
  request: PageRequest;
  options: FetchOptions;
  headers: { sent: Record<string, string>; own: Record<string, string> };
  reading: Promise<CachedHead | null>;
  conditional: boolean;
};

function send(
  { fetchRaw, robots, pace }: FetchPageTools,
  { url, request, options, headers: { sent, own }, reading, conditional }: Sending,
): Promise<RawResponse> {
  const { signal, userAgent, perMinute, concurrency, proxyUrl, permitted } = options;
  let cached: CachedHead | null = null;
  return fetchRaw({
    url: url.href,
    method: request.method ?? 'GET',
    headers: sent,
    ownHeaders: own,
    headersFor: (hop) => (cached === null ? {} : conditionalHeaders(cached, hop)),
    ...(request.json === undefined ? {} : { body: JSON.stringify(request.json) }),
    signal,
    proxyUrl,
    maxBytes: request.accept === 'page' ? fetchLimits.pageBytes : fetchLimits.bodyBytes,
    ...(request.list === undefined ? {} : { packedBeyond: fetchLimits.listBytes, ms: fetchLimits.listMs }),
    // Each request of a redirect chain obeys the robots.txt and the pace of its own host.
    async aroundHop(hop, run) {
      const crawlDelaySeconds = await robots(hop, { userAgent, signal, proxyUrl, permitted });
      cached = conditional ? await reading : null;
      return pace(hop.host, { perMinute, concurrency, crawlDelaySeconds }, { signal, run, answerOf });
    },
  });
}

/** How a host answered a request, for its pace. */
const answerOf = ({ status, waitedMs }: HttpResponse): HostAnswer => ({ status, waitedMs });

/** A response marked no-store (RFC 9111 §5.2.2.5) gets no validators, so that it is not cached. */
function asCachedPage({ url, headers, body, packed }: RawResponse): CachedPage {
  const mayKeep = !/\bno-store\b/i.test(headers['cache-control'] ?? '');
  const page = {
    url,
    contentType: headers['content-type'] ?? '',
    robotsTag: headers['x-robots-tag'] ?? null,
    body,
    ...(packed === undefined ? {} : { packedDigest: packed.digest }),
  };
  return {
    ...page,
    hash: hashOfPage(page),
    etag: mayKeep ? (headers.etag ?? null) : null,
    lastModified: mayKeep ? (headers['last-modified'] ?? null) : null,
  };
}

function parse(url: string): URL {
  if (!URL.canParse(url)) throw new SourceError('broken', 'The address to be requested is not valid.');
  return new URL(url);
}

/** The meaning of each status for the source (RFC 9110 §15). */
function refuseStatus(status: number, retryAfter: string | undefined): void {
  if (status >= 200 && status < 300) return;
  const wait = retryAfterSeconds(retryAfter, Date.now());
  const sentence = `The source answered ${status}.`;
  if (status === 429) throw new SourceError('rate-limited', sentence, wait);
  if (status === 401 || status === 403 || status === 451) throw new SourceError('refused', sentence, wait);
  if (status === 404 || status === 410) throw new SourceError('gone', sentence, wait);
  throw new SourceError('broken', sentence, wait);
}

/** Retry-After as seconds, from a number or an HTTP date (RFC 9110 §10.2.3). */
export function retryAfterSeconds(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
