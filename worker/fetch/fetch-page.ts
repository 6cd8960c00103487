import { gunzipSync } from 'node:zlib';
import { inTurn } from '../../shared/process/event-loop-turns.js';
import type { PageRequest, PageResponse, RobotsDirectives } from '../sources/source.js';
import { SourceError } from '../sources/source-errors.js';
import type { FetchRaw, RawResponse } from './fetch-raw.js';
import type { HostPace } from './host-pace.js';
import { fetchLimits } from './limits.js';
import { type CachedPage, cachedPageKey, conditionalHeaders, type RevalidationCache } from './revalidation-cache.js';
import type { RobotsCheck } from './robots.js';
import { directivesOfHeader, directivesOfHtml } from './robots-directives.js';

export type FetchOptions = {
  signal: AbortSignal;
  userAgent: string;
  perMinute: number;
  concurrency: number;
  /** The page lists matches of a caller's query: it is cached only briefly for revalidation. */
  brief?: boolean;
};

/**
 * Fetches a page by HTTP: through the SSRF guard, as robots.txt and the host's pace allow, within every limit. A cached page is
 * revalidated. Returns 2xx responses and, for a 304, the cached page; throws `SourceError` otherwise.
 */
export type FetchPage = (request: PageRequest, options: FetchOptions) => Promise<PageResponse>;

const accepts: Record<PageRequest['accept'], string> = {
  json: 'application/json, text/json;q=0.9, */*;q=0.1',
  xml: 'application/xml, text/xml, application/rss+xml, application/atom+xml;q=0.9, */*;q=0.1',
  page: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
};

type FetchPageTools = { fetchRaw: FetchRaw; robots: RobotsCheck; pace: HostPace; revalidationCache: RevalidationCache };

export function createFetchPage({ fetchRaw, robots, pace, revalidationCache }: FetchPageTools): FetchPage {
  return async (request, { signal, userAgent, perMinute, concurrency, brief = false }) => {
    const url = parse(request.url);
    const headers = { 'user-agent': userAgent, accept: accepts[request.accept] };
    const ownHeaders = {
      ...(request.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    };
    // A POST is a query, whose response is not cached.
    const cacheKey = request.method === 'POST' ? null : cachedPageKey(url.href, { ...headers, ...ownHeaders });
    // Read while the request waits for the host's pace.
    const reading = cacheKey === null ? Promise.resolve(null) : revalidationCache.read(cacheKey);
    reading.catch(() => undefined);
    let cached: CachedPage | null = null;
    const answer = await fetchRaw({
      url: url.href,
      method: request.method ?? 'GET',
      headers,
      ownHeaders,
      headersFor: (hop) => (cached === null ? {} : conditionalHeaders(cached, hop)),
      ...(request.json === undefined ? {} : { body: JSON.stringify(request.json) }),
      signal,
      maxBytes: request.accept === 'page' ? fetchLimits.pageBytes : fetchLimits.bodyBytes,
      // Each request of a redirect chain obeys the robots.txt and the pace of its own host.
      async aroundHop(hop, send) {
        const crawlDelaySeconds = await robots(hop, { userAgent, signal });
        cached = await reading;
        return pace(hop.host, { perMinute, concurrency, crawlDelaySeconds }, { signal, run: send });
      },
    });
    cached = await reading;
    if (answer.status === 304 && cached !== null) {
      const page = cached;
      return inTurn(() => readAnswer(page, request, userAgent));
    }
    refuseStatus(answer.status, answer.headers['retry-after']);
    const page = asCachedPage(answer);
    // Responses that arrive together are decoded one after the other: a large one takes tens of milliseconds.
    const read = await inTurn(() => readAnswer(page, request, userAgent));
    if (cacheKey !== null) await revalidationCache.write(cacheKey, page, { hadPrevious: cached !== null, brief });
    return read;
  };
}

/** A response marked no-store (RFC 9111 §5.2.2.5) gets no validators, so that it is not cached. */
function asCachedPage({ url, headers, body }: RawResponse): CachedPage {
  const mayKeep = !/\bno-store\b/i.test(headers['cache-control'] ?? '');
  return {
    url,
    contentType: headers['content-type'] ?? '',
    etag: mayKeep ? (headers.etag ?? null) : null,
    lastModified: mayKeep ? (headers['last-modified'] ?? null) : null,
    robotsTag: headers['x-robots-tag'] ?? null,
    body,
  };
}

function readAnswer(
  { url, contentType, body, robotsTag }: CachedPage,
  request: PageRequest,
  userAgent: string,
): PageResponse {
  const text = decode(request.accept === 'xml' ? gunzipped(body) : body, contentType);
  if (request.accept === 'json') refuseDepth(text);
  const robots = directivesOf(text, { request, robotsTag, userAgent });
  const isMarked = robots.noindex || robots.noarchive;
  return { url, contentType, body: text, rendered: false, ...(isMarked ? { robots } : {}) };
}

/** Robots directives of the header and, for a page, of its HTML. */
function directivesOf(
  text: string,
  { request, robotsTag, userAgent }: { request: PageRequest; robotsTag: string | null; userAgent: string },
): RobotsDirectives {
  const inHeader = directivesOfHeader(robotsTag, userAgent);
  if (request.accept !== 'page') return inHeader;
  const inside = directivesOfHtml(text, userAgent);
  return { noindex: inHeader.noindex || inside.noindex, noarchive: inHeader.noarchive || inside.noarchive };
}

/** Decompresses a sitemap that is itself a gzip file (https://www.sitemaps.org/protocol.html, "sitemap.xml.gz"). */
function gunzipped(body: Buffer): Buffer {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: fetchLimits.bodyBytes });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isLarge
      ? new SourceError('too-large', `The answer is larger than ${fetchLimits.bodyBytes / 1e6} MB.`)
      : new SourceError('broken', 'The answer is a gzip file that cannot be unpacked.');
  }
}

