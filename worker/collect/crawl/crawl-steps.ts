import { boundPosting } from '../../normalise/bound-posting.js';
import type { Posting } from '../../sources/posting.js';
import { hashOfPosting } from '../../sources/posting-hash.js';
import type { PageRequest, ParsedPage, Source } from '../../sources/source.js';
import type { SourceError } from '../../sources/source-errors.js';
import { detailKey, hashOfListed, type ManifestDetail, type ManifestPage } from './crawl-manifest.js';
import type { CrawledEntry } from './crawl-result.js';
import type { FormerCrawl, FormerDetail } from './former-crawl.js';

/** One request of a crawl. Results are kept in the order of discovery, whatever order responses come in. */
export type CrawlStep = {
  request: PageRequest;
  parsed: ParsedPage | null;
  /** The hash of its response; `null` when there is none or it was rendered. */
  hash: string | null;
  /** Its response was read without a remark. */
  isClean: boolean;
  failure: SourceError | null;
  /** The held result of a detail whose listing says the same. */
  held: FormerDetail | null;
  /** Epoch ms: when its response was received, or the held one last confirmed. */
  readAt: number;
};

/** Whether the held result of a detail is used: it was not due, was confirmed, or could not be requested now. */
export function isHeld({ held, parsed, failure }: CrawlStep): boolean {
  return held !== null && parsed === null && failure?.failure !== 'gone';
}

/** All postings of a crawl in order; those that the former collection holds alike are not normalised again. */
export function entriesOf(steps: readonly CrawlStep[], former: FormerCrawl | null): CrawledEntry[] {
  const entries: CrawledEntry[] = [];
  for (const step of steps) {
    if (step.held !== null && isHeld(step))
      entries.push(...step.held.postings.map((each) => ({ ...each, posting: null })));
    else
      for (const [at, posting] of postingsOf(step).entries()) {
        const hash = step.parsed?.hashes?.[at] ?? hashOfPosting(posting);
        const job = former?.jobOf(hash) ?? null;
        entries.push(job === null ? { hash, posting, job } : { hash, posting: null, job });
      }
  }
  return entries;
}

/** Falls back to a posting's listing when its own page could not be read, unless that page no longer exists. */
function postingsOf({ request: { listed }, parsed, failure }: CrawlStep): Posting[] {
  if (parsed !== null) return parsed.postings;
  const bounded = listed === undefined || failure?.failure === 'gone' ? null : boundPosting(listed).posting;
  return bounded === null ? [] : [bounded];
}

/** The results of details that the next crawl need not request. */
export function detailsOf(steps: readonly CrawlStep[]): ManifestDetail[] {
  const details: ManifestDetail[] = [];
  let from = 0;
  for (const step of steps) {
    const count = step.held !== null && isHeld(step) ? step.held.postings.length : postingsOf(step).length;
    if (isReusable(step))
      details.push({
        key: detailKey(step.request),
        listed: hashOfListed(step.request),
        response: step.hash ?? step.held?.detail.response ?? '',
        readAt: readAtOf(step),
        from,
        count,
      });
    from += count;
  }
  return details;
}

/** A held detail that could not be requested when it was due keeps its age, so that it stays due. Epoch seconds. */
function readAtOf({ held, readAt, failure, parsed }: CrawlStep): number {
  const isOld = held !== null && parsed === null && failure !== null;
  return isOld ? held.detail.readAt : Math.floor(readAt / 1000);
}

function isReusable(step: CrawlStep): boolean {
  if (step.request.role !== 'detail') return false;
  return isHeld(step) || (step.isClean && (step.parsed?.postings.length ?? 0) > 0);
}

/**
 * The requests by which the next crawl recognises that nothing has changed: all except those for details, which it can skip.
 * `null` when a response was rendered or is missing, or when a request would store a secret of the source.
 */
export function requestsOf(
  steps: readonly CrawlStep[],
  { source, first }: { source: Pick<Source, 'secrets'>; first: readonly PageRequest[] },
): ManifestPage[] | null {
  const pages: ManifestPage[] = [];
  for (const step of steps) {
    if (isReusable(step)) continue;
    const { request, hash } = step;
    const at = first.indexOf(request);
    if (hash === null || step.parsed === null || (at < 0 && holdsSecret(request, source))) return null;
    pages.push({ request: at < 0 ? storedRequest(request) : at, hash });
  }
  return pages;
}

function storedRequest({ url, role, method, json, accept }: PageRequest): Exclude<ManifestPage['request'], number> {
  return { url, role, accept, ...(method === undefined ? {} : { method }), ...(json === undefined ? {} : { json }) };
}

/** Keys are sent in headers and queries; the path names the board. */
function holdsSecret({ url, headers }: PageRequest, { secrets }: Pick<Source, 'secrets'>): boolean {
  if (headers !== undefined) return true;
  const values = [...new URL(url).searchParams].flat();
  return secrets.some((secret) => values.includes(secret));
}
