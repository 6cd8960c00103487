import type { SearchQuery } from '../../../shared/search/query/query.js';
import type { DocumentHead, DocumentPage } from '../../../shared/search/search-document.js';
import { isPartial, summaryOf } from '../../../shared/search/source-summary.js';

/** Where an answer came from, as Cache-Status expresses it (RFC 9211). */
export type CacheOutcome = 'hit' | 'miss' | 'collapsed' | 'partial';

/** Why a search was collected: nothing usable was cached, or the client demanded a new collection. */
export type Forward = 'miss' | 'request';

/**
 * A page as a search reads it. `bodyOf`, where it is kept in this process: its body, which the first answer makes. `hidden`: jobs of
 * the page that the caller has hidden.
 */
export type SearchPage = DocumentPage & { bodyOf?: (make: () => Buffer) => Buffer; hidden?: number };

/** A page of a document that exists. */
export type ExistingPage = SearchPage & { head: DocumentHead };

export type AnswerInput = {
  query: SearchQuery;
  page: ExistingPage;
  /** Epoch milliseconds. */
  now: number;
  /** Milliseconds since the request came. */
  tookMs: number;
};

/** The last job that a page may contain. */
const maxJobs = 1000;

type PageInput = Pick<AnswerInput, 'query' | 'page'>;

/** The search after this page, and what the answer should tell besides its jobs. */
export function pageFactsOf({ query, page: { head, jobs, gone = 0, hidden = 0 } }: PageInput): {
  next: SearchQuery | null;
  notices: string[];
  partial: boolean;
} {
  const limit = Number(query.limit);
  const index = Number(query.page);
  const end = (index + 1) * limit;
  const hasMore = end < head.total && jobs.count + gone + hidden > 0;
  const hasNext = hasMore && end + limit <= maxJobs;
  const notices = [
    ...head.notices,
    ...(gone === 0 ? [] : [goneNotice(gone)]),
    ...(hidden === 0 ? [] : [hiddenNotice(hidden)]),
    ...(hasMore && !hasNext ? [pagingEndsNotice(end, head.total)] : []),
  ];
  const next = hasNext ? { ...query, page: String(index + 1) } : null;
  return { next, notices, partial: isPartial(summaryOf(head).sourceCounts) };
}

/** The body of a search in UTF-8: stored jobs are never parsed and serialised again. */
export function answer(input: AnswerInput): Buffer {
  const { query, page, now, tookMs } = input;
  const { head, jobs } = page;
  const { sources, sourceCounts } = summaryOf(head);
  const { next, notices, partial } = pageFactsOf(input);
  const members = JSON.stringify({
    query,
    page: {
      index: Number(query.page),
      limit: Number(query.limit),
      count: jobs.count,
      total: head.total,
      exact: head.exact ?? head.total,
    },
    next,
    notices,
    partial,
    stale: isStale(head, now),
    collectedAt: head.collectedAt === null ? null : new Date(head.collectedAt).toISOString(),
    ageSeconds: head.collectedAt === null ? null : Math.max(0, Math.floor((now - head.collectedAt) / 1000)),
    tookMs: Math.round(tookMs),
    sources,
    sourceCounts,
  });
  const bytes = typeof jobs.bytes === 'string' ? Buffer.from(jobs.bytes, 'latin1') : jobs.bytes;
  return Buffer.concat([Buffer.from(`${members.slice(0, -1)},"jobs":[`), bytes, Buffer.from(']}')]);
}

function goneNotice(gone: number): string {
  return gone === 1
    ? 'One job of this page is no longer stored and is left out.'
    : `${gone} jobs of this page are no longer stored and are left out.`;
}

/** For a page without the jobs that its caller has hidden. */
const hiddenNotice = (hidden: number): string =>
  `${hidden === 1 ? 'One job of this page, which you have hidden, is' : `${hidden} jobs of this page, which you have hidden, are`} left out.`;

/** For the last page that can be requested when more jobs follow it. */
function pagingEndsNotice(end: number, total: number): string {
  return `Pages end at job ${end} of ${total}: narrow the search, for example by place, date or pay, to see the others.`;
}

/** Whether a document is past its fresh lifetime. */
export function isStale(head: DocumentHead, now: number): boolean {
  return now > head.freshUntil && head.state !== 'growing';
}

/** The Cache-Status header. `ttl` is the rest of the fresh lifetime in seconds, negative once it is over. */
export function cacheStatus({ outcome, head, refreshing, now, forward = 'miss' }: CacheStatusInput): string {
  if (outcome === 'partial') return `job-search; fwd=${forward}; stored=?0; detail=partial`;
  if (outcome === 'miss') return `job-search; fwd=${forward}; stored`;
  if (outcome === 'collapsed') return `job-search; fwd=${forward}; collapsed; stored`;
  const ttl = Math.floor((head.freshUntil - now) / 1000);
  return `job-search; hit; ttl=${ttl}${refreshing ? '; detail=revalidating' : ''}`;
}

type CacheStatusInput = {
  outcome: CacheOutcome;
  head: DocumentHead;
  /** Whether a new collection runs in the background. */
  refreshing: boolean;
  now: number;
  forward?: Forward;
};
