import { runSync, type Task } from '../../process/cooperative.js';
import { type Change, findAffectedEntries } from '../dedupe/affected-entries.js';
import { clusterPairs } from '../dedupe/cluster-pairs.js';
import { findPairs } from '../dedupe/find-pairs.js';
import { mergeDuplicates } from '../dedupe/merge-duplicates.js';
import { type Columns, emptyColumns, updateColumns } from './columns.js';
import type { Entry, Group, PreparedCollection } from './prepared-collection.js';
import { createScratch, type SearchScratch } from './search-scratch.js';

/** All collections of a search, duplicates merged into one item. `itemOf[c][e]` is the item of entry `e` of collection `c`. */
export type Corpus = {
  items: readonly Group[];
  collections: readonly PreparedCollection[];
  itemOf: readonly Int32Array[];
  columns: Columns;
  scratch: SearchScratch;
};

/** A corpus without collections. */
export const emptyCorpus: Corpus = {
  items: [],
  collections: [],
  itemOf: [],
  columns: emptyColumns,
  scratch: createScratch(0),
};

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
  const { entries, pairs } = change.kept.length === 0 ? yield* allEntries(change) : yield* findAffectedEntries(change);
  const groups = yield* groupEntries(entries, yield* clusterPairs(entries, pairs));
  const { items, changed } = replaceItems(former, { groups, out: itemsOf(former, { entries, change }) });
  const itemOf = yield* mapEntriesToItems(former, { items, changed, collections });
  const columns = yield* updateColumns(former.columns, { items, changed, collections, former: former.collections });
  return { items, collections, itemOf, columns, scratch: createScratch(items.length) };
}

/** All entries and all their pairs. */
function* allEntries({ added }: Change<PreparedCollection>) {
  const entries = added.flatMap((collection) => collection.entries);
  return { entries, pairs: yield* findPairs(entries) };
}

/** Groups merged between two yields. */
const batch = 500;

/** The merged groups of entries, `rootOf[e]` being the lowest entry of the group of entry `e`. */
function* groupEntries(entries: readonly Entry[], rootOf: Int32Array): Task<Group[]> {
  const membersOf = new Map<number, Entry[]>();
  for (const [at, entry] of entries.entries()) {
    const root = rootOf[at];
    if (root === undefined) throw new Error(`Entry ${at} has no group.`);
    const members = membersOf.get(root);
    if (members === undefined) membersOf.set(root, [entry]);
    else members.push(entry);
  }
  const groups: Group[] = [];
  for (const members of membersOf.values()) {
    if (groups.push(mergeDuplicates(members)) % batch === 0) yield;
  }
  return groups;
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

type ChangedItems = { items: Group[]; changed: number[] };

/** Puts groups in place of the items that are out. When there are fewer groups than these, the last items fill the gaps. */
function replaceItems(
  former: Corpus,
  { groups, out }: { groups: readonly Group[]; out: ReadonlySet<number> },
): ChangedItems {
  const before = former.items.length;
  const size = before - out.size + groups.length;
  const items = former.items.slice(0, size);
  const moved = former.items.slice(size).filter((_, at) => !out.has(size + at));
  const changed = [...out].filter((item) => item < size).sort((one, other) => one - other);
  for (let item = before; item < size; item++) changed.push(item);
  for (const [at, group] of [...groups, ...moved].entries()) {
    const item = changed[at];
    if (item === undefined) throw new Error(`${groups.length} groups do not fit into ${changed.length} items.`);
    items[item] = group;
  }
  return { items, changed };
}

/** `Corpus.itemOf`, from the former one and the items that changed. */
function* mapEntriesToItems(
  former: Corpus,
  { items, changed, collections }: ChangedItems & { collections: readonly PreparedCollection[] },
): Task<Int32Array[]> {
  const formerItems = new Map(former.collections.map((collection, at) => [collection, former.itemOf[at]]));
  const itemOf = collections.map((each) => formerItems.get(each)?.slice() ?? new Int32Array(each.size));
  const byIndex = new Map(collections.map(({ index }, at) => [index, itemOf[at]]));
  for (const item of changed)
    for (const { index, at } of items[item]?.members ?? []) {
      const its = byIndex.get(index);
      if (its === undefined) throw new Error(`Item ${item} has an entry of no collection.`);
      its[at] = item;
    }
  yield;
  return itemOf;
}
