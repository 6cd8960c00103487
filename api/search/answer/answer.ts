import { parseLocation } from '../../../shared/places/parse-location.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import type { Facets, FacetsAnswer, StoredFacets } from '../../../shared/search/facets.js';
import type { SearchQuery } from '../../../shared/search/query/query.js';
import { isPartial, summaryOf } from '../../../shared/search/result.js';
import {
  type DocumentHead,
  type DocumentPage,
  readDocument,
  readFacetsPage,
} from '../../../shared/search/search-document.js';

/** The content of an answer: a page of jobs, or the facets of all. */
export type PageContent = 'jobs' | 'facets';

/** Names a page of a search's document. */
export type PageAddress = { searchKey: string; query: Pick<SearchQuery, 'page' | 'limit'>; wanted?: PageContent };

/** Reads the document's head and the records of one page, or its facets. */
export function readDocumentPage(
  redis: RedisConnection,
  { searchKey, query, wanted }: PageAddress,
): Promise<DocumentPage> {
  if (wanted === 'facets') return readFacetsPage(redis, searchKey);
  const count = Number(query.limit);
  return readDocument(redis, searchKey, { from: Number(query.page) * count, count });
}

const allPages = 'Facets count the jobs of all pages, so page is not used.';

/** The body of `POST /api/jobs/facets`. */
export function facetsAnswer({ query, page: { head }, now, tookMs }: AnswerInput, stored: StoredFacets): string {
  const { sourceCounts } = summaryOf(head);
  const { total, exact, facets } = stored;
  return JSON.stringify({
    query,
    total,
    exact,
    facets: { ...facets, remoteFilter: remoteRows(facets.remoteFilter, query.location) },
    notices: [...new Set([...head.notices, ...stored.notices, ...(query.page === '0' ? [] : [allPages])])],
    partial: isPartial(sourceCounts),
    stale: isStale(head, now),
    collectedAt: head.collectedAt === null ? null : new Date(head.collectedAt).toISOString(),
    ageSeconds: head.collectedAt === null ? null : Math.max(0, Math.floor((now - head.collectedAt) / 1000)),
    tookMs: Math.round(tookMs),
    sourceCounts,
  } satisfies FacetsAnswer);
}

/**
 * The rows of `remoteFilter` for a location that states the workplace ("Remote, Germany"): any other value contradicts
 * it. The counts are shared with the search that states it only in the field.
 */
function remoteRows(rows: Facets['remoteFilter'], location: string): Facets['remoteFilter'] {
  const { workplace } = parseLocation(location);
  const jobsInWorkplace = rows.find(({ word }) => word === workplace)?.jobs;
  return jobsInWorkplace === undefined
    ? rows
    : rows.map(({ word }) => ({ word, jobs: word === '' || word === workplace ? jobsInWorkplace : 0 }));
}

/** Where an answer came from, as Cache-Status expresses it (RFC 9211). */
export type CacheOutcome = 'hit' | 'miss' | 'collapsed' | 'partial';

/** Why a search was collected: nothing usable was cached, or the client demanded a new collection. */
export type Forward = 'miss' | 'request';

/**
 * A page as a search reads it. `bodyOf`, if this process caches it: its body, made by the first answer. `hidden`: jobs
 * of the page that the caller has hidden.
 */
export type SearchPage = DocumentPage & { bodyOf?: (make: () => Buffer) => Buffer; hidden?: number };

/** A page of a document that exists. */
export type ExistingPage = SearchPage & { head: DocumentHead };

type AnswerInput = {
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

/** The search after this page, and facts that accompany its jobs. */
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
    ...(head.places !== undefined && { offers: { places: head.places } }),
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
