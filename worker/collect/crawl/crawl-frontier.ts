/** The requests of a crawl, each made once, and the postings in their responses. */
import { boundPosting, boundPostings } from '../../normalise/bound-posting.js';
import { mapInTurns } from '../../process/cooperative.js';
import type { Posting } from '../../sources/posting.js';
import { hashOfPosting } from '../../sources/posting.js';
import type { PageRequest, ParsedPage, Source, SourceError } from '../../sources/source.js';
import { extentOf } from '../../sources/source.js';
import {
  detailKey,
  type FormerCrawl,
  type FormerDetail,
  hashOfListed,
  type ManifestDetail,
  type ManifestPage,
  requestKey,
} from './crawl-manifest.js';
import type { CrawledEntry, CrawlResult } from './crawl-result.js';

/** The requests of a crawl: each is made once and within the source's limits. Adds flaws to `result`. */
type Frontier = {
  steps: readonly CrawlStep[];
  waiting: CrawlStep[];
  enqueue(request: PageRequest): boolean;
  /** Enqueues a request in place of a failed one, which no longer counts. */
  enqueueOtherwise(failed: PageRequest, otherwise: PageRequest): boolean;
  /** Adds a parsed page to the result and enqueues its follow-up requests. `hash`: that of its response. */
  add(step: CrawlStep, parsed: ParsedPage, hash: string | null): void;
  /** The response to a detail equals the one whose result is stored. */
  confirm(step: CrawlStep): void;
};

/** Creates the frontier of a crawl at `now` (epoch ms). Does not request details that are stored and not due. */
export function createFrontier(source: Source, result: CrawlResult, { former, now }: FrontierContext): Frontier {
  const { maxPages, maxJobs } = extentOf(source);
  const steps: CrawlStep[] = [];
  const waiting: CrawlStep[] = [];
  const known = new Set<string>();
  const count = { listings: 0, details: 0, listed: 0 };

  const enqueue = (request: PageRequest): boolean => {
    const id = requestKey(request);
    if (known.has(id)) return false;
    const refusal = whyRefused(request);
    if (refusal !== null) {
      known.add(id);
      result.flaws.push(refusal);
      return false;
    }
    const isListing = request.role === 'listing';
    if (isListing ? count.listings >= maxPages : count.details + count.listed >= maxJobs) {
      result.capped = isListing ? 'maxPages' : 'maxJobs';
      return false;
    }
    known.add(id);
    count[isListing ? 'listings' : 'details'] += 1;
    const step = stepOf(request, isListing ? null : (former?.detailOf(request) ?? null), now);
    steps.push(step);
    if (mustRequest(step)) waiting.push(step);
    return true;
  };

  const enqueueOtherwise = ({ role }: PageRequest, otherwise: PageRequest): boolean => {
    const counted = role === 'listing' ? 'listings' : 'details';
    count[counted] -= 1;
    const isEnqueued = enqueue(otherwise);
    if (!isEnqueued) count[counted] += 1;
    return isEnqueued;
  };

  const add = (step: CrawlStep, page: ParsedPage, hash: string | null): void => {
    const { postings, flaws } = page.isBounded ? { postings: page.postings, flaws: [] } : boundPostings(page.postings);
    const { withheld = 0, follow, closed = [], unread = [], doubts = [] } = page;
    step.parsed = { ...page, postings };
    step.hash = hash;
    step.isClean = flaws.length + (page.flaws?.length ?? 0) + withheld + follow.length === 0;
    result.pages += 1;
    // No spread: a page may have more flaws than a call may have arguments.
    result.flaws = result.flaws.concat(page.flaws ?? [], flaws);
    result.closed = result.closed.concat(closed);
    result.unread = result.unread.concat(unread);
    result.doubts = result.doubts.concat(doubts);
    result.withheld += withheld;
    result.truncated ||= page.truncated ?? false;
    result.gaps += page.flaws?.length ?? 0;
    if (step.request.role === 'listing') count.listed += postings.length;
    const enqueued = follow.filter(({ role }) => role === 'detail').map(enqueue);
    // A listing without anything new ends the paging, however many pages the site reports.
    const leads = page.isIndex === true || step.request.accept === 'xml';
    const isNew = postings.length + withheld > 0 || enqueued.includes(true) || leads;
    if (isNew) for (const request of follow) if (request.role === 'listing') enqueue(request);
  };
  const confirm = (step: CrawlStep): void => {
    result.pages += 1;
    step.hash = step.held?.detail.response ?? null;
  };
  return { steps, waiting, enqueue, enqueueOtherwise, add, confirm };
}

