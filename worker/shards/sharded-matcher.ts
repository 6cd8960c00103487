import type { FacetCounts, NamedRows } from '../../shared/search/facets.js';
import type { Job } from '../../shared/search/job.js';
import type { RankedJob } from '../../shared/search/ranked-list.js';
import type {
  BucketRange,
  FoundCopies,
  FoundRows,
  Listing,
  Matched,
  MatchedFacets,
  Matcher,
  NamedRecords,
  Question,
} from '../engine/engine.js';
import type { CorrectedKeyword } from '../match/keyword/correct-keyword.js';
import { candidates } from '../match/rank/busiest-places.js';
import type { NamedPosting } from '../match/rank/find-copies.js';
import { busiestCompanies, placesWithin } from '../match/rank/list-facets.js';
import { leastCompared } from '../match/rank/rank.js';
import type { Asked } from './ask-shard.js';
import { type MergedMatch, mergeMatched } from './merge-matched.js';
import type { ShardAnswer } from './shard-question.js';

/** Boards collected in this time may be unknown to other workers: announcements take some milliseconds, longer after a reconnect. */
const recentMs = 10_000;

/** Jobs that a shard lists beyond its even share of a list, as the best are of a few employers, each of which is in one shard. */
const listMargin = 150;

/** Records that a shard sends beyond its even share of a list, so that one more question is seldom needed. */
const shareMargin = 25;

export type ShardedOptions = {
  of: number;
  /** The matcher of a shard that this process has loaded; `null` = another worker is asked. */
  here(shard: number): Matcher | null;
  ask(shard: number, asked: Asked): Promise<Exclude<ShardAnswer, { error: string }> | null>;
};

/**
 * Matches against the postings of all workers: each shard is asked, here or by a job in its queue, and the answers are
 * joined. A shard that does not answer in time is counted in `silent`. Throws when none does.
 */
