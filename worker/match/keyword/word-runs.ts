/** Restores the words of a posting from its index. */
import {
  bitOf,
  type CollectionIndex,
  createOccurrenceLookup,
  headFields,
  type IndexedField,
  indexedFields,
} from '../index/collection-index.js';
import { createPositionReader } from '../index/text-positions.js';

/**
 * The words of the first posting of an index by field, in order: each run is a text that phrases may match within
 * (`hasPhrase`). The parts of a title are one run; elsewhere a phrase does not span texts.
 */
export function wordRuns(index: CollectionIndex): Record<IndexedField, string[]> {
  const { stream, bounds, words } = index;
  const runs: Record<IndexedField, string[]> = { title: [], company: [], tags: [], facts: [], text: [] };
  for (const [field, name] of indexedFields.slice(0, headFields).entries()) {
    const numbers = [...stream.subarray(bounds[field], bounds[field + 1])];
    const ordered = name === 'title' ? numbers.filter((number) => number !== 0) : numbers;
    runs[name] = runsOf(ordered.map((number) => (number === 0 ? undefined : words.wordAt(number))));
  }
  return { ...runs, text: runsOf(textOf(index)) };
}

const textBit = bitOf(headFields);

/** The words of the text by their positions. */
function textOf(index: CollectionIndex): (string | undefined)[] {
  const { positionsOf, words } = index;
  const ordered: (string | undefined)[] = [];
  const positions: number[] = [];
  for (let number = 1; number <= words.size; number++) {
    if ((createOccurrenceLookup(index, number)(0) & textBit) === 0) continue;
    const count = createPositionReader(positionsOf(number)).next(positions);
    const word = words.wordAt(number);
    for (let at = 0; at < count; at++) ordered[positions[at] ?? 0] = word;
  }
  return ordered;
}

/** Words up to the next gap, separated by spaces. */
function runsOf(ordered: readonly (string | undefined)[]): string[] {
  const runs: string[][] = [[]];
  for (const word of ordered)
    if (word === undefined) runs.push([]);
    else runs.at(-1)?.push(word);
  return runs.filter(({ length }) => length > 0).map((run) => run.join(' '));
}
