import type { Posting } from '../sources/posting.js';

/** Postings of a source packed into one text, which passes between threads at the cost of one copy. */
export type PostingBatch = string;

/** Postings in one batch: all are repeated when one has to be left out, and all are unpacked without yielding. */
export const batchSize = 50;

/** Packs postings in order, one batch per step. */
export function* packPostings(postings: readonly Posting[]): Generator<PostingBatch, void> {
  for (let from = 0; from < postings.length; from += batchSize)
    yield JSON.stringify(postings.slice(from, from + batchSize));
}

export const unpackPostings = (batch: PostingBatch): Posting[] => JSON.parse(batch) as Posting[];
