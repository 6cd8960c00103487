import { createHash } from 'node:crypto';
import type { ListPlace, PageRequest, PageResponse, ReceivedPage, RobotsDirectives } from '../sources/source.js';
import { decodeBody, decoderFor, statedCharset } from './decode-page.js';
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

/**
 * Reads a response. The body of an HTML page is decoded, since it may name robots directives; any other one stays in bytes for
 * the thread that parses it (`decodePage`). Throws `SourceError` when it cannot be decoded.
 */
export function readPage(page: RawPage & { hash: string }, request: PageRequest, userAgent: string): ReceivedPage {
  const { url, contentType, robotsTag, hash } = page;
  const { accept } = request;
  const body = accept === 'page' ? decodeBody(page.body, { contentType, accept }) : page.body;
  const robots = directivesOf(typeof body === 'string' ? body : null, { robotsTag, userAgent });
  const isMarked = robots.noindex || robots.noarchive;
  return { url, contentType, body, rendered: false, hash, ...(isMarked ? { robots } : {}) };
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
  html: string | null,
  { robotsTag, userAgent }: { robotsTag: string | null; userAgent: string },
): RobotsDirectives {
  const inHeader = directivesOfHeader(robotsTag, userAgent);
  if (html === null) return inHeader;
  const inside = directivesOfHtml(html, userAgent);
  return { noindex: inHeader.noindex || inside.noindex, noarchive: inHeader.noarchive || inside.noarchive };
}
