/** Merges collections into a corpus: all their postings, duplicates joined as one item. */
import { runSync, type Task } from '../../process/cooperative.js';
import { type Change, findAffectedEntries } from '../dedupe/affected-entries.js';
import { clusterPairs, findPairs, type Pair } from '../dedupe/find-pairs.js';
import { mergeDuplicates, mergeOrdered } from '../dedupe/merge-duplicates.js';
import type { CollectionIndex } from '../index/collection-index.js';
import type { Entry, Group, PreparedCollection } from '../segment/open-segment.js';
import { type Columns, emptyColumns, updateColumns } from './columns.js';
import { createWordLookup, type WordLookup } from './word-lookup.js';

/**
 * All collections of a search, duplicates merged into one item. `itemOf[c][e]` is the item of entry `e` of collection
 * `c`; the postings of an item are `groups.get(item)` or, if it has only one, that of `columns.collection` and
 * `columns.entry`.
 */
export type Corpus = {
  collections: readonly PreparedCollection[];
  /** The number of each collection, by its index. */
  numberOf: ReadonlyMap<CollectionIndex, number>;
  itemOf: readonly Int32Array[];
  /** The postings of each item with several, the fullest first. */
  groups: ReadonlyMap<number, readonly Entry[]>;
  columns: Columns;
  words: WordLookup;
  scratch: SearchScratch;
};

/**
 * Working memory for searching a corpus: arrays indexed by item. A search runs to its end without yielding, and copies
 * its results, so that all searches of a corpus share it; separate memory for each would take a third of the time of a
 * search over 10,000 items.
 */
export type SearchScratch = {
  /** How many clauses an item has met so far (`forbidden` = an exclusion); one that missed a clause falls behind. */
  reached: Uint8Array;
  /** The weight of the current clause by its best variant so far; 0 between two clauses. */
  best: Float32Array;
  /** The sum of the weights of the previous clauses; only valid for items that met them. */
  sum: Float32Array;
  /** How many previous clauses were met by more than the running text; only valid for items that met them. */
  stated: Uint8Array;
  /** The items that meet the current clause, in no order; only the first `count` are valid. */
  touched: Int32Array;
};

/** In `SearchScratch.reached`: the item meets a condition that the keyword excludes. */
export const forbidden = 255;

/** In `SearchScratch.reached`: the item is known not to meet some clause. */
export const outside = 254;

/** Creates the working memory for a corpus with this number of items. */
const createScratch = (size: number): SearchScratch => ({
  reached: new Uint8Array(size),
  best: new Float32Array(size),
  sum: new Float32Array(size),
  stated: new Uint8Array(size),
  touched: new Int32Array(size),
});

/** A corpus without collections. */
export const emptyCorpus: Corpus = {
  collections: [],
  numberOf: new Map(),
  itemOf: [],
  groups: new Map(),
  columns: emptyColumns,
  words: createWordLookup([]),
  scratch: createScratch(0),
};

/** The opening of an item, with its records unpacked. Throws when there is no such item. */
export function groupOf({ collections, columns, groups }: Corpus, item: number): Group {
  const several = groups.get(item);
  if (several !== undefined) return mergeOrdered(several);
  return mergeOrdered([shownIn({ collections, columns }, item).entryAt(columns.entry[item] ?? -1)]);
}

/** All openings, with their records unpacked. Throws like `groupOf`. */
export const allGroups = (corpus: Corpus): Group[] =>
  Array.from({ length: corpus.columns.size }, (_, item) => groupOf(corpus, item));

/** The id of an item's shown record. */
export const idOf = (corpus: Pick<Corpus, 'collections' | 'columns'>, item: number): string =>
  shownIn(corpus, item).idAt(corpus.columns.entry[item] ?? -1);

/** The collection of an item's shown record. Throws when there is no such item. */
export function shownIn(
  { collections, columns }: Pick<Corpus, 'collections' | 'columns'>,
  item: number,
): PreparedCollection {
  const collection = collections[columns.collection[item] ?? -1];
  if (collection === undefined) throw new Error(`There is no item ${item}.`);
  return collection;
}

/** Merges and deduplicates collections, without yielding. */
export const createCorpus = (collections: readonly PreparedCollection[]): Corpus =>
  runSync(updateCorpus(emptyCorpus, collections));

/** How two sets of collections differ. */
export function changeOf(
  former: readonly PreparedCollection[],
  collections: readonly PreparedCollection[],
): Change<PreparedCollection> {
  const [before, after] = [new Set(former), new Set(collections)];
  return {
    kept: collections.filter((collection) => before.has(collection)),
    added: collections.filter((collection) => !before.has(collection)),
    removed: former.filter((collection) => !after.has(collection)),
  };
}

/**
 * Merges and deduplicates collections, starting from a former corpus: only entries that a chain of pairs connects to an
 * added or removed entry are compared and grouped again, all others are copied. The groups are the same whichever
 * corpus it starts from; their item numbers are not. `emptyCorpus` rebuilds everything.
 */
export function* updateCorpus(former: Corpus, collections: readonly PreparedCollection[]): Task<Corpus> {
  const change = changeOf(former.collections, collections);
  const compared = change.kept.length === 0 ? yield* allEntries(change.added) : yield* findAffectedEntries(change);
  return yield* corpusOf(former, collections, yield* joinEntries(compared));
}

