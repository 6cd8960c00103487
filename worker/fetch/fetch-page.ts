import { gunzipSync } from 'node:zlib';
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
  /** The page lists what a caller's words found: it is kept briefly for a revisit. */
  brief?: boolean;
};

/**
 * Answers an ask by HTTP: guarded, allowed by robots.txt, in the host's pace, within every limit. A page read before is asked
 * for only if it changed since. Only 2xx answers come back, and what was read before for a 304.
 */
export type FetchPage = (ask: PageRequest, options: FetchOptions) => Promise<PageResponse>;

const accepts: Record<PageRequest['accept'], string> = {
  json: 'application/json, text/json;q=0.9, */*;q=0.1',
  xml: 'application/xml, text/xml, application/rss+xml, application/atom+xml;q=0.9, */*;q=0.1',
  page: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
};

type FetchPageTools = { fetchRaw: FetchRaw; robots: RobotsCheck; pace: HostPace; revalidationCache: RevalidationCache };

export function createFetchPage({ fetchRaw, robots, pace, revalidationCache }: FetchPageTools): FetchPage {
  return async (ask, { signal, userAgent, perMinute, concurrency, brief = false }) => {
    const url = parse(ask.url);
    const headers = { 'user-agent': userAgent, accept: accepts[ask.accept] };
    const ownHeaders = { ...(ask.json === undefined ? {} : { 'content-type': 'application/json' }), ...ask.headers };
    // What is posted is a question, not a page.
    const name = ask.method === 'POST' ? null : cachedPageKey(url.href, { ...headers, ...ownHeaders });
    // Looked up while the page waits for its turn.
    const recalling = name === null ? Promise.resolve(null) : revalidationCache.recall(name);
    recalling.catch(() => undefined);
    let visited: CachedPage | null = null;
    const answer = await fetchRaw({
      url: url.href,
      method: ask.method ?? 'GET',
      headers,
      ownHeaders,
      headersFor: (hop) => (visited === null ? {} : conditionalHeaders(visited, hop)),
      ...(ask.json === undefined ? {} : { body: JSON.stringify(ask.json) }),
      signal,
      maxBytes: ask.accept === 'page' ? fetchLimits.pageBytes : fetchLimits.bodyBytes,
      // Every request of a chain of redirects is one to a host, under its rules and in its pace.
      async aroundHop(hop, send) {
        const crawlDelaySeconds = await robots(hop, { userAgent, signal });
        visited = await recalling;
        return pace(hop.host, { perMinute, concurrency, crawlDelaySeconds }, { signal, run: send });
      },
    });
    visited = await recalling;
    if (answer.status === 304 && visited !== null) return readAnswer(visited, ask, userAgent);
    refuseStatus(answer.status, answer.headers['retry-after']);
    const page = asVisited(answer);
    const read = readAnswer(page, ask, userAgent);
    if (name !== null) await revalidationCache.remember(name, page, { hadFormer: visited !== null, brief });
    return read;
  };
}

/** An answer whose owner forbids keeping it (RFC 9111 §5.2.2.5) is kept without what would have it asked for again. */
function asVisited({ url, headers, body }: RawResponse): CachedPage {
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
  ask: PageRequest,
  userAgent: string,
): PageResponse {
  const text = decode(ask.accept === 'xml' ? unpacked(body) : body, contentType);
  if (ask.accept === 'json') refuseDepth(text);
  const robots = directivesOf(text, { ask, robotsTag, userAgent });
  const isMarked = robots.noindex || robots.noarchive;
  return { url, contentType, body: text, rendered: false, ...(isMarked ? { robots } : {}) };
}

/** What its owner says of an answer: in the header, and a page in itself too. */
function directivesOf(
  text: string,
  { ask, robotsTag, userAgent }: { ask: PageRequest; robotsTag: string | null; userAgent: string },
): RobotsDirectives {
  const said = directivesOfHeader(robotsTag, userAgent);
  if (ask.accept !== 'page') return said;
  const inside = directivesOfHtml(text, userAgent);
  return { noindex: said.noindex || inside.noindex, noarchive: said.noarchive || inside.noarchive };
}

/** A sitemap that is itself a gzip file (https://www.sitemaps.org/protocol.html, "sitemap.xml.gz"). */
function unpacked(body: Buffer): Buffer {
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
  if (!URL.canParse(url)) throw new SourceError('broken', 'What was to be asked is not an address.');
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

/** Text by the charset of the header, the mark or the page itself; bytes that fit none become U+FFFD. */
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

/** Decoders by their label: making one costs more than a page's decoding. */
const decoders = new Map<string, InstanceType<typeof TextDecoder>>();

function decoderFor(label: string): InstanceType<typeof TextDecoder> {
  const known = decoders.get(label);
  if (known !== undefined) return known;
  try {
    const decoder = new TextDecoder(label);
    decoders.set(label, decoder);
    return decoder;
  } catch {
    // A charset nobody knows: UTF-8 is what the page most likely is.
    return new TextDecoder('utf-8');
  }
}

/** Refuses JSON nested deeper than any honest answer before it is parsed. */
function refuseDepth(text: string): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 92) at += 1;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > fetchLimits.jsonDepth)
        throw new SourceError('broken', `The answer nests deeper than ${fetchLimits.jsonDepth} levels.`);
    } else if (code === 125 || code === 93) depth -= 1;
  }
}
