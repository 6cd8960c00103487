import type { Registry } from 'prom-client';
import { lazyRequire } from '../../shared/lazy-require.js';
import type { CollectionAttempt } from '../../shared/search/collection-store.js';
import type { SourceFailure } from '../sources/source-errors.js';
import { readGauges, type WorkerGauges } from './metric-gauges.js';
import { createSourceLabel } from './source-label.js';
import { createWatchMetrics, noWatchMetrics, type WatchMetrics } from './watch-metrics.js';

/** A worker's Prometheus metrics, named by https://prometheus.io/docs/practices/naming/. */
export type WorkerMetrics = WatchMetrics & {
  /** `null` = metrics are off. */
  registry: Registry | null;
  /** One attempt to collect a source; `cause` names its failure. */
  collection(source: string, attempt: CollectionAttempt, cause: SourceFailure | null): void;
  /** A collection was renewed because its source had not changed. */
  unchanged(source: string): void;
  /** Postings of a source that were dropped because normalising them took too long. */
  dropped(source: string, postings: number): void;
  /** What a reading of a whole board changed, by kind of source; `doubted`: it was not believed. */
  openings(kind: string, counts: Readonly<Record<OpeningEvent, number>>, doubted: boolean): void;
  /** One search run that completed or threw. */
  search(outcome: 'complete' | 'partial' | 'failed' | 'unchanged' | 'broken', seconds: number): void;
  /** A warming run, of a scheduled search or of a busy one. */
  warmed(kind: 'scheduled' | 'busiest', outcome: string): void;
  /** The schedule queued the reading of a board. */
  scheduled(): void;
  browserPage(outcome: 'rendered' | SourceFailure): void;
  browserStarted(): void;
  /** A queue's connection was replaced because this worker had stopped taking its jobs. */
  reopened(queue: string): void;
  /** Jobs whose locks could not be renewed: another worker may have taken them. */
  locksLost(queue: string, jobs: number): void;
  /** A job was lost by its queue and added again. */
  addedAgain(queue: string): void;
  /** A write was refused by Redis or lost. */
  writeFailed(what: string): void;
  /** A segment was opened for searching. */
  segmentLoaded(from: SegmentOrigin): void;
  /** The file of an opened segment was lost: its board is loaded again when a search needs it. */
  segmentLost(): void;
  /** A segment could not be read from its file or written to it, or a board could not be loaded at all. */
  segmentFailed(step: SegmentStep): void;
};

/** Where a segment comes from: the collection that has just ended in this process, its file, or the postings in Redis. */
const segmentOrigins = ['collection', 'file', 'postings'] as const;
export type SegmentOrigin = (typeof segmentOrigins)[number];

const segmentSteps = ['read', 'write', 'load'] as const;
export type SegmentStep = (typeof segmentSteps)[number];

/** What the matching of a worker reports about its segments. */
export type SegmentMetrics = Pick<WorkerMetrics, 'segmentLoaded' | 'segmentLost' | 'segmentFailed'>;

/** What may happen to an opening. */
const openingEvents = ['opened', 'closed', 'reopened', 'reposted', 'changed'] as const;
type OpeningEvent = (typeof openingEvents)[number];

/** Buckets in seconds: a source answers in tenths of a second, a site of many pages takes minutes. */
const collectionBuckets = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 60, 120, 300];

type PromClient = typeof import('prom-client');

/** Used without ADMIN_PORT: nothing is counted and prom-client is not loaded. */
export const noWorkerMetrics: WorkerMetrics = {
  registry: null,
  collection: () => undefined,
  unchanged: () => undefined,
  dropped: () => undefined,
  openings: () => undefined,
  search: () => undefined,
  warmed: () => undefined,
  scheduled: () => undefined,
  browserPage: () => undefined,
  browserStarted: () => undefined,
  reopened: () => undefined,
  locksLost: () => undefined,
  addedAgain: () => undefined,
  writeFailed: () => undefined,
  segmentLoaded: () => undefined,
  segmentLost: () => undefined,
  segmentFailed: () => undefined,
  ...noWatchMetrics,
};