function stepOf(request: PageRequest, held: FormerDetail | null, now: number): CrawlStep {
  const readAt = held === null || held.isDue ? now : held.detail.readAt * 1000;
  return { request, parsed: null, hash: null, isClean: false, failure: null, held, readAt };
}

const mustRequest = ({ held }: CrawlStep): boolean => held === null || held.isDue;

type FrontierContext = { former: FormerCrawl | null; now: number };

/** Why an address from a source is not requested, as a sentence; `null` = it may be requested. */
function whyRefused({ url, mails }: PageRequest): string | null {
  if (mails !== undefined) return null;
  if (!URL.canParse(url)) return 'An address that cannot be parsed was left out.';
  const { protocol, username, password, host } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:')
    return `An address that begins with "${protocol.slice(0, 20)}" was left out: only http and https are supported.`;
  if (username !== '' || password !== '') return `An address on ${host} with a name or password in it was left out.`;
  return null;
}

/** One request of a crawl. Results are kept in the order of discovery, regardless of the order of responses. */
type CrawlStep = {
  request: PageRequest;
  parsed: ParsedPage | null;
  /** The hash of its response; `null` = none, or it was rendered. */
  hash: string | null;
  /** Its response was read without a remark. */
  isClean: boolean;
  failure: SourceError | null;
  /** The stored result of a detail with an unchanged listing. */
  held: FormerDetail | null;
  /** Epoch ms: when its response was received, or the stored one last confirmed. */
  readAt: number;
};

/** Whether the stored result of a detail is used: it was not due, was confirmed, or could not be requested now. */
export function isHeld({ held, parsed, failure }: CrawlStep): boolean {
  return held !== null && parsed === null && failure?.failure !== 'gone';
}

/** All postings of a crawl in order; those unchanged since the former collection are not normalised again. */
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
export async function detailsOf(steps: readonly CrawlStep[]): Promise<ManifestDetail[]> {
  const read = await mapInTurns(steps, (step) => ({
    count: step.held !== null && isHeld(step) ? step.held.postings.length : postingsOf(step).length,
    detail: isReusable(step) ? detailOf(step) : null,
  }));
  let next = 0;
  return read.flatMap(({ count, detail }) => {
    const from = next;
    next += count;
    return detail === null ? [] : [{ ...detail, from, count }];
  });
}

const detailOf = (step: CrawlStep): Omit<ManifestDetail, 'from' | 'count'> => ({
  key: detailKey(step.request),
  listed: hashOfListed(step.request),
  response: step.hash ?? step.held?.detail.response ?? '',
  readAt: readAtOf(step),
});

/** A stored detail that could not be requested when due keeps its age, so that it stays due. Epoch seconds. */
function readAtOf({ held, readAt, failure, parsed }: CrawlStep): number {
  const isOld = held !== null && parsed === null && failure !== null;
  return isOld ? held.detail.readAt : Math.floor(readAt / 1000);
}

function isReusable(step: CrawlStep): boolean {
  if (step.request.role !== 'detail') return false;
  return isHeld(step) || (step.isClean && (step.parsed?.postings.length ?? 0) > 0);
}

/**
 * The requests that tell the next crawl that nothing has changed: all except those for details, which it can skip.
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
