import type { DedupeCollection, DedupeEntry, DuplicateGroup } from '../dedupe/dedupe-entry.js';
import type { CollectionIndex } from '../index/collection-index.js';
import type { LocationSet } from './location-set.js';

/** A posting prepared for matching, once a version of its collection. */
export type Entry = DedupeEntry & {
  /** Its number in its collection's index. */
  at: number;
  index: CollectionIndex;
  /** How many more times its source lists an equal posting (worker/match/dedupe/exact-repeats.ts). */
  repeats: number;
  /** The number of its location set in its collection. */
  locationSet: number;
};

/** A source's collection prepared for matching: its entries, and which words are where. */
export type PreparedCollection = DedupeCollection<Entry> & {
  source: string;
  /** The number of entries. */
  size: number;
  index: CollectionIndex;
  /** Each distinct location set once, by its key (`locationKey`), in the order of their numbers. */
  locationSets: ReadonlyMap<string, LocationSet>;
};

/** One opening: the record shown, and every posting of it. */
export type Group = DuplicateGroup<Entry>;
