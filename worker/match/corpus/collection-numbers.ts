import type { CollectionIndex } from '../index/collection-index.js';
import type { PreparedCollection } from '../segment/prepared-collection.js';

const known = new WeakMap<readonly PreparedCollection[], ReadonlyMap<CollectionIndex, number>>();

/** The number of each collection of a corpus, by its index; made when a search first needs it. */
export function collectionNumbers(collections: readonly PreparedCollection[]): ReadonlyMap<CollectionIndex, number> {
  const before = known.get(collections);
  if (before !== undefined) return before;
  const numbers = new Map(collections.map(({ index }, at) => [index, at]));
  known.set(collections, numbers);
  return numbers;
}