export function createShardedMatcher({ of, here, ask }: ShardedOptions): Matcher {
  const shards = Array.from({ length: of }, (_, shard) => shard);

  const matchOne = async (shard: number, question: Question, listing: Listing): Promise<Matched | null> => {
    const own = here(shard);
    // Its records are made once the merged list is known.
    if (own !== null) return own.match(question, { ...listing, records: 0 });
    const answer = await ask(shard, { ...askedOf(question), ...listing });
    return answer !== null && 'matched' in answer ? answer.matched : null;
  };
  const countOne = async (shard: number, question: Question, named?: NamedRows): Promise<MatchedFacets | null> => {
    const own = here(shard);
    if (own !== null) return own.facets(question, named);
    const facets = named === undefined ? {} : { places: [...named.places], companies: [...(named.companies ?? [])] };
    const answer = await ask(shard, { ...askedOf(question), depth: 0, records: 0, facets });
    return answer !== null && 'facets' in answer ? answer.facets : null;
  };
  const nameOne = async (shard: number, question: Question, list: RankedJob[]): Promise<NamedRecords> => {
    const own = here(shard);
    if (own !== null) return own.named(question, list);
    const answer = await ask(shard, { ...askedOf(question), depth: 0, records: 0, named: list });
    if (answer === null || !('records' in answer)) return { records: list.map(() => null), gone: [], silent: 1 };
    return { records: answer.records, gone: answer.gone ?? [], silent: 0 };
  };
  const rowsOfOne = async (shard: number, question: Question, rows: BucketRange): Promise<FoundRows | null> => {
    const own = here(shard);
    if (own !== null) return own.rows(question, rows);
    const answer = await ask(shard, { ...askedOf(question), depth: 0, records: 0, rows });
    return answer !== null && 'rows' in answer ? answer.rows : null;
  };
  const copiesOfOne = async (shard: number, question: Question, copies: NamedPosting): Promise<FoundCopies | null> => {
    const own = here(shard);
    if (own !== null) return own.copies(question, copies);
    const answer = await ask(shard, { ...askedOf(question), depth: 0, records: 0, copies });
    return answer !== null && 'copies' in answer ? answer.copies : null;
  };
  /** What each shard found, all of them having read the keyword in the same way. */
  const matchAll = async (question: Question, listing: Listing): Promise<(Matched | null)[]> => {
    const found = await Promise.all(shards.map((shard) => matchOne(shard, question, listing)));
    if (found.every((each) => each === null))
      throw new Error('No worker has searched any part of the postings in time.');
    const reading = question.reading ?? agreedReading(found);
    return Promise.all(
      found.map(async (each, shard) =>
        each === null || sameReading(each.reading, reading) ? each : matchOne(shard, { ...question, reading }, listing),
      ),
    );
  };
  /** How many jobs a shard lists at first: as many as are compared for repeats at least, if any. */
  const depthOf = (depth: number): number =>
    depth === 0 || of === 1 ? depth : Math.max(leastCompared, Math.min(depth, Math.ceil(depth / of) + listMargin));
  /** The merged list; shards of which it needs more than they have listed are asked for a whole one. */
  const withMore = async (
    question: Question,
    first: readonly (Matched | null)[],
    listing: Listing,
  ): Promise<{ found: readonly (Matched | null)[]; merged: MergedMatch }> => {
    const merged = mergeMatched(first, listing);
    const short = depthOf(listing.depth) < listing.depth ? merged.short : [];
    if (short.length === 0) return { found: first, merged };
    const asked = { ...question, reading: question.reading ?? merged.reading };
    const found = await Promise.all(
      first.map(async (each, shard) => (short.includes(shard) ? await matchOne(shard, asked, listing) : each)),
    );
    return { found, merged: mergeMatched(found, listing) };
  };
  const correct = async (question: Question): Promise<CorrectedKeyword> => {
    const found = await matchAll(question, { depth: 0, records: 0 });
    const [first] = found.filter((each) => each !== null);
    if (first === undefined) throw new Error('No shard has answered.');
    return first.reading;
  };
  return {
    correct,
    async match(question, listing) {
      const share = Math.min(listing.records, Math.ceil(listing.records / of) + shareMargin);
      const first = await matchAll(question, { depth: depthOf(listing.depth), records: share });
      const { found, merged } = await withMore(question, first, listing);
      const { from, short: _, ...matched } = merged;
      const { records, gone, silent } = await recordsOf(merged, { found, question, nameOne });
      // A job whose shard no longer answers is left out: places in the list and records belong together.
      return {
        ...matched,
        gone: [...new Set([...matched.gone, ...gone])],
        silent: matched.silent + silent,
        ranked: matched.ranked.filter((_, place) => records[place] !== null),
        jobs: records.filter((record) => record !== null),
      };
    },
    async facets(asked, named) {
      // With one shard its own reading is everybody's.
      const reading = asked.reading ?? (of === 1 ? undefined : await correct(asked));
      const question = { ...asked, reading };
      const first = await Promise.all(shards.map((shard) => countOne(shard, question, named)));
      const listed = namedRows(heardOf(first).flatMap((each) => each.shards));
      const found = await Promise.all(
        first.map(async (each, shard) =>
          each !== null && named === undefined && lacksAny(each.shards, listed)
            ? countOne(shard, question, listed)
            : each,
        ),
      );
      const heard = heardOf(found);
      const [one] = heard;
      if (one === undefined) throw new Error('No worker has counted any part of the postings in time.');
      return {
        shards: heard.flatMap((each) => each.shards),
        reading: one.reading,
        gone: [...new Set(heard.flatMap(({ gone }) => gone))],
        silent: found.length - heard.length,
      };
    },
    async named(asked, list) {
      // All shards read the keyword as they did for the list.
      const question = { ...asked, reading: asked.reading ?? (await correct(asked)) };
      const found = await Promise.all(shards.map((shard) => nameOne(shard, question, [...list])));
      const recordAt = (at: number) => found.reduce<Job | null>((job, { records }) => job ?? records[at] ?? null, null);
      return { records: list.map((_, at) => recordAt(at)), ...lackOf(found) };
    },
    async copies(question, posting) {
      const found = await Promise.all(shards.map((shard) => copiesOfOne(shard, question, posting)));
      const heard = found.filter((each) => each !== null);
      return {
        copies: heard.find(({ copies }) => copies !== null)?.copies ?? null,
        gone: heard.flatMap(({ gone }) => gone),
      };
    },
    async rows(asked, range) {
      const question = { ...asked, reading: asked.reading ?? (await correct(asked)) };
      const found = await Promise.all(shards.map((shard) => rowsOfOne(shard, question, range)));
      const heard = found.filter((each) => each !== null);
      return {
        rows: heard.flatMap(({ rows }) => rows),
        total: heard.reduce((sum, { total }) => sum + total, 0),
        gone: heard.flatMap(({ gone }) => gone),
        silent: of - heard.length,
      };
    },
    async prepare(ref) {
      await Promise.all(shards.map(async (shard) => here(shard)?.prepare(ref)));
    },
  };
}

