import type { FactColumns } from '../segment/fact-columns.js';
import type { PreparedCollection } from '../segment/prepared-collection.js';
import { compareTexts } from '../words/compare-texts.js';
import type { Columns } from './columns.js';

type Named = { collections: readonly PreparedCollection[]; columns: Pick<Columns, 'collection' | 'entry'> };

/** An arbitrary but deterministic order of items: by id, then by URL. Only equal ids, which are rare, read their records. */
export function compareNames({ collections, columns }: Named, one: number, other: number): number {
  const [mine, theirs] = [one, other].map((item) => collections[columns.collection[item] ?? -1]);
  if (mine === undefined || theirs === undefined) throw new Error(`There is no item ${one} or ${other}.`);
  const [entry = 0, otherEntry = 0] = [columns.entry[one], columns.entry[other]];
  return (
    compareIds(mine.facts, entry, { other: theirs.facts, at: otherEntry }) ||
    (one === other ? 0 : compareTexts(mine.entryAt(entry).job.url, theirs.entryAt(otherEntry).job.url))
  );
}

function compareIds(facts: FactColumns, entry: number, { other, at }: { other: FactColumns; at: number }): number {
  const [from = 0, otherFrom = 0] = [facts.idStarts[entry], other.idStarts[at]];
  const [length, otherLength] = [(facts.idStarts[entry + 1] ?? 0) - from, (other.idStarts[at + 1] ?? 0) - otherFrom];
  for (let byte = 0; byte < length && byte < otherLength; byte++) {
    const difference = (facts.idBytes[from + byte] ?? 0) - (other.idBytes[otherFrom + byte] ?? 0);
    if (difference !== 0) return difference;
  }
  return length - otherLength;
}