/** Creates the metrics of a worker that knows so many sources (`createSourceLabel`). */
export function createWorkerMetrics(
  worker: string,
  gauges: WorkerGauges,
  sourceCount = 0,
): WorkerMetrics & { registry: Registry } {
  const labelOf = createSourceLabel(sourceCount);
  const prom = lazyRequire('prom-client') as PromClient;
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = prom;
  const registry = new Registry();
  registry.setDefaultLabels({ part: 'worker', worker });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const collections = new Counter({
    name: 'job_search_collections_total',
    help: 'Attempts to collect a source, by status and cause of failure.',
    labelNames: ['source', 'status', 'cause'],
    registers,
  });
  const collected = new Gauge({
    name: 'job_search_collected_postings',
    help: 'Postings in the latest successful collection of a source.',
    labelNames: ['source'],
    registers,
  });
  const collectionSeconds = new Histogram({
    name: 'job_search_collection_duration_seconds',
    help: 'Duration of a collection.',
    labelNames: ['source'],
    buckets: collectionBuckets,
    registers,
  });
  const unchanged = new Counter({
    name: 'job_search_collections_unchanged_total',
    help: 'Collections renewed because their source had not changed: nothing was normalised or stored.',
    labelNames: ['source'],
    registers,
  });
  const dropped = new Counter({
    name: 'job_search_postings_dropped_total',
    help: 'Postings dropped because normalising them used up their CPU budget.',
    labelNames: ['source'],
    registers,
  });
  const openings = new Counter({
    name: 'job_search_openings_total',
    help: 'Openings of whole boards by what happened to them, by kind of source.',
    labelNames: ['kind', 'event'],
    registers,
  });
  const doubted = new Counter({
    name: 'job_search_doubted_readings_total',
    help: 'Readings of whole boards that were suddenly much shorter, so that nothing was closed, by kind of source.',
    labelNames: ['kind'],
    registers,
  });
  const searches = new Counter({
    name: 'job_search_searches_run_total',
    help: 'Searches run by workers, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const searchSeconds = new Histogram({
    name: 'job_search_search_run_duration_seconds',
    help: 'Duration of a search run, including the wait for its sources.',
    buckets: collectionBuckets,
    registers,
  });
  const warmed = new Counter({
    name: 'job_search_warm_runs_total',
    help: 'Warming runs, by kind and outcome; skipped = the previous run was still under way.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const scheduled = new Counter({
    name: 'job_search_scheduled_readings_total',
    help: 'Readings of whole boards that the schedule queued.',
    registers,
  });
  const pages = new Counter({
    name: 'job_search_browser_pages_total',
    help: 'Pages rendered by Chromium, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const starts = new Counter({
    name: 'job_search_browser_starts_total',
    help: 'Chromium processes started.',
    registers,
  });
  const reopened = new Counter({
    name: 'job_search_queue_reopened_total',
    help: 'Times a worker replaced its connection to a queue because jobs waited and it took none.',
    labelNames: ['queue'],
    registers,
  });
  const locks = new Counter({
    name: 'job_search_locks_lost_total',
    help: 'Jobs whose locks could not be renewed in time, so that another worker may have taken them.',
    labelNames: ['queue'],
    registers,
  });
  const again = new Counter({
    name: 'job_search_jobs_added_again_total',
    help: 'Jobs that a queue had lost and that were added again.',
    labelNames: ['queue'],
    registers,
  });
  const failedWrites = new Counter({
    name: 'job_search_write_failures_total',
    help: 'Results that could not be written to Redis, by what they were.',
    labelNames: ['what'],
    registers,
  });
  const segmentsLoaded = new Counter({
    name: 'job_search_segments_loaded_total',
    help: 'Boards opened for searching, by where their prepared postings come from.',
    labelNames: ['from'],
    registers,
  });
  const segmentReloads = new Counter({
    name: 'job_search_segment_reloads_total',
    help: 'Boards that are loaded again because their file was lost or damaged while it was searched.',
    registers,
  });
  const segmentFailures = new Counter({
    name: 'job_search_segment_failures_total',
    help: 'Prepared postings that could not be read from a file or written to one, and boards that could not be loaded.',
    labelNames: ['step'],
    registers,
  });
  // Series that exist from the start make the first increase visible.
  for (const from of segmentOrigins) segmentsLoaded.inc({ from }, 0);
  for (const step of segmentSteps) segmentFailures.inc({ step }, 0);
  readGauges(prom, registers, gauges);
  return {
    registry,
    collection(source, { status, jobs, tookMs }, cause) {
      const label = labelOf(source, status !== 'ok');
      collections.inc({ source: label, status, cause: cause ?? 'none' });
      if (status === 'resting') return;
      collectionSeconds.observe({ source: label }, tookMs / 1000);
      if (status === 'ok' && label === source) collected.set({ source }, jobs);
    },
    unchanged: (source) => unchanged.inc({ source: labelOf(source, false) }),
    dropped: (source, postings) => dropped.inc({ source: labelOf(source, true) }, postings),
    openings(kind, counts, isDoubted) {
      for (const event of openingEvents) if (counts[event] > 0) openings.inc({ kind, event }, counts[event]);
      if (isDoubted) doubted.inc({ kind });
    },
    search(outcome, seconds) {
      searches.inc({ outcome });
      searchSeconds.observe(seconds);
    },
    warmed: (kind, outcome) => warmed.inc({ kind, outcome }),
    scheduled: () => scheduled.inc(),
    browserPage: (outcome) => pages.inc({ outcome }),
    browserStarted: () => starts.inc(),
    reopened: (queue) => reopened.inc({ queue }),
    locksLost: (queue, jobs) => locks.inc({ queue }, jobs),
    addedAgain: (queue) => again.inc({ queue }),
    writeFailed: (what) => failedWrites.inc({ what }),
    segmentLoaded: (from) => segmentsLoaded.inc({ from }),
    segmentLost: () => segmentReloads.inc(),
    segmentFailed: (step) => segmentFailures.inc({ step }),
    ...createWatchMetrics(prom, registers),
  };
}
