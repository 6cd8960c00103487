import type { SearchQuery } from '../../shared/search/query.js';
import type { DocumentHead } from '../../shared/search/search-document.js';

/** How an answer came about, as Cache-Status tells it (RFC 9211). */
export type Way = 'hit' | 'miss' | 'collapsed' | 'partial';

/** Why a search was collected: nothing fit was held, or the client asked for a new one. */
export type Forward = 'miss' | 'request';

export type AnswerInput = {
  query: SearchQuery;
  head: DocumentHead;
  /** The jobs of the asked page, as ready lines of JSON. */
  jobs: readonly string[];
  /** Jobs of the asked page that are no longer held. */
  gone?: number;
  way: Way;
  refreshing: boolean;
  now: number;
  tookMs: number;
};

/** The deepest job a page may reach. */
const deepest = 1000;

/** A body's text around what changes from answer to answer, and around its jobs. */
export type AnswerFrame = { before: string; collectedAt: string; sources: string };

/** What an answer says that stays the same as long as the document does; `count` is how many jobs the page has. */
export function frameOf({
  query,
  head,
  count,
  gone = 0,
}: Pick<AnswerInput, 'query' | 'head' | 'gone'> & { count: number }): AnswerFrame {
  const limit = Number(query.limit);
  const index = Number(query.page);
  const reached = (index + 1) * limit;
  const hasNext = reached < head.total && reached + limit <= deepest && count + gone > 0;
  const before = JSON.stringify({
    query,
    page: { index, limit, count, total: head.total },
    next: hasNext ? { ...query, page: String(index + 1) } : null,
    notices: gone === 0 ? head.notices : [...head.notices, goneNotice(gone)],
    partial: head.sources.some(({ status }) => status !== 'ok'),
  });
  return {
    before: before.slice(0, -1),
    collectedAt: head.collectedAt === null ? 'null' : `"${new Date(head.collectedAt).toISOString()}"`,
    sources: `,"sources":${JSON.stringify(head.sources)}`,
  };
}

function goneNotice(gone: number): string {
  return gone === 1
    ? 'One job of this page is no longer held and is left out.'
    : `${gone} jobs of this page are no longer held and are left out.`;
}

/** What stands between: how old the answer is, and how long the caller waited for it. */
export function ageOf(
  { collectedAt }: Pick<AnswerFrame, 'collectedAt'>,
  { head, now, tookMs }: Pick<AnswerInput, 'head' | 'now' | 'tookMs'>,
): string {
  const age = head.collectedAt === null ? 'null' : Math.max(0, Math.floor((now - head.collectedAt) / 1000));
  return `,"stale":${isStale(head, now)},"collectedAt":${collectedAt},"ageSeconds":${age},"tookMs":${Math.round(tookMs)}`;
}

/** Builds a search's body by joining ready lines: what was printed once is never parsed and printed again. */
export function answer(input: AnswerInput): string {
  const { query, head, jobs, gone = 0 } = input;
  const frame = frameOf({ query, head, count: jobs.length, gone });
  return `${frame.before}${ageOf(frame, input)}${frame.sources},"jobs":[${jobs.join(',')}]}`;
}

/** Older than its fresh lifetime. */
export function isStale(head: DocumentHead, now: number): boolean {
  return now > head.freshUntil && head.state !== 'growing';
}

/** The Cache-Status of an answer; `ttl` is what is left of its fresh lifetime in seconds. */
export function cacheStatus({
  way,
  head,
  refreshing,
  now,
  forward = 'miss',
}: Pick<AnswerInput, 'way' | 'head' | 'refreshing' | 'now'> & { forward?: Forward }): string {
  if (way === 'partial') return `job-search; fwd=${forward}; stored=?0; detail=partial`;
  if (way === 'miss') return `job-search; fwd=${forward}; stored`;
  if (way === 'collapsed') return `job-search; fwd=${forward}; collapsed; stored`;
  const ttl = Math.floor((head.freshUntil - now) / 1000);
  return `job-search; hit; ttl=${ttl}${refreshing ? '; detail=revalidating' : ''}`;
}
