/**
 * Working memory for searching a corpus: arrays indexed by item. All searches of a corpus share it, as each is synchronous
 * and copies its results; memory of its own for each search would take a third of the time of a search over 10,000 items.
 */
export type SearchScratch = {
  /** How many clauses an item has met so far (`forbidden` = it meets an exclusion); an item that missed one stays behind. */
  reached: Uint8Array;
  /** The weight of the current clause by its best variant so far; 0 between two clauses. */
  best: Float32Array;
  /** The sum of the weights of the clauses before; only valid for items that met them. */
  sum: Float32Array;
  /** The items that meet the current clause, in no order; only the first `count` are valid. */
  touched: Int32Array;
};

/** In `SearchScratch.reached`: the item meets a condition that the keyword excludes. */
export const forbidden = 255;

/** In `SearchScratch.reached`: the item is known not to meet some clause. */
export const outside = 254;

/** Creates the working memory for a corpus with this number of items. */
export function createScratch(size: number): SearchScratch {
  return {
    reached: new Uint8Array(size),
    best: new Float32Array(size),
    sum: new Float32Array(size),
    touched: new Int32Array(size),
  };
}
