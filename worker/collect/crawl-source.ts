import { originAndPath } from '../../shared/secrets/redact-url.js';
import type { RenderSession } from '../browser/polite-render.js';
import type { FetchPage } from '../fetch/fetch-page.js';
import { boundPosting, boundPostings } from '../normalise/bound-posting.js';
import type { Posting } from '../sources/posting.js';
import { isNarrowed, type Narrow, type PageRequest, type ParsedPage, type Source } from '../sources/source.js';
import { SourceError } from '../sources/source-errors.js';
import { extentOf, paceOf } from '../sources/source-limits.js';
import type { ParsePage } from '../threads/parse-in-threads.js';
import { type CrawlPageContext, crawlPage } from './crawl-page.js';

export { NeedsBrowser } from './crawl-page.js';

/** The number of pages in one crawl that may exceed their parse budget; one more ends the crawl. */
const maxUnreadable = 3;

export type CrawlContext = {
  fetchPage: FetchPage;
  /** `null` without a browser. */
  openSession: (() => RenderSession) | null;
  /** Parses responses; in this thread by default. */
  parse?: ParsePage;
  userAgent: string;
  signal: AbortSignal;
};

/** The result of a crawl: postings read before a failure are kept, and `failure` says why it ended early. */
export type CrawlResult = {
  postings: Posting[];
  failure: SourceError | null;
  pages: number;
  flaws: string[];
  /** Possible reasons for an empty result, as sentences. */
  doubts: string[];
  /** Postings not kept because their pages forbid it (noindex, noarchive). */
  withheld: number;
  capped: 'maxPages' | 'maxJobs' | null;
  /** The source, or a page that took too long to parse, has more postings than were read. */
  truncated: boolean;
  /** Pages and entries that could not be read and whose postings are therefore missing. */
  gaps: number;
};

/** One request of the crawl. Results are kept in the order of discovery, whatever order responses come in. */
type CrawlStep = { request: PageRequest; parsed: ParsedPage | null; gone: boolean };

/** Follows a source from its first requests to the end of its paging and details, within its limits and pace. */
export async function crawlSource(
  source: Source,
  narrow: Narrow,
  { openSession, ...context }: CrawlContext,
): Promise<CrawlResult> {
  const session = openSession?.() ?? null;
  try {
    const narrowed = isNarrowed(narrow);
    return await crawlPages(source, narrow, { ...context, render: session?.render ?? null, narrowed });
  } finally {
    await session?.close();
  }
}

async function crawlPages(source: Source, narrow: Narrow, context: CrawlPageContext): Promise<CrawlResult> {
  const { maxJobs } = extentOf(source);
  const result = emptyResult();
  const frontier = createFrontier(source, result);
  let unreadable = 0;
  for (const request of source.kind.requests(source.settings, narrow)) frontier.enqueue(request);
  await drain(frontier.waiting, paceOf(source).concurrency, async (step) => {
    try {
      frontier.add(step, await crawlPage(source, step.request, context));
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (error.failure === 'unreadable') unreadable += 1;
      result.truncated ||= error.failure === 'unreadable';
      if (isFatal(error, step.request, context.signal) || unreadable > maxUnreadable) {
        result.failure ??= error;
        frontier.waiting.length = 0;
      } else {
        step.gone = error.failure === 'gone';
        if (!step.gone && step.request.listed === undefined) result.gaps += 1;
        result.flaws.push(`${originAndPath(new URL(step.request.url))}: ${error.message}`);
      }
    }
  });
  const found = frontier.steps.flatMap(postingsOf);
  if (found.length > maxJobs) result.capped = 'maxJobs';
  return { ...result, postings: found.slice(0, maxJobs) };
}

const emptyResult = (): CrawlResult => ({
  postings: [],
  failure: null,
  pages: 0,
  flaws: [],
  doubts: [],
  withheld: 0,
  capped: null,
  truncated: false,
  gaps: 0,
});