/** A question as it is sent to another worker, which knows the whole boards. */
function askedOf({ refs, subject, now, reading }: Question): Omit<Asked, keyof Listing> {
  const at = now.getTime();
  const recent = refs.filter(({ isBoard, collectedAt }) => isBoard === true && (collectedAt ?? 0) > at - recentMs);
  return {
    subject,
    now: at,
    reading: reading === undefined ? undefined : { root: reading.root, notices: [...reading.notices] },
    narrowed: refs
      .filter(({ isBoard }) => isBoard !== true)
      .map(({ key, version, source }) => ({ key, version, source })),
    changed: recent.map(({ key, version }) => ({ key, version })),
  };
}

/** What some answers lack together. */
const lackOf = (found: readonly NamedRecords[]): Pick<NamedRecords, 'gone' | 'silent'> => ({
  gone: [...new Set(found.flatMap(({ gone }) => gone))],
  silent: found.reduce((sum, { silent }) => sum + silent, 0),
});

const heardOf = <Answer>(found: readonly (Answer | null)[]): Answer[] => found.filter((each) => each !== null);

const sameReading = (one: CorrectedKeyword, other: CorrectedKeyword): boolean =>
  JSON.stringify(one.root) === JSON.stringify(other.root);

/**
 * How the keyword is to be read: a word that postings of one shard have is right, however rare it is in the others; else
 * the correction is that of the shard which finds the most by it.
 */
function agreedReading(found: readonly (Matched | null)[]): CorrectedKeyword {
  const heard = found.filter((each) => each !== null);
  const [asWritten] = heard.filter(({ reading, exact }) => reading.notices.length === 0 && exact > 0);
  const most = heard.reduce((best, each) => (isBetter(each, best) ? each : best));
  return (asWritten ?? most).reading;
}

const isBetter = (one: Matched, other: Matched): boolean =>
  one.exact !== other.exact ? one.exact > other.exact : one.reading.notices.length > other.reading.notices.length;

/** The rows that all shards are to count: more places than are listed, as some may turn out to reach beyond the search's own. */
const namedRows = (counted: readonly FacetCounts[]): NamedRows => ({
  places: placesWithin(counted)
    .slice(0, candidates)
    .map(({ word }) => word),
  companies: busiestCompanies(counted).map(({ word }) => word),
});

function lacksAny(counted: readonly FacetCounts[], { places, companies = [] }: NamedRows): boolean {
  const known = new Set(counted.flatMap((each) => [...each.places, ...each.companies].map(({ word }) => word)));
  return [...places, ...companies].some((word) => !known.has(word));
}

type RecordSource = {
  found: readonly (Matched | null)[];
  question: Question;
  nameOne(shard: number, question: Question, list: RankedJob[]): Promise<NamedRecords>;
};

/**
 * The records of the first jobs of a merged list: made here, sent with a list, or asked for. `null` = the shard no longer
 * answers, or no longer finds the job.
 */
async function recordsOf(
  { from, ranked, reading }: MergedMatch,
  { found, question, nameOne }: RecordSource,
): Promise<NamedRecords> {
  const lacking = new Map<number, RankedJob[]>();
  const recordAt = ({ shard, at }: { shard: number; at: number }): Job | undefined =>
    found[shard]?.jobs[at] ?? found[shard]?.recordAt?.(at);
  const made = from.map(recordAt);
  for (const [place, { shard }] of from.entries()) {
    const job = ranked[place];
    if (job === undefined || made[place] !== undefined) continue;
    lacking.set(shard, [...(lacking.get(shard) ?? []), { id: job.id, score: job.score }]);
  }
  const asked = await Promise.all(
    [...lacking].map(async ([shard, list]) => {
      const named = await nameOne(shard, { ...question, reading }, list);
      return { ...named, byId: list.map(({ id }, at) => [id, named.records[at] ?? null] as const) };
    }),
  );
  const late = new Map(asked.flatMap(({ byId }) => byId));
  const records = made.map((record, place) => record ?? late.get(ranked[place]?.id ?? '') ?? null);
  return { records, ...lackOf(asked) };
}
