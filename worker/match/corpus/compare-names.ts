import { idLength } from '../segment/fact-columns.js';
import type { PreparedCollection } from '../segment/prepared-collection.js';
import { compareTexts } from '../words/compare-texts.js';
import type { Columns } from './columns-type.js';

type Named = { collections: readonly PreparedCollection[]; columns: Pick<Columns, 'collection' | 'entry'> };

/** An arbitrary but deterministic order of items: by id, then by URL. Only equal ids, which are rare, read their records. */
export function compareNames({ collections, columns }: Named, one: number, other: number): number {
  const [mine, theirs] = [one, other].map((item) => collections[columns.collection[item] ?? -1]);
  if (mine === undefined || theirs === undefined) throw new Error(`There is no item ${one} or ${other}.`);
  const [entry = 0, otherEntry = 0] = [columns.entry[one], columns.entry[other]];
  const [a, b] = [mine.facts.ids, theirs.facts.ids];
  for (let at = 0; at < idLength; at++) {
    const difference = (a[entry * idLength + at] ?? 0) - (b[otherEntry * idLength + at] ?? 0);
    if (difference !== 0) return difference;
  }
  return one === other ? 0 : compareTexts(mine.entryAt(entry).job.url, theirs.entryAt(otherEntry).job.url);
}
