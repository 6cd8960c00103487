import type { Posting } from '../sources/posting.js';

/** Some postings of a source as JSON, in which they pass between threads. */
export type PostingBatch = string;

/** The part of each posting of a batch that says where its company is, as JSON. */
export type LocatedBatch = string;

type LocatedPosting = Pick<Posting, 'company' | 'places' | 'remoteRegions'>;

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
