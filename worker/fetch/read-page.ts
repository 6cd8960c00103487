import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { ListPlace, PageRequest, PageResponse, RobotsDirectives } from '../sources/source.js';
import { SourceError } from '../sources/source-errors.js';
import { fetchLimits } from './limits.js';
import { readLargeList } from './read-large-list.js';
import { directivesOfHeader, directivesOfHtml } from './robots-directives.js';

/** A response as it arrived: everything that reading it depends on. `robotsTag`: its `X-Robots-Tag`. */
export type RawPage = {
  url: string;
  contentType: string;
  robotsTag: string | null;
  body: Buffer;
  /** The digest of the body, when `body` is its compressed form. */
  packedDigest?: string;
};

/** The hash of a response: two responses of the same hash are read alike. */
export function hashOfPage({ url, contentType, robotsTag, body, packedDigest }: RawPage): string {
  const facts = JSON.stringify([url, contentType, robotsTag]);
  return createHash('sha256')
    .update(facts)
    .update(packedDigest ?? body)
    .digest('base64url')
    .slice(0, 22);
}

/** Decodes a response. Throws `SourceError` when it cannot be unpacked or nests too deeply. */
export function readPage(page: RawPage & { hash: string }, request: PageRequest, userAgent: string): PageResponse {
  const { url, contentType, body, robotsTag, hash } = page;
  const text = decode(request.accept === 'xml' ? gunzipped(body) : body, contentType);
  if (request.accept === 'json') refuseDepth(text);
  const robots = directivesOf(text, { request, robotsTag, userAgent });
  const isMarked = robots.noindex || robots.noarchive;
  return { url, contentType, body: text, rendered: false, hash, ...(isMarked ? { robots } : {}) };
}

/** Reads a response that is kept compressed in parts. Throws `SourceError`, also while the further parts are read. */
export async function readPackedPage(
  page: RawPage & { hash: string },
  list: ListPlace,
  userAgent: string,
): Promise<PageResponse> {
  const { url, contentType, body, robotsTag, hash } = page;
  const parts = readLargeList(body, list, decoderFor(statedCharset(contentType) ?? 'utf-8'));
  const first = await parts.next();
  const robots = directivesOfHeader(robotsTag, userAgent);
  const isMarked = robots.noindex || robots.noarchive;
  return {
    ...{ url, contentType, body: first.done === true ? '' : first.value, rendered: false, hash, further: parts },
    ...(isMarked ? { robots } : {}),
  };
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

/** Decodes by the charset of the header or the page itself, UTF-8 by default; invalid bytes become U+FFFD. */
function decode(body: Buffer, contentType: string): string {
  return decoderFor(statedCharset(contentType) ?? labelInside(body) ?? 'utf-8').decode(body);
}

const statedCharset = (contentType: string): string | undefined =>
  /charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1];

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