function parse(url: string): URL {
  if (!URL.canParse(url)) throw new SourceError('broken', 'The address to be requested is not valid.');
  return new URL(url);
}

/** What each status means for the source (RFC 9110 §15). */
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

/** Decodes by the charset of the header or the page itself, UTF-8 by default; invalid bytes become U+FFFD. */
function decode(body: Buffer, contentType: string): string {
  const stated = /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1];
  return decoderFor(stated ?? labelInside(body) ?? 'utf-8').decode(body);
}

/** The charset a page names in its first lines. */
function labelInside(body: Buffer): string | undefined {
  const inPage = /<meta[^<>]+?charset\s*=\s*["']?([\w-]+)|<\?xml[^<>]+?encoding=["']([\w-]+)/i.exec(
    body.subarray(0, 1024).toString('latin1'),
  );
  return inPage?.[1] ?? inPage?.[2];
}

/** Decoders by label, of which there are few: creating one costs more than decoding a page. */
const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

function decoderFor(label: string): InstanceType<typeof TextDecoder> {
  const known = decoders.get(label);
  if (known !== undefined) return known;
  try {
    const decoder = new TextDecoder(label);
    decoders.set(label, decoder);
    return decoder;
  } catch {
    // An unknown charset: UTF-8 is the most likely one.
    return new TextDecoder('utf-8');
  }
}

/** Refuses JSON that is nested too deeply, before it is parsed. */
function refuseDepth(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > fetchLimits.jsonDepth)
        throw new SourceError('broken', `The answer nests deeper than ${fetchLimits.jsonDepth} levels.`);
    } else if (code === 125 || code === 93) depth -= 1;
  }
}

const quote = 34;
const backslash = 92;

/** Where a JSON string that begins at `from` ends; most of a response is in strings, which `indexOf` skips quickly. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}
