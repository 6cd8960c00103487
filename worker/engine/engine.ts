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
 * A search of what is stored: all full boards of the sources of the moment, and `collections`, the keys of what sources that are
 * searched gave for it; one of which nothing is stored is left out. `now`: as of when postings are fresh and ranked.
 */
export type Question = { search: AnalyzedSearch; now: Date; collections: readonly string[] };

/** How much is listed: the first `depth` jobs by id and score, and the records of the first `records` of them. */
export type ListingSize = { depth: number; records: number };

/**
 * What of the stored postings an answer lacks. `missing`: the sources of collections that are stored, or were when the question
 * came, and could not be searched; `silent`: parts of all postings, of `parts`, that did not answer in time.
 */
export type Lacking = { missing: readonly string[]; silent: number; parts: number };

/** What a search finds. */
export type Found = Lacking & {
  /** All matches, near ones included. */
  total: number;
  /** The matches that are no near ones. */
  exact: number;
  /** The number of exact matches by source; a duplicate counts on each of its sources. */
  bySource: Readonly<Record<string, number>>;
  /** Sentences about how the search was read. */
  notices: readonly string[];
  /** The place of the query; `null` when it is unknown or several. */
  place: Place | null;
  /** The first jobs in the order of the search: near ones last, ties by date, score and id. */
  ranked: readonly RankedJob[];
  /** The records of the first of them. */
  jobs: readonly Job[];
  /** Whether the collection with this key was searched. */
  searched(key: string): boolean;
};

/** The facets of a search, each count being what the search with that value finds exactly, and its exact matches. */
export type FoundFacets = Lacking & Pick<StoredFacets, 'exact' | 'facets'>;

/** The records of jobs of an earlier list, in its order; `null` = the job is no longer found. */
type FoundRecords = Lacking & { records: readonly (Job | null)[] };

/** A part of all openings by the beginning of their ids: from `from` up to, not including, `to` (shared/export/export-chunk.ts). */
type BucketRange = { from: number; to: number };

/**
 * The openings of a range that meet a question exactly, in no order. `line`: the record without its match, as JSON; `stated`: the same
 * without what was seen of the opening, which changes while its postings do not.
 */
export type FoundRows = Lacking & {
  rows: readonly { id: string; line: string; stated: string }[];
  /** All exact matches, those outside the range included. */
  total: number;
};

/** The duplicates of one posting, and all postings of its opening; `null` and none = nothing that was searched has it. */
type FoundCopies = Lacking & { copies: JobCopies | null; listings: readonly PostingListing[] };

/** The ids of the postings at each requested address, in its order; none = nothing that was searched has it. */
type FoundAddresses = Lacking & { ids: readonly (readonly string[])[] };

/**
 * Where postings lie, and how they are found. What a search means (its words, synonyms, slips, places and reasons) is the same for every
 * engine (worker/match), and so are totals, counts and facets; an engine may order jobs by itself beyond the first ones.
 *
 * An engine knows which collections it holds, in which versions. A collection that is replaced while a question is answered is
 * asked about in its new version, and what the engine has lost of its own is made again: callers query once. Every method
 * rejects when nothing can be searched.
 */
export type Engine = {
  search(question: Question, listing: ListingSize): Promise<Found>;
  facets(question: Question): Promise<FoundFacets>;
  /** The records of jobs of an earlier list; equal to those that `search` gave when nothing has changed since. */
  records(question: Question, list: readonly RankedJob[]): Promise<FoundRecords>;
  /** All that meets a question, near matches left out, of a range of ids. */
  rows(question: Question, range: BucketRange): Promise<FoundRows>;
  /** The duplicates of one posting among all full boards and these collections, as of `now`. */
  copies(collections: readonly string[], posting: NamedPosting & { now: Date }): Promise<FoundCopies>;
  /** The postings at these addresses (`canonicalUrl`) among all full boards and these collections; of equal postings of a source the one that represents them. */
  located(collections: readonly string[], addresses: readonly string[]): Promise<FoundAddresses>;
  /** The keyword with its misspellings corrected by the words of what is stored; `null` = there are none. */
  corrected(question: Question): Promise<KeywordNode | null>;
  /** Prepares a collection that a search will ask about soon. */
  prepare(collection: CollectionRef): Promise<void>;
  /** Begins to keep up with what is collected: a question that is asked after a collection was announced finds it without that, too; the returned function ends that. `stop` aborts when the process shuts down. */
  follow(stop: AbortSignal): () => void;
  /** What this process holds. */
  held(): HeldSegments;
  close(): Promise<void>;
};

/** A notice when not all postings could be searched. */
export const silence = ({ silent, parts }: Pick<Lacking, 'silent' | 'parts'>): string[] =>
  silent === 0
    ? []
    : [
        `${silent} of ${parts} parts of the postings could not be searched in time, so jobs may be missing. Ask again in some seconds.`,
      ];

/** What an engine is opened with; each takes what it needs. */
export type EngineOptions = {
  config: Config;
  redis: RedisConnection;
  /** Where postings lie that were moved out of Redis; absent = none were. */
  chunks?: ChunkStore | undefined;
  logger: Logger;
  now: () => Date;
  /** Announcements of collections that were written. */
  collections: Listener;
  boardStates: BoardStates;
  /** The sources of the moment: postings of others are not found. */
  sources: () => readonly Source[];
  gazetteer: Gazetteer;
  threads: Pick<ThreadPool, 'run' | 'turn'>;
  metrics: SegmentMetrics;
};
