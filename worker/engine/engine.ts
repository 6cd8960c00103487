import type { ChunkStore } from '../../shared/cluster/chunk-store.js';
import type { Config } from '../../shared/config.js';
import type { KeywordNode } from '../../shared/keyword/keyword-node.js';
import type { Logger } from '../../shared/logger.js';
import type { HeldSegments } from '../../shared/queue/workers.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { StoredFacets } from '../../shared/search/facets.js';
import type { Job, Place } from '../../shared/search/job.js';
import type { JobCopies } from '../../shared/search/lookup.js';
import type { RankedJob } from '../../shared/search/ranked-list.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import type { AnalyzedSearch } from '../match/keyword/analyze-search.js';
import type { NamedPosting, PostingListing } from '../match/rank/opening-records.js';
import type { CollectionRef } from '../match/segment/segment-files.js';
import type { SegmentMetrics } from '../process/segment-metrics.js';
import type { Source } from '../sources/source.js';
import type { ThreadPool } from '../threads/thread-pool.js';
import type { BoardStates } from './board-states.js';

/**
 * A search of stored postings: all full boards of the current sources, and `collections`, the keys of what narrowed
 * sources gave for it; missing ones are left out. `now`: the reference time of freshness and ranking.
 */
export type Question = { search: AnalyzedSearch; now: Date; collections: readonly string[] };

/** The size of a listing: the first `depth` jobs by id and score, and the records of the first `records` of them. */
export type ListingSize = { depth: number; records: number };

/**
 * Stored postings that an answer lacks. `missing`: the sources of collections that are stored, or were when the
 * question came, and could not be searched; `silent`: shards, out of `parts`, that did not answer in time.
 */
export type Lacking = { missing: readonly string[]; silent: number; parts: number };

/** The result of a search. */
export type Found = Lacking & {
  /** All matches, including near ones. */
  total: number;
  /** The matches that are not near ones. */
  exact: number;
  /** The number of exact matches by source; a duplicate counts on each of its sources. */
  bySource: Readonly<Record<string, number>>;
  /** Sentences about how the search was interpreted. */
  notices: readonly string[];
  /** The place of the query; `null` = unknown or several. */
  place: Place | null;
  /** The first jobs in the order of the search: near ones last, ties by date, score and id. */
  ranked: readonly RankedJob[];
  /** The records of the first of them. */
  jobs: readonly Job[];
  /** Whether the collection with this key was searched. */
  searched(key: string): boolean;
};

/** The facets of a search, where each count is the number of exact matches with that value, and its exact matches. */
export type FoundFacets = Lacking & Pick<StoredFacets, 'exact' | 'facets'>;

/** The records of jobs of an earlier list, in order; `null` = the job is no longer found. */
type FoundRecords = Lacking & { records: readonly (Job | null)[] };

/** A part of all openings by id prefix: from `from` up to, not including, `to` (shared/export). */
type BucketRange = { from: number; to: number };

/**
 * The openings of a range that exactly match a question, unordered. `line`: the record without its match, as JSON;
 * `stated`: the same without observations of the opening, which change while its postings do not.
 */
export type FoundRows = Lacking & {
  rows: readonly { id: string; line: string; stated: string }[];
  /** All exact matches, including those outside the range. */
  total: number;
};

/** The duplicates of one posting, and all postings of its opening; `null` and none = not found. */
type FoundCopies = Lacking & { copies: JobCopies | null; listings: readonly PostingListing[] };

/** The ids of the postings at each requested address, in order; none = not found in the searched postings. */
type FoundAddresses = Lacking & { ids: readonly (readonly string[])[] };

/**
 * Stores postings and finds them. The meaning of a search (its words, synonyms, slips, places and reasons) is the same
 * for every engine (worker/match), and so are totals, counts and facets; an engine may order jobs differently beyond
 * the first ones.
 *
 * An engine knows which collections it has, in which versions. A collection replaced during a question is searched in
 * its new version, and data lost by the engine is rebuilt: callers query once. Every method rejects when nothing can be
 * searched.
 */
export type Engine = {
  search(question: Question, listing: ListingSize): Promise<Found>;
  facets(question: Question): Promise<FoundFacets>;
  /** The records of jobs of an earlier list; equal to those of `search` if nothing has changed since. */
  records(question: Question, list: readonly RankedJob[]): Promise<FoundRecords>;
  /** All exact matches of a question in a range of ids. */
  rows(question: Question, range: BucketRange): Promise<FoundRows>;
  /** The duplicates of one posting among all full boards and these collections, as of `now`. */
  copies(collections: readonly string[], posting: NamedPosting & { now: Date }): Promise<FoundCopies>;
  /** The postings at these addresses (`canonicalUrl`) among all full boards and these collections; of equal postings of a source the one that represents them. */
  located(collections: readonly string[], addresses: readonly string[]): Promise<FoundAddresses>;
  /** The keyword with its misspellings corrected by stored words; `null` = none. */
  corrected(question: Question): Promise<KeywordNode | null>;
  /** Prepares a collection that a search will soon use. */
  prepare(collection: CollectionRef): Promise<void>;
  /** Starts following new collections; the returned function ends that. `stop` aborts at shutdown. */
  follow(stop: AbortSignal): () => void;
  /** The data stored in this process. */
  held(): HeldSegments;
  close(): Promise<void>;
};

/** A notice when not all postings could be searched. */
export const silence = ({ silent, parts }: Pick<Lacking, 'silent' | 'parts'>): string[] =>
  silent === 0
    ? []
    : [
        `${silent} of ${parts} parts of the postings could not be searched in time, so jobs may be missing. Try again in a few seconds.`,
      ];

/** The options of an engine; each uses what it needs. */
export type EngineOptions = {
  config: Config;
  redis: RedisConnection;
  /** The store of postings moved out of Redis; absent = none were moved. */
  chunks?: ChunkStore | undefined;
  logger: Logger;
  now: () => Date;
  /** Announcements of written collections. */
  collections: Listener;
  boardStates: BoardStates;
  /** The current sources: postings of others are not found. */
  sources: () => readonly Source[];
  gazetteer: Gazetteer;
  threads: Pick<ThreadPool, 'run' | 'turn'>;
  metrics: SegmentMetrics;
};
