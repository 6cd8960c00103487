import type { HeldJob } from '../../../shared/search/job.js';
import { atOnce, type Task } from '../../process/cooperative.js';
import { type Change, findAffectedEntries } from '../dedupe/affected-entries.js';
import { joinPairs, pairsOf } from '../dedupe/find-pairs.js';
import type { FingerprintIndex } from '../dedupe/fingerprint-index.js';
import type { JobFingerprint } from '../dedupe/job-fingerprint.js';
import { mergeDuplicates } from '../dedupe/merge-duplicates.js';
import type { CollectionIndex } from '../index/collection-index.js';
import { type Columns, noColumns, renewColumns } from './columns.js';
import type { LocationSet } from './location-table.js';

/** What matching needs of a job; its description is in the index. */
export type MatchedJob = Omit<HeldJob, 'description'>;

/** A job made ready for matching, once a collection. */
export type Entry = {
  job: MatchedJob;
  /** Its number in its collection's index. */
  at: number;
  index: CollectionIndex;
  /** Epoch milliseconds; `NaN` when unknown. */
  postedAt: number;
  hasText: boolean;
  /** How many more times its source lists just the same (worker/match/dedupe/exact-repeats.ts). */
  repeats: number;
  /** Which of its collection's whereabouts it has. */
  whereabouts: number;
  print: JobFingerprint;
};

/** A source's collection made ready: its entries, and which words stand where. */
export type PreparedCollection = {
  source: string;
  size: number;
  entries: readonly Entry[];
  index: CollectionIndex;
  /** Each different one once, by its key (`locationKey`). */
  whereabouts: ReadonlyMap<string, LocationSet>;
  keyTable: FingerprintIndex;
};

/** One opening: the record shown, with what its twins on other boards add, and all that were found of it. */
export type Group = { shown: Entry; members: readonly Entry[] };

/** All collections of a search: duplicates are one item. `itemOf[c][e]` is the item of entry `e` of collection `c`. */
export type Corpus = {
  items: readonly Group[];
  collections: readonly PreparedCollection[];
  itemOf: readonly Int32Array[];
  columns: Columns;
};

/** A corpus of nothing. */
export const noCorpus: Corpus = { items: [], collections: [], itemOf: [], columns: noColumns };

/** Merges collections and makes duplicates one. */
export const createCorpus = (collections: readonly PreparedCollection[]): Corpus =>
  atOnce(renewCorpus(noCorpus, collections));

/** How two sets of collections differ. */
export function changeOf(former: readonly PreparedCollection[], collections: readonly PreparedCollection[]): Change {
  const [before, after] = [new Set(former), new Set(collections)];
  return {
    kept: collections.filter((collection) => before.has(collection)),
    added: collections.filter((collection) => !before.has(collection)),
    removed: former.filter((collection) => !after.has(collection)),
  };
}

/**
 * Merges collections, and makes duplicates one, from what a former corpus knows of those it shares: what hangs together
 * with an entry that came or went is compared and grouped anew, all else is copied. From `noCorpus` everything is new.
 * The items are the same whatever it was made from, their numbers are not.
 */
export function* renewCorpus(former: Corpus, collections: readonly PreparedCollection[]): Task<Corpus> {
  const change = changeOf(former.collections, collections);
  const { entries, pairs } = change.kept.length === 0 ? yield* everything(change) : yield* findAffectedEntries(change);
  const groups = yield* groupsOf(entries, yield* joinPairs(entries, pairs));
  const { items, changed } = place(groups, { former, out: itemsOf(former, { entries, change }) });
  const formerItems = new Map(former.collections.map((collection, at) => [collection, former.itemOf[at]]));
  const itemOf = collections.map((each) => formerItems.get(each)?.slice() ?? new Int32Array(each.size));
  const numbers = new Map(collections.map(({ index }, at) => [index, at]));
  for (const item of changed)
    for (const { index, at } of items[item]?.members ?? []) {
      const its = itemOf[numbers.get(index) ?? -1];
      if (its !== undefined) its[at] = item;
    }
  yield;
  const columns = yield* renewColumns(former.columns, { items, changed, collections, former: former.collections });
  return { items, collections, itemOf, columns };
}

/** All entries and all their pairs. */
function* everything({ added }: Change) {
  const entries = added.flatMap((collection) => collection.entries);
  return { entries, pairs: yield* pairsOf(entries) };
}

/** Openings merged before other work may go on. */
const batch = 500;

/** The openings of entries, `rootOf[e]` being the lowest entry of that of entry `e`. */
function* groupsOf(entries: readonly Entry[], rootOf: Int32Array): Task<Group[]> {
  const groupOf = new Int32Array(entries.length).fill(-1);
  const members: Entry[][] = [];
  for (const [at, entry] of entries.entries()) {
    const root = rootOf[at] ?? at;
    const group = groupOf[root] ?? -1;
    if (group >= 0) members[group]?.push(entry);
    else groupOf[root] = members.push([entry]) - 1;
  }
  const groups: Group[] = [];
  for (const [at, each] of members.entries()) {
    groups.push(mergeDuplicates(each));
    if (at % batch === 0) yield;
  }
  return groups;
}

/** The items of a former corpus that hold one of these entries, or one that is gone. */
function itemsOf(former: Corpus, { entries, change }: { entries: readonly Entry[]; change: Change }): Set<number> {
  const itemsBy = new Map(former.collections.map(({ index }, at) => [index, former.itemOf[at]]));
  const out = new Set<number>();
  for (const { index, at } of entries) {
    const item = itemsBy.get(index)?.[at];
    if (item !== undefined) out.add(item);
  }
  for (const { index } of change.removed) for (const item of itemsBy.get(index) ?? []) out.add(item);
  return out;
}

/** Puts groups in the place of items that are out; where more go than come, the last items move up. */
function place(
  groups: readonly Group[],
  { former, out }: { former: Corpus; out: ReadonlySet<number> },
): { items: Group[]; changed: number[] } {
  const before = former.items.length;
  const size = before - out.size + groups.length;
  const items = former.items.slice(0, size);
  const coming = [...groups];
  for (let item = size; item < before; item++) {
    const group = former.items[item];
    if (group !== undefined && !out.has(item)) coming.push(group);
  }
  const changed = [...out].filter((item) => item < size).sort((one, other) => one - other);
  for (let item = before; item < size; item++) changed.push(item);
  for (const [at, item] of changed.entries()) {
    const group = coming[at];
    if (group !== undefined) items[item] = group;
  }
  return { items, changed };
}
