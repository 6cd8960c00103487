/**
 * Working memory for searching a corpus: arrays indexed by item. A search runs from its start to its end without a turn, and copies
 * its results, so that all searches of a corpus share it; memory of its own for each would take a third of the time of a search over
 * 10,000 items.
 */
export type SearchScratch = {
  /** How many clauses an item has met so far (`forbidden` = it meets an exclusion); an item that missed one stays behind. */
  reached: Uint8Array;
  /** The weight of the current clause by its best variant so far; 0 between two clauses. */
  best: Float32Array;
  /** The sum of the weights of the clauses before; only valid for items that met them. */
  sum: Float32Array;
  /** How many of the clauses before more than the running text meets; only valid for items that met them. */
  stated: Uint8Array;
  /** The items that meet the current clause, in no order; only the first `count` are valid. */
  touched: Int32Array;
};

/** In `SearchScratch.reached`: the item meets a condition that the keyword excludes. */
export const forbidden = 255;

/** In `SearchScratch.reached`: the item is known not to meet some clause. */
export const outside = 254;

/** Creates the working memory for a corpus with this number of items. */
export const createScratch = (size: number): SearchScratch => ({
  reached: new Uint8Array(size),
  best: new Float32Array(size),
  sum: new Float32Array(size),
  stated: new Uint8Array(size),
  touched: new Int32Array(size),
});
