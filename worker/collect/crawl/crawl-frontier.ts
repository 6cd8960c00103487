import { boundPostings } from '../../normalise/bound-posting.js';
import { extentOf, type PageRequest, type ParsedPage, type Source } from '../../sources/source.js';
import { requestKey } from './crawl-manifest.js';
import type { CrawlResult } from './crawl-result.js';
import type { CrawlStep } from './crawl-steps.js';
import type { FormerCrawl, FormerDetail } from './former-crawl.js';

/** The requests of a crawl: each is made once and within the source's limits. Adds flaws to `result`. */
export type Frontier = {
  steps: readonly CrawlStep[];
  waiting: CrawlStep[];
  enqueue(request: PageRequest): boolean;
  /** Enqueues what is asked in place of a request that failed, which does not count beside it. */
  enqueueOtherwise(failed: PageRequest, otherwise: PageRequest): boolean;
  /** Adds a parsed page to the result and enqueues its follow-up requests. `hash`: that of its response. */
  add(step: CrawlStep, parsed: ParsedPage, hash: string | null): void;
  /** The response to a detail is the one whose result is held. */
  confirm(step: CrawlStep): void;
};

/** Creates the frontier of a crawl at `now` (epoch ms). Details that are held and not due are not waited for. */
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
    // A listing without anything new ends the paging, however many pages the site claims to have.
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

/** Why an address from a source is not requested, as a sentence; `null` when it may be. */
function whyRefused({ url, mails }: PageRequest): string | null {
  if (mails !== undefined) return null;
  if (!URL.canParse(url)) return 'An address that cannot be parsed was left out.';
  const { protocol, username, password, host } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:')
    return `An address that begins with "${protocol.slice(0, 20)}" was left out: only http and https are supported.`;
  if (username !== '' || password !== '') return `An address on ${host} with a name or password in it was left out.`;
  return null;
}
