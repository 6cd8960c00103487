/** The crawl of a source. */
import { originAndPath } from '../../../shared/secrets/redact.js';
import type { RenderSession } from '../../browser/polite-render.js';
import {
  extentOf,
  isNarrowed,
  type Narrow,
  type PageRequest,
  paceOf,
  ReadingOverBudget,
  type Source,
  SourceError,
} from '../../sources/source.js';
import { createFrontier, detailsOf, entriesOf, isHeld, requestsOf } from './crawl-frontier.js';
import type { FormerCrawl } from './crawl-manifest.js';
import { type CrawlPageContext, crawlPage } from './crawl-page.js';
import { type CrawlResult, emptyCrawlResult } from './crawl-result.js';

/** The number of pages in one crawl that may exceed their parse budget; one more ends the crawl. */
const maxUnreadable = 3;

export type CrawlContext = Omit<CrawlPageContext, 'render' | 'narrowed'> & {
  /** `null` without a browser. */
  openSession: (() => RenderSession) | null;
  /** The crawl of the stored collection: details with an unchanged listing are not requested again. */
  former?: FormerCrawl | null;
  /** Epoch ms, for deciding which details are due. */
  now?: number;
};

/** Follows a source from its first requests to the end of its paging and details, within its limits and pace. */
export async function crawlSource(
  source: Source,
  narrow: Narrow,
  { openSession, former = null, now = Date.now(), ...context }: CrawlContext,
): Promise<CrawlResult> {
  const session = openSession?.() ?? null;
  try {
    const narrowed = isNarrowed(narrow);
    const pages = { ...context, render: session?.render ?? null, narrowed };
    return await crawlPages(source, narrow, { pages, former, now });
  } finally {
    await session?.close();
  }
}

async function crawlPages(
  source: Source,
  narrow: Narrow,
  { pages, former, now }: { pages: CrawlPageContext; former: FormerCrawl | null; now: number },
): Promise<CrawlResult> {
  const { maxJobs } = extentOf(source);
  const result = emptyCrawlResult();
  const frontier = createFrontier(source, result, { former, now });
  let unreadable = 0;
  const first = source.kind.requests(source.settings, narrow);
  for (const request of first) frontier.enqueue(request);
  await drainQueue(frontier.waiting, paceOf(source).concurrency, async (step) => {
    try {
      const { page, hash } = await crawlPage(source, step.request, pages, step.held?.detail.response);
      if (page === null) frontier.confirm(step);
      else frontier.add(step, page, hash);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const { request } = step;
      if (triesOtherwise(error, request) && frontier.enqueueOtherwise(request, request.otherwise)) return;
      if (error.failure === 'unreadable') unreadable += 1;
      result.truncated ||= error.failure === 'unreadable';
      step.failure = error;
      if (isFatal(error, step.request, pages.signal) || unreadable > maxUnreadable) {
        result.failure ??= error;
        frontier.waiting.length = 0;
      } else if (!isHeld(step)) {
        if (error.failure !== 'gone' && step.request.listed === undefined) {
          result.gaps += 1;
          result.unread.push(step.request.url);
        }
        result.flaws.push(flawOf(step.request, error));
      }
    }
  });
  const found = entriesOf(frontier.steps, former);
  if (found.length > maxJobs) result.capped = 'maxJobs';
  const entries = found.slice(0, maxJobs);
  const details = await detailsOf(frontier.steps);
  return {
    ...result,
    postings: entries.flatMap(({ posting }) => posting ?? []),
    entries,
    details: details.filter(({ from, count }) => from + count <= entries.length),
    requests: result.failure === null ? requestsOf(frontier.steps, { source, first }) : null,
  };
}

/** Whether another request replaces one that the server answered with an error. */
const triesOtherwise = (
  { failure }: SourceError,
  request: PageRequest,
): request is PageRequest & Required<Pick<PageRequest, 'otherwise'>> =>
  request.otherwise !== undefined && ['refused', 'gone', 'broken'].includes(failure);

const flawOf = ({ url }: PageRequest, { message }: SourceError): string => `${originAndPath(new URL(url))}: ${message}`;

/** A failed listing, a source that refuses, or the end of its time or budget ends the crawl; a failed detail does not. */
function isFatal(error: SourceError, request: PageRequest, signal: AbortSignal): boolean {
  if (request.role === 'listing' || signal.aborted || error instanceof ReadingOverBudget) return true;
  return ['refused', 'blocked', 'rate-limited', 'unreachable', 'certificate', 'browser'].includes(error.failure);
}

/**
 * Processes a queue that grows in the meantime, `concurrency` steps at once, until it is empty and no step runs. Does not
 * use p-map, whose input cannot grow while its mapper runs.
 */
export async function drainQueue<Step>(
  waiting: Step[],
  concurrency: number,
  work: (step: Step) => Promise<void>,
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
