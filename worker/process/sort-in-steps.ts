import type { Task } from './cooperative.js';

/** Items that are sorted without yielding, and items merged between two yields. */
const runLength = 2048;

/** Sorts items like `Array.prototype.sort`, stable, and yields between parts of the work. Returns a new array. */
export function* sortInSteps<Item extends object>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Task<Item[]> {
  let runs: Item[][] = [];
  for (let from = 0; from < items.length; from += runLength) {
    runs.push(items.slice(from, from + runLength).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Merges two sorted runs; of equal items those of the first run go first. */
function* merge<Item extends object>(
  ones: Item[],
  others: Item[],
  compare: (a: Item, b: Item) => number,
): Task<Item[]> {
  if (others.length === 0) return ones;
  const merged: Item[] = [];
  let [one, other] = [0, 0];
  while (merged.length < ones.length + others.length) {
    const [a, b] = [ones[one], others[other]];
    const takesOther = a === undefined || (b !== undefined && compare(a, b) > 0);
    const next = takesOther ? b : a;
    if (next === undefined) break;
    merged.push(next);
    if (takesOther) other += 1;
    else one += 1;
    if (merged.length % runLength === 0) yield;
  }
  return merged;
}
