import type { Task } from '../../process/cooperative.js';

/**
 * Working memory for searching a corpus: arrays indexed by item. Searches of a corpus that run one after the other share it,
 * and copy their results; memory of its own for each would take a third of the time of a search over 10,000 items.
 */
export type SearchScratch = {
  /** Whether a search that has not ended uses it. */
  isTaken: boolean;
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
export function createScratch(size: number): SearchScratch {
  return {
    isTaken: false,
    reached: new Uint8Array(size),
    best: new Float32Array(size),
    sum: new Float32Array(size),
    stated: new Uint8Array(size),
    touched: new Int32Array(size),
  };
}

/**
 * Runs the steps of a search with working memory that no other search uses until they end: that of the corpus, or, while
 * another search has it, memory of its own.
 */
export function* withScratch<Searched extends { scratch: SearchScratch }, Result>(
  corpus: Searched,
  steps: (corpus: Searched) => Task<Result>,
): Task<Result> {
  const { scratch } = corpus;
  if (scratch.isTaken) return yield* steps({ ...corpus, scratch: createScratch(scratch.reached.length) });
  scratch.isTaken = true;
  try {
    return yield* steps(corpus);
  } finally {
    scratch.isTaken = false;
  }
}