/** `updateCorpus` with groups of further collections, each with all postings that may be one opening. */
export function* extendCorpus(former: Corpus, groups: readonly (readonly PreparedCollection[])[]): Task<Corpus> {
  const openings: Openings = { singles: [], groups: [] };
  for (const group of groups) {
    const { singles, groups } = yield* joinEntries(yield* allEntries(group));
    openings.singles.push(...singles);
    openings.groups.push(...groups);
  }
  return yield* corpusOf(former, [...former.collections, ...groups.flat()], openings);
}

/** The corpus of collections with known groups: the members of each, the fullest first. */
export function* restoreCorpus(collections: readonly PreparedCollection[], groups: readonly Entry[][]): Task<Corpus> {
  const grouped = new Map<CollectionIndex, Set<number>>();
  for (const { index, at } of groups.flat()) grouped.set(index, (grouped.get(index) ?? new Set()).add(at));
  const openings: Openings = { singles: [], groups: [] };
  for (const { index, size, entryAt } of collections) {
    for (let at = 0; at < size; at++) if (!grouped.get(index)?.has(at)) openings.singles.push(entryAt(at));
    yield;
  }
  for (const members of groups) {
    openings.groups.push(mergeOrdered(members));
    yield;
  }
  return yield* corpusOf(emptyCorpus, collections, openings);
}

/** Entries that a change may group differently, and their pairs. */
type Compared = { entries: Entry[]; pairs: Pair[] };

/** Openings created by a change. */
type Openings = { singles: Entry[]; groups: Group[] };

/** All entries and all their pairs. */
function* allEntries(collections: readonly PreparedCollection[]): Task<Compared> {
  const entries: Entry[] = [];
  for (const { size, entryAt } of collections) {
    for (let at = 0; at < size; at++) entries.push(entryAt(at));
    yield;
  }
  return { entries, pairs: entries.length < 2 ? [] : yield* findPairs(entries) };
}

/** Groups merged, and entries examined, between two yields. */
const batch = 100;

/** The openings of compared entries. */
function* joinEntries({ entries, pairs }: Compared): Task<Openings> {
  // By entry: the lowest entry of its group.
  const rootOf = yield* clusterPairs(entries, pairs);
  const membersOf = new Map<number, Entry[]>();
  for (const [at, entry] of entries.entries()) {
    const root = rootOf[at] ?? at;
    const first = entries[root];
    if (first === undefined) throw new Error(`Entry ${at} has no group.`);
    if (root === at) continue;
    const members = membersOf.get(root) ?? [first];
    members.push(entry);
    membersOf.set(root, members);
  }
  yield;
  const openings: Openings = { singles: [], groups: [] };
  for (const [at, entry] of entries.entries())
    if (rootOf[at] === at && !membersOf.has(at)) openings.singles.push(entry);
  for (const members of membersOf.values()) if (openings.groups.push(mergeDuplicates(members)) % batch === 0) yield;
  return openings;
}

/** The corpus in which openings replace the former items with an entry of theirs, or of a removed collection. */
function* corpusOf(former: Corpus, collections: readonly PreparedCollection[], openings: Openings): Task<Corpus> {
  const { singles, groups } = openings;
  const numberOf = new Map(collections.map(({ index }, at) => [index, at]));
  const { staying, numberNow } = stayingItems(former, numberOf, openings);
  yield;
  const next = { staying, singles, groups, collections, formerCollections: former.collections };
  const columns = yield* updateColumns(former.columns, next);
  const membersOf = new Map<number, readonly Entry[]>();
  for (const [item, members] of former.groups) {
    const now = numberNow[item] ?? -1;
    if (now >= 0) membersOf.set(now, members);
  }
  yield;
  const itemOf: Int32Array[] = [];
  for (const { index, size } of collections) {
    const before = former.itemOf[former.numberOf.get(index) ?? -1];
    itemOf.push(before?.map((item) => numberNow[item] ?? -1) ?? new Int32Array(size));
    if (itemOf.length % batch === 0) yield;
  }
  const place = ({ index, at }: Entry, item: number): void => {
    const items = itemOf[numberOf.get(index) ?? -1];
    if (items === undefined) throw new Error(`Item ${item} has an entry of no collection.`);
    items[at] = item;
  };
  let count = staying.length;
  for (const entry of singles) place(entry, count++);
  yield;
  for (const { members } of groups) {
    for (const member of members) place(member, count);
    membersOf.set(count++, members);
  }
  const words = former.words.forCollections(collections);
  return { collections, numberOf, itemOf, groups: membersOf, columns, words, scratch: createScratch(columns.size) };
}

/** The items of a former corpus that stay, and the new number of each item: -1 = removed. */
function stayingItems(
  former: Corpus,
  numberOf: Corpus['numberOf'],
  { singles, groups }: Openings,
): { staying: Uint32Array; numberNow: Int32Array } {
  const isOut = new Uint8Array(former.columns.size);
  for (const [at, { index }] of former.collections.entries())
    if (!numberOf.has(index)) for (const item of former.itemOf[at] ?? []) isOut[item] = 1;
  const outWith = ({ index, at }: Entry): void => {
    const item = former.itemOf[former.numberOf.get(index) ?? -1]?.[at];
    if (item !== undefined) isOut[item] = 1;
  };
  singles.forEach(outWith);
  for (const { members } of groups) members.forEach(outWith);
  const numberNow = new Int32Array(isOut.length).fill(-1);
  const staying = new Uint32Array(isOut.length);
  let count = 0;
  for (let item = 0; item < isOut.length; item++)
    if (isOut[item] === 0) {
      staying[count] = item;
      numberNow[item] = count++;
    }
  return { staying: staying.slice(0, count), numberNow };
}
