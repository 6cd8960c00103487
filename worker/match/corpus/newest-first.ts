import type { Task } from '../../process/cooperative.js';
import type { PreparedCollection } from '../segment/prepared-collection.js';
import { type Columns, dateOf } from './columns-type.js';
import { compareNames } from './compare-names.js';

/** Items sorted between two yields. */
const batch = 4096;

type Compare = (one: number, other: number) => number;

/** The items that are new or have changed; `isOut[i]` = 1: item `i` of the former order has changed or is removed. */
type Changed = { changed: readonly number[]; isOut: Uint8Array };

/** What the order reads of the items. */
type Ordered = Pick<Columns, 'postedAt' | 'sourceFrom' | 'collection' | 'entry'> & {
  collections: readonly PreparedCollection[];
};

/** Items in the order of a search without keyword, made from a former order: linear, except for the items that have changed. */
export function* orderNewestFirst(
  former: Uint32Array,
  { postedAt, sourceFrom, collection, entry, collections }: Ordered,
  { changed, isOut }: Changed,
): Task<Uint32Array> {
  const isOnSeveral = (item: number): number => ((sourceFrom[item + 1] ?? 0) - (sourceFrom[item] ?? 0) > 1 ? 1 : 0);
  const compare: Compare = (one, other) =>
    dateOf({ postedAt }, other) - dateOf({ postedAt }, one) ||
    isOnSeveral(other) - isOnSeveral(one) ||
    compareNames({ collections, columns: { collection, entry } }, one, other);
  const still = staying(former, isOut);
  yield;
  let parts: Uint32Array[] = [];
  for (let at = 0; at < changed.length; at += batch) {
    parts.push(Uint32Array.from(changed.slice(at, at + batch)).sort(compare));
    yield;
  }
  while (parts.length > 1) {
    const merged: Uint32Array[] = [];
    for (let at = 0; at < parts.length; at += 2) {
      merged.push(merge(parts[at] ?? none, parts[at + 1] ?? none, compare));
      yield;
    }
    parts = merged;
  }
  return merge(still, parts[0] ?? none, compare);
}

const none = new Uint32Array(0);

/** The items of an order that are not out. A loop: `filter` with a function takes ten times as long. */
function staying(order: Uint32Array, isOut: Uint8Array): Uint32Array {
  const still = new Uint32Array(order.length);
  let count = 0;
  for (let at = 0; at < order.length; at++) {
    const item = order[at] ?? 0;
    if (isOut[item] === 0) still[count++] = item;
  }
  return still.slice(0, count);
}

/** Merges two orders; fast when one is much shorter. */
function merge(long: Uint32Array, short: Uint32Array, compare: Compare): Uint32Array {
  if (short.length === 0) return long;
  const merged = new Uint32Array(long.length + short.length);
  let from = 0;
  for (const [at, item] of short.entries()) {
    const to = firstAfter(long, item, { from, compare });
    merged.set(long.subarray(from, to), from + at);
    merged[to + at] = item;
    from = to;
  }
  merged.set(long.subarray(from), from + short.length);
  return merged;
}

/** The first index from `from` on before which an item belongs: a galloping search. */
function firstAfter(order: Uint32Array, item: number, { from, compare }: { from: number; compare: Compare }): number {
  const isBefore = (at: number): boolean => compare(order[at] ?? 0, item) <= 0;
  let low = from;
  let stride = 1;
  while (low + stride <= order.length && isBefore(low + stride - 1)) {
    low += stride;
    stride *= 2;
  }
  let high = Math.min(order.length, low + stride);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
