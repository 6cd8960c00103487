import { runSync, type Task } from '../../process/cooperative.js';
import { type Change, findAffectedEntries } from '../dedupe/affected-entries.js';
import { clusterPairs } from '../dedupe/cluster-pairs.js';
import { findPairs, type Pair } from '../dedupe/find-pairs.js';
import { mergeDuplicates, mergeOrdered } from '../dedupe/merge-duplicates.js';
import type { Entry, Group, PreparedCollection } from '../segment/prepared-collection.js';
import { emptyColumns, updateColumns } from './columns.js';
import type { Columns } from './columns-type.js';
import { isGroup, type Opening, type Placed, type PlacedItems } from './opening.js';
import { createScratch, type SearchScratch } from './search-scratch.js';
import { createWordLookup, type WordLookup } from './word-lookup.js';

/**
 * All collections of a search, duplicates merged into one item. `itemOf[c][e]` is the item of entry `e` of collection `c`;
 * the postings of an item are `groups.get(item)` or, when it is a single one, that of `columns.collection` and
 * `columns.entry`.
 */
export type Corpus = {
  collections: readonly PreparedCollection[];
  itemOf: readonly Int32Array[];
  /** The postings of each item that has several, the fullest first. */
  groups: ReadonlyMap<number, readonly Entry[]>;
  columns: Columns;
  words: WordLookup;
  scratch: SearchScratch;
};

/** A corpus without collections. */
export const emptyCorpus: Corpus = {
  collections: [],
  itemOf: [],
  groups: new Map(),
  columns: emptyColumns,
  words: createWordLookup([]),
  scratch: createScratch(0),
};

/** The opening that is an item; its records are unpacked. Throws when there is no such item. */
export function groupOf({ collections, columns, groups }: Corpus, item: number): Group {
  const several = groups.get(item);
  if (several !== undefined) return mergeOrdered(several);
  const collection = collections[columns.collection[item] ?? -1];
  if (collection === undefined) throw new Error(`There is no item ${item}.`);
  return mergeOrdered([collection.entryAt(columns.entry[item] ?? -1)]);
}

/** All openings; their records are unpacked. Throws like `groupOf`. */
export const allGroups = (corpus: Corpus): Group[] =>
  Array.from({ length: corpus.columns.size }, (_, item) => groupOf(corpus, item));

