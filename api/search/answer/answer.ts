import type { SearchQuery } from '../../../shared/search/query/query.js';
import { type DocumentHead, type DocumentPage, toBytes } from '../../../shared/search/search-document.js';
import { isPartial, summaryOf } from '../../../shared/search/source-summary.js';
import type { GzippedPage } from './gzip-page.js';

/** Where an answer came from, as Cache-Status expresses it (RFC 9211). */
export type CacheOutcome = 'hit' | 'miss' | 'collapsed' | 'partial';

/** Why a search was collected: nothing usable was cached, or the client demanded a new collection. */
export type Forward = 'miss' | 'request';

/** A page as a search reads it; `frame` where its page is kept in this process. `hidden`: jobs of the page that the caller has hidden. */
export type SearchPage = DocumentPage & { frame?: KeptFrame; hidden?: number };

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

/** The parts of a body that change only with the document, as byte strings; between them stands `ageOf`. */
export type AnswerFrame = { before: string; collectedAt: string; after: string };

/** A frame that is kept: its end is outside V8's heap, and compressed once a client wanted that. */
export type KeptFrame = Omit<AnswerFrame, 'after'> & { after: Buffer; gzipped?: Promise<GzippedPage> };

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

/** Serialises the constant parts of an answer. */
export function frameOf(input: PageInput): AnswerFrame {
  const { query, page } = input;
  const { head, jobs } = page;
  const { sources, sourceCounts } = summaryOf(head);
  const { next, notices, partial } = pageFactsOf(input);
  const before = JSON.stringify({
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
  });
  const reports = `,"sources":${JSON.stringify(sources)},"sourceCounts":${JSON.stringify(sourceCounts)}`;
  return {
    before: toBytes(before.slice(0, -1)),
    collectedAt: head.collectedAt === null ? 'null' : `"${new Date(head.collectedAt).toISOString()}"`,
    after: `${toBytes(reports)},"jobs":[${typeof jobs.bytes === 'string' ? jobs.bytes : jobs.bytes.toString('latin1')}]}`,
  };
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

/** Serialises the part that differs from answer to answer, in ASCII: the age of the document, and how long the request took. */
export function ageOf(
  { collectedAt }: Pick<AnswerFrame, 'collectedAt'>,
  { page: { head }, now, tookMs }: Pick<AnswerInput, 'page' | 'now' | 'tookMs'>,
): string {
  const age = head.collectedAt === null ? 'null' : Math.max(0, Math.floor((now - head.collectedAt) / 1000));
  return `,"stale":${isStale(head, now)},"collectedAt":${collectedAt},"ageSeconds":${age},"tookMs":${Math.round(tookMs)}`;
}

/** The body of a search in UTF-8, joined from serialised parts: stored jobs are never parsed and serialised again. */
export function answer(input: AnswerInput): Buffer {
  const frame = frameOf(input);
  return Buffer.from(frame.before + ageOf(frame, input) + frame.after, 'latin1');
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
