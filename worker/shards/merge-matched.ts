import { tableOf } from '../../shared/table-of.js';
import { mergeOffers } from '../match/rank/empty-answer.js';
import { nearUpTo } from '../match/rank/near-titles.js';
import type { ListedJob, ListOrder } from '../match/rank/search-corpus.js';
import type { Listing, Matched } from './matcher.js';

/**
 * Joins what shards found to one list in the order of the search: scores do not depend on the other postings of a shard, but
 * those of the same employer, which are all in one.
 * An opening that several shards list, as boards name its company differently, is listed once; its total counts it twice.
 * Each shard lists as many near matches as it has too few exact ones; all together are cut to as many.
 */
export function mergeMatched(found: readonly (Matched | null)[], { depth, records }: Listing): MergedMatch {
  const heard = found.filter((each) => each !== null);
  const [first] = heard;
  if (first === undefined) throw new Error('No shard has answered.');
  const compare = comparators[first.order];
  const exact = heard.reduce((sum, each) => sum + each.exact, 0);
  const nearAtMost = Math.max(0, nearUpTo - exact);
  let near = 0;
  const heads = found.map(() => 0);
  const ranked: ListedJob[] = [];
  const from: { shard: number; at: number }[] = [];
  const seen = new Set<string>();
  while (ranked.length < depth) {
    const shard = bestShard(found, heads, compare);
    if (shard === null) break;
    const at = heads[shard] ?? 0;
    heads[shard] = at + 1;
    const job = found[shard]?.ranked[at];
    if (job === undefined || seen.has(job.id)) continue;
    if (job.isNear && near++ === nearAtMost) break;
    seen.add(job.id);
    ranked.push(job);
    if (from.length < records) from.push({ shard, at });
  }
  const bySource: Record<string, number> = tableOf({});
  for (const each of heard)
    for (const [source, jobs] of Object.entries(each.bySource)) bySource[source] = (bySource[source] ?? 0) + jobs;
  return {
    ...{ place: first.place, order: first.order, reading: first.reading, bySource, ranked, from },
    total: exact + ranked.filter(({ isNear }) => isNear).length,
    exact,
    offers: exact + near === 0 ? mergeOffers(heard.flatMap(({ offers }) => offers ?? [])) : null,
    notices: [...new Set(heard.flatMap(({ notices }) => notices))],
    gone: [...new Set(heard.flatMap(({ gone }) => gone))],
    silent: found.length - heard.length,
    shards: found.length,
  };
}

/** A merged list; `from` says for its first jobs which shard listed them, and where in its list. */
export type MergedMatch = Omit<Matched, 'jobs'> & { from: readonly { shard: number; at: number }[] };

type Compare = (one: ListedJob, other: ListedJob) => number;

const nearLast: Compare = (one, other) => Number(one.isNear) - Number(other.isNear);

const byId: Compare = (one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);

/** The orders of worker/match/rank/rank.ts and worker/match/corpus/newest-first.ts. */
const comparators: Record<ListOrder, Compare> = {
  score: (one, other) => nearLast(one, other) || other.score - one.score || other.date - one.date || byId(one, other),
  date: (one, other) => nearLast(one, other) || other.date - one.date || other.score - one.score || byId(one, other),
  open: (one, other) =>
    other.date - one.date || Number(other.isOnSeveral) - Number(one.isOnSeveral) || byId(one, other),
};

/** The shard whose next job comes first; `null` when all lists are used up. */
function bestShard(found: readonly (Matched | null)[], heads: readonly number[], compare: Compare): number | null {
  let best: { shard: number; job: ListedJob } | null = null;
  for (const [shard, each] of found.entries()) {
    const job = each?.ranked[heads[shard] ?? 0];
    if (job !== undefined && (best === null || compare(job, best.job) < 0)) best = { shard, job };
  }
  return best?.shard ?? null;
}