/** The id of the record shown of an item. */
export function idOf({ collections, columns }: Pick<Corpus, 'collections' | 'columns'>, item: number): string {
  const collection = collections[columns.collection[item] ?? -1];
  if (collection === undefined) throw new Error(`There is no item ${item}.`);
  return collection.idAt(columns.entry[item] ?? -1);
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
 * added or removed entry are compared and grouped anew, all others are copied. The groups are the same whichever corpus
 * it starts from; their item numbers are not. `emptyCorpus` makes everything new.
 */
export function* updateCorpus(former: Corpus, collections: readonly PreparedCollection[]): Task<Corpus> {
  const change = changeOf(former.collections, collections);
  const compared = change.kept.length === 0 ? yield* allEntries(change) : yield* findAffectedEntries(change);
  return yield* changedCorpus(former, { collections, change, ...compared });
}

/** `updateCorpus` with groups of further collections, each of which has all postings that may be one opening with one of its own. */
export function* extendCorpus(former: Corpus, groups: readonly (readonly PreparedCollection[])[]): Task<Corpus> {
  const change = { kept: former.collections, added: groups.flat(), removed: [] };
  const compared: Compared = { entries: [], pairs: [] };
  for (const group of groups) {
    const { entries, pairs } = yield* allEntries({ added: group });
    const from = compared.entries.length;
    compared.entries.push(...entries);
    for (const { one, other, strength } of pairs)
      compared.pairs.push({ one: from + one, other: from + other, strength });
  }
  const collections = [...former.collections, ...change.added];
  return yield* changedCorpus(former, { collections, change, ...compared });
}

/** Entries that a change may join otherwise, and their pairs. */
type Compared = { entries: Entry[]; pairs: Pair[] };

type Changed = Compared & { collections: readonly PreparedCollection[]; change: Change<PreparedCollection> };

function* changedCorpus(former: Corpus, { collections, change, entries, pairs }: Changed): Task<Corpus> {
  const openings = yield* joinEntries(entries, yield* clusterPairs(entries, pairs));
  const placed = placeItems(former, { openings, out: itemsOf(former, { entries, change }) });
  const columns = yield* updateColumns(former.columns, { ...placed, collections, former: former.collections });
  const groups = updateGroups(former.groups, placed);
  const itemOf = yield* mapEntriesToItems(former, { columns, groups, placed, collections });
  const words = former.words.forCollections(collections);
  return { collections, itemOf, groups, columns, words, scratch: createScratch(columns.size) };
}

/** All entries and all their pairs. */
function* allEntries({ added }: Pick<Change<PreparedCollection>, 'added'>): Task<Compared> {
  const entries: Entry[] = [];
  for (const { size, entryAt } of added) {
    for (let at = 0; at < size; at++) entries.push(entryAt(at));
    yield;
  }
  return { entries, pairs: entries.length < 2 ? [] : yield* findPairs(entries) };
}

/** Groups merged between two yields. */
const batch = 100;

/** The openings of entries, `rootOf[e]` being the lowest entry of the group of entry `e`. */
function* joinEntries(entries: readonly Entry[], rootOf: Int32Array): Task<Opening[]> {
  const membersOf = membersByRoot(entries, rootOf);
  yield;
  const openings: Opening[] = [];
  let merged = 0;
  for (const [at, entry] of entries.entries()) {
    const members = membersOf.get(at);
    if (members === undefined) {
      if (rootOf[at] === at) openings.push(entry);
    } else {
      openings.push(mergeDuplicates(members));
      if (++merged % batch === 0) yield;
    }
  }
  return openings;
}

/** The members of each group of several entries, by its lowest entry. */
function membersByRoot(entries: readonly Entry[], rootOf: Int32Array): Map<number, Entry[]> {
  const membersOf = new Map<number, Entry[]>();
  for (const [at, entry] of entries.entries()) {
    const root = rootOf[at] ?? -1;
    const first = entries[root];
    if (first === undefined) throw new Error(`Entry ${at} has no group.`);
    if (root === at) continue;
    const members = membersOf.get(root);
    if (members === undefined) membersOf.set(root, [first, entry]);
    else members.push(entry);
  }
  return membersOf;
}

/** The items of a former corpus that hold one of these entries, or an entry of a removed collection. */
function itemsOf(
  former: Corpus,
  { entries, change }: { entries: readonly Entry[]; change: Change<PreparedCollection> },
): Set<number> {
  const itemsBy = new Map(former.collections.map(({ index }, at) => [index, former.itemOf[at]]));
  const found = new Set<number>();
  for (const { index, at } of entries) {
    const item = itemsBy.get(index)?.[at];
    if (item !== undefined) found.add(item);
  }
  for (const { index } of change.removed) for (const item of itemsBy.get(index) ?? []) found.add(item);
  return found;
}

/** Puts openings in place of the items that are out. When there are fewer openings than these, the last items fill the gaps. */
function placeItems(
  former: Corpus,
  { openings, out }: { openings: readonly Opening[]; out: ReadonlySet<number> },
): PlacedItems {
  const before = former.columns.size;
  const size = before - out.size + openings.length;
  const free = [...out].filter((item) => item < size).sort((one, other) => one - other);
  for (let item = before; item < size; item++) free.push(item);
  const moved: number[] = [];
  for (let item = size; item < before; item++) if (!out.has(item)) moved.push(item);
  const placed = free.map((item, at): Placed => {
    const opening = openings[at];
    if (opening !== undefined) return { item, opening };
    const from = moved[at - openings.length];
    if (from === undefined) throw new Error(`${openings.length} openings do not fill ${free.length} items.`);
    return { item, from };
  });
  return { size, placed, out };
}

/** `Corpus.groups`, from the former ones and the items that changed. */
function updateGroups(former: Corpus['groups'], { size, placed, out }: PlacedItems): Map<number, readonly Entry[]> {
  const groups = new Map(former);
  for (const item of out) groups.delete(item);
  for (const each of placed) {
    const members = 'opening' in each ? (isGroup(each.opening) ? each.opening.members : null) : former.get(each.from);
    if (members) groups.set(each.item, members);
  }
  for (const item of former.keys()) if (item >= size) groups.delete(item);
  return groups;
}

type Mapped = Pick<Corpus, 'columns' | 'groups' | 'collections'> & { placed: PlacedItems };

/** `Corpus.itemOf`, from the former one and the items that changed. */
function* mapEntriesToItems(former: Corpus, { columns, groups, placed, collections }: Mapped): Task<Int32Array[]> {
  const formerItems = new Map(former.collections.map((collection, at) => [collection, former.itemOf[at]]));
  const itemOf = collections.map((each) => formerItems.get(each)?.slice() ?? new Int32Array(each.size));
  const byIndex = new Map(collections.map(({ index }, at) => [index, itemOf[at]]));
  const note = (list: Int32Array | undefined, at: number, item: number): void => {
    if (list === undefined) throw new Error(`Item ${item} has an entry of no collection.`);
    list[at] = item;
  };
  for (const { item } of placed.placed) {
    const members = groups.get(item);
    if (members === undefined) note(itemOf[columns.collection[item] ?? -1], columns.entry[item] ?? 0, item);
    else for (const { index, at } of members) note(byIndex.get(index), at, item);
  }
  yield;
  return itemOf;
}
