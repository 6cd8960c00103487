import type { Queue } from 'bullmq';
import type { Config } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import type { CollectJob, SearchJob } from '../../shared/queue/queues.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { anySearch } from '../../shared/search/query/query.js';
import type { Tracing } from '../../shared/tracing/tracing.js';
import type { BoardStates } from '../engine/board-states.js';
import type { Engine } from '../engine/engine.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { type AnalyzedSearch, analyzeSearch } from '../match/keyword/analyze-search.js';
import type { WorkerMetrics } from '../process/metrics.js';
import type { BoardSchedule } from '../schedule/start-schedule.js';
import { isWholeBoard } from '../sources/collection-key.js';
import type { Catalogue } from '../sources/config/catalogue.js';
import { isNarrowed, type Source } from '../sources/source.js';
import { planCollections } from './plan-collections.js';
import type { StoreJobCopies } from './store-job-copies.js';

/** A search to run, with its keyword parsed. */
export type AnalyzedSearchJob = SearchJob & { search: AnalyzedSearch };

/** Dependencies of running searches; each step declares the part it needs. */
export type SearchRunContext = {
  config: Config;
  logger: Logger;
  redis: RedisConnection;
  /** Id of this worker. */
  worker: string;
  sources: readonly Source[];
  /** Identifies the content of the sources file. */
  sourcesHash: string;
  /** The current sources, which each run takes instead; absent = `sources` never change. */
  catalogue?: Pick<Catalogue, 'current'>;
  boardStates: Pick<BoardStates, 'read' | 'expect'>;
  /** For reading places in keywords. */
  gazetteer: Gazetteer;
  /** Searches the stored postings. */
  engine: Pick<Engine, 'search' | 'facets' | 'records' | 'corrected' | 'prepare'>;
  storeJobCopies: StoreJobCopies;
  /** Notifications about written collections. */
  collections: Listener;
  metrics: Pick<WorkerMetrics, 'search' | 'addedAgain' | 'writeFailed'>;
  tracing?: Pick<Tracing, 'note' | 'traceId'>;
  queues: { http: Queue<CollectJob>; browser: Queue<CollectJob> };
  /** Takes a search to repeat later. */
  searches: Queue<SearchJob>;
  /** Reads full boards regularly; `null` = they are read only when a search needs them. */
  schedule: Pick<BoardSchedule, 'hasten' | 'noteFound'> | null;
  /** Evicts rarely requested data when Redis is full; returns whether anything was evicted. */
  makeRoom?: () => Promise<boolean>;
  now: () => Date;
};

/**
 * Per-run options. `currentPriority` reads the current priority of the search, since a more urgent caller may have joined
 * it; `stop` aborts when the worker shuts down; `queuedAt` is when its job was added (epoch ms).
 */
export type RunOptions = { currentPriority: () => Promise<number>; stop: AbortSignal; queuedAt: number };

/** Finds the collections of a search; `sources` are the current ones. */
export type PlanContext = { sources: () => readonly Source[]; gazetteer: Gazetteer };

/** The keys of collections that narrowing sources may have given for a search; engines know full boards. */
export const collectionsFor = ({ sources, gazetteer }: PlanContext, search: AnalyzedSearch): string[] =>
  planCollections(sources().filter(isSearched), search, { gazetteer }).map(({ key }) => key);

/** The same for a search without conditions. */
export const collectionsForAll = (context: PlanContext): string[] =>
  collectionsFor(context, analyzeSearch(anySearch, context.gazetteer));

/** Those of them not narrowed to a query, which no document names. */
export const collectedWhole = ({ sources, gazetteer }: PlanContext, search: AnalyzedSearch): string[] =>
  planCollections(sources().filter(isSearched), search, { gazetteer }).flatMap(({ key, narrow }) =>
    isNarrowed(narrow) ? [] : [key],
  );

const isSearched = (source: Source): boolean => !isWholeBoard(source);
