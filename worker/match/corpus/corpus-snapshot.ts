import { tableOf } from '../../../shared/table-of.js';
import type { SectionArray } from '../index/sections.js';
import type { CollectionRef } from '../segment/collection-ref.js';
import { type LocationSet, locationKey } from '../segment/location-set.js';
import type { Entry, PreparedCollection } from '../segment/prepared-collection.js';
import { earliest } from './columns.js';
import type { Columns } from './columns-type.js';
import type { Corpus } from './corpus.js';
import { placeKey } from './location-table.js';
import { createScratch } from './search-scratch.js';
import { createWordLookup } from './word-lookup.js';

/**
 * A merged corpus apart from its collections: which openings they hold, and the columns of these. `texts` is what is not
 * numbers; `arrays` are the corpus's own where possible, not copies.
 */
export type CorpusSnapshot = {
  collections: readonly CollectionRef[];
  texts: Pick<Columns, 'size' | 'sources' | 'locationSets' | 'places'>;
  arrays: Readonly<Record<string, SectionArray>>;
};

/** Takes the snapshot of a corpus; `refs` name its collections in their order. */
export function takeSnapshot(corpus: Corpus, refs: readonly CollectionRef[]): CorpusSnapshot {
  const { columns, collections, groups } = corpus;
  if (refs.length !== collections.length) throw new Error('A corpus has other collections than its snapshot names.');
  const numbers = new Map(collections.map(({ index }, at) => [index, at]));
  const members = [...groups.values()].flat();
  const starts = new Uint32Array(groups.size + 1);
  let group = 0;
  for (const each of groups.values()) starts[group + 1] = (starts[group++] ?? 0) + each.length;
  const arrays: Record<string, SectionArray> = tableOf({
    itemOf: concatenated(corpus.itemOf),
    groupItems: Uint32Array.from(groups.keys()),
    groupStarts: starts,
    memberCollections: Uint32Array.from(members, ({ index }) => numbers.get(index) ?? 0),
    memberEntries: Uint32Array.from(members, ({ at }) => at),
  });
  for (const [name, list] of Object.entries(columns)) if (isArray(list)) arrays[`column.${name}`] = list;
  const { size, sources, locationSets, places } = columns;
  return { collections: refs, texts: { size, sources, locationSets, places }, arrays };
}

/** Makes the corpus of a snapshot from its collections, in their order. Throws when they do not belong together. */
export function restoreCorpus({ texts, arrays }: CorpusSnapshot, collections: readonly PreparedCollection[]): Corpus {
  const list = (name: string): Uint32Array => {
    const found = arrays[name];
    if (!(found instanceof Uint32Array)) throw new RangeError(`The snapshot of a corpus has no list "${name}".`);
    return found;
  };
  const all = list('itemOf');
  let from = 0;
  const itemOf = collections.map(({ size }) => {
    from += size;
    return new Int32Array(all.buffer, all.byteOffset + 4 * (from - size), size);
  });
  if (from !== all.length) throw new RangeError('The snapshot of a corpus is of other collections.');
  const [items, starts] = [list('groupItems'), list('groupStarts')];
  const [ofCollection, ofEntry] = [list('memberCollections'), list('memberEntries')];
  const groups = new Map<number, readonly Entry[]>();
  for (const [group, item] of items.entries()) {
    const entries: Entry[] = [];
    for (let at = starts[group] ?? 0; at < (starts[group + 1] ?? 0); at++) {
      const collection = collections[ofCollection[at] ?? -1];
      if (collection === undefined) throw new RangeError('The snapshot of a corpus lacks a collection.');
      entries.push(collection.entryAt(ofEntry[at] ?? -1));
    }
    groups.set(item, entries);
  }
  const columns = restoreColumns(texts, arrays);
  return {
    collections,
    itemOf,
    groups,
    columns,
    words: createWordLookup(collections),
    scratch: createScratch(texts.size),
  };
}

function restoreColumns(texts: CorpusSnapshot['texts'], arrays: CorpusSnapshot['arrays']): Columns {
  const columns: Record<string, unknown> = tableOf({});
  for (const [name, list] of Object.entries(arrays))
    if (name.startsWith('column.')) columns[name.slice('column.'.length)] = list;
  const closesAt = columns.closesAt as Float64Array;
  return {
    ...(columns as Pick<Columns, ColumnArrays>),
    ...texts,
    firstClosesAt: earliest(closesAt),
    locationSetNumbers: new Map(texts.locationSets.map((set: LocationSet, at) => [locationKey(set), at])),
    placeNumbers: new Map(texts.places.map((place, at) => [placeKey(place), at])),
  };
}

/** The columns that are typed arrays. */
type ColumnArrays = { [Name in keyof Columns]: Columns[Name] extends SectionArray ? Name : never }[keyof Columns];

const isArray = (value: unknown): value is SectionArray =>
  value instanceof Uint8Array ||
  value instanceof Uint16Array ||
  value instanceof Uint32Array ||
  value instanceof Float64Array;

function concatenated(lists: readonly Int32Array[]): Uint32Array {
  const joined = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    joined.set(list, at);
    at += list.length;
  }
  return joined;
}
