import type { HeldJob, Place } from '../shared/job.js';
import type { CollectionIndex } from './collection-index.js';
import { type Columns, createColumns } from './columns.js';
import { groupDuplicates } from './dedupe.js';
import { mergeTwins } from './merge-twins.js';
import type { OpeningPrint } from './opening-print.js';

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
  /** Which of its collection's whereabouts it has. */
  whereabouts: number;
  print: OpeningPrint;
};

/** Where a job may be done, as far as a place filter looks at it; many jobs share one. */
export type Whereabouts = Pick<HeldJob, 'location' | 'workplace'> & { places: Place[]; remoteRegions: Place[] };

/** A source's collection made ready: its entries, and which words stand where. */
export type PreparedCollection = {
  source: string;
  size: number;
  entries: readonly Entry[];
  index: CollectionIndex;
  /** Each different one once, by its key (`whereaboutsKey`). */
  whereabouts: ReadonlyMap<string, Whereabouts>;
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

/** Merges collections and makes duplicates one; made once for a set of collections, whatever is searched in it. */
export function createCorpus(collections: readonly PreparedCollection[]): Corpus {
  const entries = collections.flatMap((collection) => collection.entries);
  const rootOf = groupDuplicates(entries);
  const groupOf = new Int32Array(entries.length).fill(-1);
  const members: Entry[][] = [];
  for (const [at, entry] of entries.entries()) {
    const root = rootOf[at] ?? at;
    const group = groupOf[root] ?? -1;
    if (group >= 0) members[group]?.push(entry);
    else groupOf[root] = members.push([entry]) - 1;
    groupOf[at] = groupOf[root] ?? 0;
  }
  const items = members.map(mergeTwins);
  let end = 0;
  const itemOf = collections.map(({ size }) => {
    end += size;
    return groupOf.subarray(end - size, end);
  });
  return { items, collections, itemOf, columns: createColumns(items, collections) };
}
