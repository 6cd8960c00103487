import { tableOf } from '../../shared/table-of.js';
import type { Listing, Matched } from '../engine/engine.js';
import { mergeOffers } from '../match/rank/empty-answer.js';
import { nearUpTo } from '../match/rank/near-titles.js';
import { leastCompared } from '../match/rank/rank.js';
import type { ListedJob, ListOrder } from '../match/rank/search-corpus.js';

/**
 * Joins what shards found to one list in the order of the search: scores do not depend on the other postings of a shard, but
 * those of the same employer, which are all in one.
 * An opening that several shards list, as boards name its company differently, is listed once; its total counts it twice.
 * Each shard lists as many near matches as it has too few exact ones; all together are cut to as many.
 * A list by score has the jobs that were the best before repeats of an employer were lowered, as that of one worker does.
 */
export function mergeMatched(found: readonly (Matched | null)[], { depth, records }: Listing): MergedMatch {
  const heard = found.filter((each) => each !== null);
  const [first] = heard;
  if (first === undefined) throw new Error('No shard has answered.');
  const compare = comparators[first.order];
  const isAmongBest = first.order === 'score' ? bestOf(found, Math.max(depth, leastCompared)) : always;
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
    if (job === undefined || seen.has(job.id) || !isAmongBest(job)) continue;
    if (job.isNear && near++ === nearAtMost) break;
    seen.add(job.id);
    ranked.push(job);
    if (from.length < records) from.push({ shard, at });
  }
  const isUsedUp = ({ ranked: its }: Matched, shard: number): boolean => (heads[shard] ?? 0) >= its.length;
  const bySource: Record<string, number> = tableOf({});
  for (const each of heard)
    for (const [source, jobs] of Object.entries(each.bySource)) bySource[source] = (bySource[source] ?? 0) + jobs;
  return {
    ...{ place: first.place, order: first.order, reading: first.reading, bySource, ranked, from },
    short: shortOf(found, first.order === 'score' ? (each) => each.ranked.every(isAmongBest) : isUsedUp),
    total: exact + ranked.filter(({ isNear }) => isNear).length,
    exact,
    offers: exact + near === 0 ? mergeOffers(heard.flatMap(({ offers }) => offers ?? [])) : null,
    notices: [...new Set(heard.flatMap(({ notices }) => notices))],
    gone: [...new Set(heard.flatMap(({ gone }) => gone))],
    silent: found.length - heard.length,
    shards: found.length,
  };
}

/**
 * A merged list; `from` says for its first jobs which shard listed them, and where in its list. `short`: shards of which all
 * that they listed is among the first and that have more, so that the list is only right with more of theirs.
 */
export type MergedMatch = Omit<Matched, 'jobs'> & {
  from: readonly { shard: number; at: number }[];
  short: readonly number[];
};

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

type Test = (job: ListedJob) => boolean;

const always: Test = () => true;

/** Whether a job is one of the so many best exact matches by the scores before they were lowered; near ones always are. */
function bestOf(found: readonly (Matched | null)[], count: number): Test {
  if (found.reduce((sum, each) => sum + (each?.ranked.length ?? 0), 0) <= count) return always;
  const exact = found.flatMap((each) => each?.ranked.filter(({ isNear }) => !isNear) ?? []);
  if (exact.length <= count) return always;
  const before = ({ unlowered, score }: ListedJob): number => unlowered ?? score;
  const last = lastOf(exact, { count, before });
  if (last === undefined) return always;
  const least = before(last);
  return (job) =>
    job.isNear || before(job) > least || (before(job) === least && (last.date - job.date || byId(job, last)) <= 0);
}

/** The last of the so many best jobs: scores are few different numbers, so that only jobs of one score are sorted. */
function lastOf(
  jobs: readonly ListedJob[],
  { count, before }: { count: number; before: (job: ListedJob) => number },
): ListedJob | undefined {
  const counts: number[] = [];
  for (const job of jobs) counts[before(job)] = (counts[before(job)] ?? 0) + 1;
  let least = counts.length - 1;
  let better = 0;
  while (better + (counts[least] ?? 0) < count) better += counts[least--] ?? 0;
  const equal = jobs.filter((job) => before(job) === least);
  return equal.sort((one, other) => other.date - one.date || byId(one, other))[count - better - 1];
}

/** Shards that have more exact matches than they listed, all of these being used. */
function shortOf(found: readonly (Matched | null)[], isUsed: (each: Matched, shard: number) => boolean): number[] {
  return found.flatMap((each, shard) =>
    each !== null && each.exact > each.ranked.length && isUsed(each, shard) ? [shard] : [],
  );
}
