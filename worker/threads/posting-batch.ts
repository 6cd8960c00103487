import type { Posting } from '../sources/posting.js';

/** Postings of a source packed into one text, which passes between threads at the cost of one copy. */
export type PostingBatch = string;

/** What of the postings says where their companies are, packed likewise. */
export type LocatedBatch = string;

/** The part of a posting that says where its company is. */
export type LocatedPosting = Pick<Posting, 'company' | 'places' | 'remoteRegions'>;

/** Postings in one batch: all are repeated when one has to be left out, and all are unpacked without yielding. */
export const batchSize = 50;

/** Divides postings into batches, in order. */
export function batchesOf(postings: readonly Posting[]): (readonly Posting[])[] {
  const batches: (readonly Posting[])[] = [];
  for (let from = 0; from < postings.length; from += batchSize) batches.push(postings.slice(from, from + batchSize));
  return batches;
}

export const packPostings = (postings: readonly Posting[]): PostingBatch => JSON.stringify(postings);

export const unpackPostings = (batch: PostingBatch): Posting[] => JSON.parse(batch) as Posting[];

export function packLocated(postings: readonly Posting[]): LocatedBatch {
  return JSON.stringify(
    postings.map(({ company, places, remoteRegions }): LocatedPosting => ({ company, places, remoteRegions })),
  );
}

export const unpackLocated = (batch: LocatedBatch): LocatedPosting[] => JSON.parse(batch) as LocatedPosting[];