/** The requests of a crawl: each is made once and within the source's limits. Adds flaws to `result`. */
type Frontier = {
  steps: readonly CrawlStep[];
  waiting: CrawlStep[];
  enqueue(request: PageRequest): boolean;
  /** Adds a parsed page to the result and enqueues its follow-up requests. */
  add(step: CrawlStep, parsed: ParsedPage): void;
};

function createFrontier(source: Source, result: CrawlResult): Frontier {
  const { maxPages, maxJobs } = extentOf(source);
  const steps: CrawlStep[] = [];
  const waiting: CrawlStep[] = [];
  const known = new Set<string>();
  const count = { listings: 0, details: 0, listed: 0 };

  const enqueue = (request: PageRequest): boolean => {
    const id = `${request.method ?? 'GET'} ${request.url} ${request.json === undefined ? '' : JSON.stringify(request.json)}`;
    if (known.has(id)) return false;
    const refusal = whyRefused(request.url);
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
    const step: CrawlStep = { request, parsed: null, gone: false };
    steps.push(step);
    waiting.push(step);
    return true;
  };

  const add = (step: CrawlStep, page: ParsedPage): void => {
    const { postings, flaws } = page.isBounded ? { postings: page.postings, flaws: [] } : boundPostings(page.postings);
    const { withheld = 0, follow } = page;
    step.parsed = { ...page, postings };
    result.pages += 1;
    // No spread: a page may have more flaws than a call may have arguments.
    result.flaws = result.flaws.concat(page.flaws ?? [], flaws);
    result.doubts = result.doubts.concat(page.doubts ?? []);
    result.withheld += withheld;
    result.truncated ||= page.truncated ?? false;
    result.gaps += page.flaws?.length ?? 0;
    if (step.request.role === 'listing') count.listed += postings.length;
    const enqueued = follow.filter(({ role }) => role === 'detail').map(enqueue);
    // A listing without anything new ends the paging, however many pages the site claims to have.
    const isNew = postings.length + withheld > 0 || enqueued.includes(true) || step.request.accept === 'xml';
    if (isNew) for (const request of follow) if (request.role === 'listing') enqueue(request);
  };
  return { steps, waiting, enqueue, add };
}

/** Falls back to a posting's listing when its own page could not be read, unless that page no longer exists. */
function postingsOf({ request: { listed }, parsed, gone }: CrawlStep): Posting[] {
  if (parsed !== null) return parsed.postings;
  const bounded = listed === undefined || gone ? null : boundPosting(listed).posting;
  return bounded === null ? [] : [bounded];
}

/** Why an address from a source is not requested, as a sentence; `null` when it may be. */
function whyRefused(url: string): string | null {
  if (!URL.canParse(url)) return 'An address that cannot be parsed was left out.';
  const { protocol, username, password, host } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:')
    return `An address that begins with "${protocol.slice(0, 20)}" was left out: only http and https are supported.`;
  if (username !== '' || password !== '') return `An address on ${host} with a name or password in it was left out.`;
  return null;
}

/** A failed listing, a source that refuses, or the end of its time ends the crawl; a failed detail does not. */
function isFatal(error: SourceError, request: PageRequest, signal: AbortSignal): boolean {
  if (request.role === 'listing' || signal.aborted) return true;
  return ['refused', 'blocked', 'rate-limited', 'unreachable', 'browser'].includes(error.failure);
}

/**
 * Processes a queue that grows in the meantime, `concurrency` steps at once, until it is empty and no step runs. Does not
 * use p-map, whose input cannot grow while its mapper runs.
 */
async function drain(
  waiting: CrawlStep[],
  concurrency: number,
  work: (step: CrawlStep) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  while (waiting.length > 0 || running.size > 0) {
    while (running.size < concurrency) {
      const step = waiting.shift();
      if (step === undefined) break;
      const run = work(step).finally(() => running.delete(run));
      running.add(run);
    }
    if (running.size > 0) await Promise.race(running);
  }
}
