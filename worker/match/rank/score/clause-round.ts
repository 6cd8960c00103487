import type { SearchScratch } from '../../corpus/search-scratch.js';

/**
 * The state of looking for one clause after the other: the number of the current clause, and how many items are touched.
 * `within`: 1 for each collection that may have items that meet all clauses; `null` = all.
 */
export type Round = SearchScratch & {
  number: number;
  count: number;
  counts: readonly number[];
  /** By clause: what it weighs at most where the running text alone meets it. */
  inText: readonly number[];
  within: Uint8Array | null;
};

/** Notes that an item meets the current clause with this weight, unless a variant before weighs as much. */
export function note(round: Round, item: number, value: number): void {
  const before = round.best[item] ?? 0;
  if (value <= before) return;
  if (before === 0) round.touched[round.count++] = item;
  round.best[item] = value;
}
