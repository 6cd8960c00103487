import type { CollectionIndex } from '../index/collection-index.js';
import type { PreparedCollection } from '../segment/open-segment.js';
import type { Corpus } from './corpus.js';

/** The numbers of a word in each collection (`WordLookup`); `within`: 0 = leave it out, `null` = use all. */
type SoughtLists = { numbers: Uint32Array; within: Uint8Array | null };

/** The occurrences of a word in a collection: from `start` up to `end`; `first` is that at `start`. */
export type WordList = {
  occurrences: Uint16Array;
  items: Int32Array;
  start: number;
  end: number;
  first: number;
};

/** Lists located before the first of them is read. */
const atOnce = 64;

const located = {
  collection: new Uint32Array(atOnce),
  start: new Uint32Array(atOnce),
  end: new Uint32Array(atOnce),
  first: new Uint16Array(atOnce),
};

/** The lists of all collections side by side: reaching them through the collections would read twice as much memory. */
type Lists = { from: readonly CollectionIndex['from'][]; occurrences: readonly Uint16Array[] };

const known = new WeakMap<readonly PreparedCollection[], Lists>();

function listsOf(collections: readonly PreparedCollection[]): Lists {
  const before = known.get(collections);
  if (before !== undefined) return before;
  const lists = {
    from: collections.map(({ index }) => index.from),
    occurrences: collections.map(({ index }) => index.occurrences),
  };
  known.set(collections, lists);
  return lists;
}

/** Calls `read` for each list of a word, in collection order. Synchronous: `read` must not look for other lists. */
export function eachWordList(corpus: Corpus, sought: SoughtLists, read: (list: WordList) => void): void {
  const { itemOf } = corpus;
  const lists = listsOf(corpus.collections);
  for (let next = 0; next < sought.numbers.length; ) {
    const { count, after } = locateLists(lists, sought, next);
    for (let list = 0; list < count; list++) {
      const at = located.collection[list] ?? 0;
      const [occurrences, items] = [lists.occurrences[at], itemOf[at]];
      if (occurrences === undefined || items === undefined) throw new Error(`Collection ${at} has no items.`);
      const [start = 0, end = 0, first = 0] = [located.start[list], located.end[list], located.first[list]];
      read({ occurrences, items, start, end, first });
    }
    next = after;
  }
}

/**
 * Fills `located` with the next lists of a word. Their memory is mostly uncached: in a loop that does nothing else, the
 * processor fetches several of them in parallel.
 */
function locateLists(lists: Lists, { numbers, within }: SoughtLists, next: number): { count: number; after: number } {
  const { collection, start, end, first } = located;
  let count = 0;
  let at = next;
  for (; at < numbers.length && count < atOnce; at++) {
    const word = numbers[at] ?? 0;
    if (word === 0 || (within !== null && within[at] === 0)) continue;
    const from = lists.from[at];
    const begin = from?.[word] ?? 0;
    collection[count] = at;
    start[count] = begin;
    end[count] = from?.[word + 1] ?? 0;
    first[count] = lists.occurrences[at]?.[begin] ?? 0;
    count++;
  }
  return { count, after: at };
}
