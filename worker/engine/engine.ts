import type { StoredFacets } from '../../shared/search/facets.js';
import type { Job, Place } from '../../shared/search/job.js';
import type { JobCopies } from '../../shared/search/job-copies.js';
import type { SearchSubject } from '../../shared/search/query.js';
import type { RankedJob } from '../../shared/search/ranked-list.js';
import type { CorrectedKeyword } from '../match/keyword/correct-keyword.js';
import type { Offers } from '../match/rank/empty-answer.js';
import type { NamedPosting, PostingListing } from '../match/rank/find-copies.js';
import type { CollectionRef } from '../match/segment/collection-ref.js';

/** Collections that a search may use. `collectedAt`, epoch ms, is known of those whose state the search has read itself. */
export type SearchedRef = CollectionRef & { collectedAt?: number };

/** A search of some collections. */
export type Question = { refs: readonly SearchedRef[]; subject: SearchSubject; now: Date };

/** How much is listed: the first `depth` jobs by id and score, and the records of the first `records` of them. */
export type Listing = { depth: number; records: number };

/** What matches a question. */
export type Matched = {
  total: number;
  /** The matches that are no near ones. */
  exact: number;
  /** The number of exact matches by source; a duplicate counts on each of its sources. */
  bySource: Readonly<Record<string, number>>;
  notices: readonly string[];
  /** What would find something, when nothing was found. */
  offers: Offers | null;
  /** The place of the query; `null` when it is unknown or several. */
  place: Place | null;
  ranked: readonly RankedJob[];
  jobs: readonly Job[];
  /** Keys of the collections that were not searched: they have expired, were replaced or cannot be prepared. */
  gone: readonly string[];
  /** The parts of the postings, of `shards`, that were not searched in time. */
  silent: number;
  shards: number;
};

/** The facets of a question, and its exact matches; `silent`, `shards` and `gone` as in `Matched`. */
export type MatchedFacets = Pick<StoredFacets, 'exact' | 'facets'> & Pick<Matched, 'gone' | 'silent' | 'shards'>;

/** A part of all openings by the beginning of their ids: from `from` up to, not including, `to` (shared/export/buckets.ts). */
export type BucketRange = { from: number; to: number };

/** The openings of a range that meet a question exactly, by id. `line`: the record without its match, as JSON. */
export type FoundRows = {
  rows: readonly { id: string; line: string }[];
  /** All exact matches, those outside the range included. */
  total: number;
  gone: readonly string[];
  silent: number;
};

/** The records of jobs of an earlier list, in its order; `null` = the job is no longer found. `gone` and `silent` as in `Matched`. */
export type NamedRecords = { records: readonly (Job | null)[]; gone: readonly string[]; silent: number };

/** The duplicates of one posting, and all postings of its opening; `null` and none = it is not held. `gone` as in `Matched`. */
export type FoundCopies = { copies: JobCopies | null; listings: readonly PostingListing[]; gone: readonly string[] };

/** Matches questions against the postings that are held, by this process or by several. */
export type Matcher = {
  match(question: Question, listing: Listing): Promise<Matched>;
  facets(question: Question): Promise<MatchedFacets>;
  /** The keyword with its misspellings corrected by the words of these collections. */
  correct(question: Question): Promise<CorrectedKeyword>;
  /** The duplicates of one posting among all openings, whatever the question asks for. */
  copies(question: Question, posting: NamedPosting): Promise<FoundCopies>;
  /** The records of jobs of an earlier list. */
  named(question: Question, list: readonly RankedJob[]): Promise<NamedRecords>;
  /** All that meets a question, near matches left out, of a range of ids. */
  rows(question: Question, range: BucketRange): Promise<FoundRows>;
  /** Prepares a collection that a search will use soon. */
  prepare(ref: CollectionRef): Promise<void>;
};

/** A notice when not all postings could be searched. */
export const silence = ({ silent, shards }: Pick<Matched, 'silent' | 'shards'>): string[] =>
  silent === 0
    ? []
    : [
        `${silent} of ${shards} parts of the postings could not be searched in time, so jobs may be missing. Ask again in some seconds.`,
      ];
