import { writeCsv } from '../../shared/export/csv.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { runScript } from '../../shared/redis/run-script.js';
import { isInFuture } from '../../shared/search/collections/is-in-future.js';
import { pageAddress } from '../../shared/search/query/query.js';
import { summaryOf } from '../../shared/search/result.js';
import { type DocumentHead, parseJobs } from '../../shared/search/search-document.js';
import { feedAddress, originOf, writeAtom, writeJsonFeed } from '../formats/feeds.js';
import { type ListFormat, mediaTypes } from '../formats/format.js';
import type { JobPage } from '../formats/job-page.js';
import { entityTagOf } from '../middleware/answer.js';
import { type ExistingPage, isStale, pageFactsOf } from './answer/answer.js';
import type { SearchContext, SearchRequest } from './search-context.js';

/** How long a list is remembered after its last request. */
const keptMs = 2 * 86_400_000;

/**
 * When the list at this address last changed (epoch seconds), the same for every API process: ranking again does not
 * count as a change. `rankedAt` (epoch ms): when a list not seen before was made.
 */
export async function lastModified(
  redis: RedisConnection,
  address: string,
  { tag, rankedAt }: { tag: string; rankedAt: number },
): Promise<number> {
  return (await runScript(redis, 'search/date-list', {
    keys: { list: redisKeys.list(address) },
    args: { tag, since: Math.floor(rankedAt / 1000), keptMs },
  })) as number;
}

/**
 * How a cached document may be used. `fresh`: as the answer. `stale`: as the answer, and refreshed in the background.
 * `incomplete`: a source, or part of the stored postings, is missing or still running, so the search is collected again
 * and this document answers only if that takes too long. `failed`: every source failed a moment ago. `none`: there is
 * none, or it was made with another sources file.
 */
type Freshness = 'fresh' | 'stale' | 'incomplete' | 'failed' | 'none';

/** The freshness of a document at `now` (epoch ms); `sourcesHash` is that of the workers' current sources file, if known. */
export function freshnessOf(head: DocumentHead | null, now: number, sourcesHash: string | null): Freshness {
  if (head === null || now >= head.staleUntil) return 'none';
  if (sourcesHash !== null && head.sourcesPrint !== sourcesHash) return 'none';
  if (head.state === 'growing' || (head.lacking === true && head.state === 'complete')) return 'incomplete';
  if (now < head.recheckAt && !isInFuture(head.collectedAt, now)) return head.state === 'failed' ? 'failed' : 'fresh';
  if (head.state === 'failed') return 'none';
  const { ok, total } = summaryOf(head).sourceCounts;
  return ok === total || ok === 0 ? 'stale' : 'incomplete';
}

/**
 * Answers with a page as a list of jobs. Headers carry what the list itself cannot: how many jobs match, whether
 * sources are missing, whether a newer list is being collected, the notices and the next page.
 */
export async function answerAsList(
  { config, redis, now }: Pick<SearchContext, 'config' | 'redis' | 'now'>,
  ctx: SearchRequest,
  { page, format }: { page: ExistingPage; format: ListFormat },
): Promise<void> {
  const { query, searchKey } = ctx.state;
  const { head } = page;
  const { next, notices, partial } = pageFactsOf({ query, page });
  const jobs = parseJobs(page.jobs);
  const at = now().getTime();
  const rankedAt = Math.min(head.rankedAt ?? at, at);
  ctx.set('X-Total-Count', String(head.total));
  ctx.set('X-Partial', String(partial));
  ctx.set('X-Stale', String(isStale(head, at)));
  if (notices.length > 0) ctx.set('X-Notices', asciiJson(withinHeader(notices)));
  ctx.set('Content-Type', mediaTypes[format]);
  if (format === 'ndjson') {
    ctx.body = jobs.map((job) => `${JSON.stringify(job)}\n`).join('');
    return;
  }
  const origin = originOf(ctx, config);
  const nextAddress = next === null ? null : feedAddress(next, format);
  if (nextAddress !== null) ctx.set('Link', `<${nextAddress}>; rel="next"`);
  if (format === 'csv') ctx.set('Content-Disposition', 'inline; filename="jobs.csv"');
  const list = {
    query,
    searchKey,
    notices,
    partial,
    // A reader shows each entry separately, so one that only resembles the search would seem a match.
    jobs: format === 'csv' ? jobs : jobs.filter(({ match }) => match.near !== true),
    total: head.total,
    links: {
      self: origin + feedAddress(query, format),
      next: nextAddress === null ? null : origin + nextAddress,
      page: origin + pageAddress(query),
    },
  };
  const tag = tagOf(list);
  // A list without the caller's hidden jobs differs from others at the same address: its date would move everybody's.
  const isShared = page.hidden === undefined;
  const modifiedAt = isShared ? 1000 * (await lastModified(redis, list.links.self, { tag, rankedAt })) : rankedAt;
  ctx.set('ETag', tag);
  // RFC 9110 §8.8.2.1: no date in the future.
  if (isShared && modifiedAt <= at) ctx.set('Last-Modified', new Date(modifiedAt).toUTCString());
  ctx.body = writers[format]({ ...list, modifiedAt });
}

/**
 * The entity tag of a list: unchanged while its jobs stay the same, however often they are ranked and scored again, and
 * while boards are being read.
 */
const tagOf = ({ query, links, jobs }: Omit<JobPage, 'modifiedAt'>): string =>
  entityTagOf(JSON.stringify([query, links.self, jobs.map(({ match, ...record }) => [record, match.near])]));

const writers = {
  csv: ({ jobs }: JobPage): string => writeCsv(jobs),
  'json-feed': writeJsonFeed,
  atom: writeAtom,
} as const;

/** Characters of all notices in a header; clients and proxies refuse headers that are much longer. */
const maxNoticesLength = 2000;

/** The first notices, as many as fit into a header. */
function withinHeader(notices: readonly string[]): string[] {
  let length = 0;
  return notices.filter((notice) => {
    length += notice.length;
    return length <= maxNoticesLength;
  });
}

/** JSON in ASCII, as a header has to be. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
