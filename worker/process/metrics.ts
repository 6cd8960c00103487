import type { Registry } from 'prom-client';
import { lazyRequire } from '../../shared/lazy-require.js';
import { registerDroppedLogLines } from '../../shared/process/log-metrics.js';
import type { CollectionAttempt } from '../../shared/search/collections/collection-store.js';
import type { PaceChange } from '../fetch/host-pace.js';
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
  search(outcome: (typeof searchOutcomes)[number], seconds: number): void;
  /** A warming run, of a scheduled search or of a busy one. */
  warmed(kind: (typeof warmKinds)[number], outcome: string): void;
  /** The schedule queued the reading of a board. */
  scheduled(): void;
  browserPage(outcome: 'rendered' | SourceFailure): void;
  browserStarted(): void;
  /** A host is asked more slowly than before, because of how it answers. */
  paceSlowed(reason: PaceChange['reason']): void;
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
  /** The file of an opened segment could not be read: its board is loaded again when a search needs it. */
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

const searchOutcomes = ['complete', 'partial', 'failed', 'unchanged', 'broken'] as const;
const warmKinds = ['scheduled', 'busiest'] as const;

/** Outcomes of collections that every source has series of from the start: those that alerts ask for. */
const declaredOutcomes = [
  { status: 'ok', cause: 'none' },
  { status: 'failed', cause: 'changed' },
  { status: 'failed', cause: 'unreachable' },
  { status: 'timeout', cause: 'timeout' },
];

/** What may happen to an opening. */
const openingEvents = ['opened', 'closed', 'reopened', 'reposted', 'changed'] as const;
type OpeningEvent = (typeof openingEvents)[number];

/** Buckets in seconds: a source answers in tenths of a second, a site of many pages takes minutes. */
const collectionBuckets = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 60, 120, 300];

/** What the series of a source are named by. */
type MeasuredSource = { id: string; kind: { kind: string } };

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
  paceSlowed: () => undefined,
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

/**
 * Creates the metrics of a worker that takes these queues and begins with these sources, whose number decides which of them have
 * series of their own (`createSourceLabel`).
 */
export function createWorkerMetrics(
  worker: string,
  gauges: WorkerGauges,
  { sources, queues }: { sources: readonly MeasuredSource[]; queues: readonly string[] },
): WorkerMetrics & { registry: Registry } {
  const labelOf = createSourceLabel(sources.length);
  const prom = lazyRequire('prom-client') as PromClient;
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = prom;
  const registry = new Registry();
  registry.setDefaultLabels({ part: 'worker', worker });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const collections = counter(
    'job_search_collections_total',
    'Attempts to collect a source, by status and cause of failure.',
    ['source', 'status', 'cause'],
  );
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
  const unchanged = counter(
    'job_search_collections_unchanged_total',
    'Collections renewed because their source had not changed: nothing was normalised or stored.',
    ['source'],
  );
  const dropped = counter(
    'job_search_postings_dropped_total',
    'Postings dropped because normalising them used up their CPU budget.',
    ['source'],
  );
  const openings = counter(
    'job_search_openings_total',
    'Openings of whole boards by what happened to them, by kind of source.',
    ['kind', 'event'],
  );
  const doubted = counter(
    'job_search_doubted_readings_total',
    'Readings of whole boards that were suddenly much shorter, so that nothing was closed, by kind of source.',
    ['kind'],
  );
  const searches = counter('job_search_searches_run_total', 'Searches run by workers, by outcome.', ['outcome']);
  const searchSeconds = new Histogram({
    name: 'job_search_search_run_duration_seconds',
    help: 'Duration of a search run, including the wait for its sources.',
    buckets: collectionBuckets,
    registers,
  });
  const warmed = counter(
    'job_search_warm_runs_total',
    'Warming runs, by kind and outcome; skipped = the previous run was still under way.',
    ['kind', 'outcome'],
  );
  const scheduled = counter(
    'job_search_scheduled_readings_total',
    'Readings of whole boards that the schedule queued.',
  );
  const pages = counter('job_search_browser_pages_total', 'Pages rendered by Chromium, by outcome.', ['outcome']);
  const slowed = counter(
    'job_search_host_pace_slowed_total',
    'Times a host’s pace was made slower: by slow answers (answer), 429 or 503 (refused), or time-outs (timeout).',
    ['reason'],
  );
  const starts = counter('job_search_browser_starts_total', 'Chromium processes started.');
  const reopened = counter(
    'job_search_queue_reopened_total',
    'Times a worker replaced its connection to a queue because jobs waited and it took none.',
    ['queue'],
  );
  const locks = counter(
    'job_search_locks_lost_total',
    'Jobs whose locks could not be renewed in time, so that another worker may have taken them.',
    ['queue'],
  );
  const again = counter('job_search_jobs_added_again_total', 'Jobs that a queue had lost and that were added again.', [
    'queue',
  ]);
  const failedWrites = counter(
    'job_search_write_failures_total',
    'Results that could not be written to Redis, by what they were.',
    ['what'],
  );
  const segmentsLoaded = counter(
    'job_search_segments_loaded_total',
    'Boards opened for searching, by where their prepared postings come from.',
    ['from'],
  );
  const segmentReloads = counter(
    'job_search_segment_reloads_total',
    'Boards that are loaded again because their file was lost or damaged while it was searched.',
  );
  const segmentFailures = counter(
    'job_search_segment_failures_total',
    'Prepared postings that could not be read from a file or written to one, and boards that could not be loaded.',
    ['step'],
  );
  // Series that exist from the start: Prometheus sees the first increase only of a series that it has read before.
  const declared = new Set<string>();
  const declareSource = (source: string): void => {
    if (declared.has(source)) return;
    declared.add(source);
    for (const outcome of declaredOutcomes) collections.inc({ source, ...outcome }, 0);
    unchanged.inc({ source }, 0);
    dropped.inc({ source }, 0);
  };
  for (const {
    id,
    kind: { kind },
  } of sources) {
    declareSource(labelOf(id, false));
    for (const event of openingEvents) openings.inc({ kind, event }, 0);
    doubted.inc({ kind }, 0);
  }
  for (const outcome of searchOutcomes) searches.inc({ outcome }, 0);
  for (const kind of warmKinds) warmed.inc({ kind, outcome: 'complete' }, 0);
  for (const outcome of ['rendered', 'browser'] as const) pages.inc({ outcome }, 0);
  for (const queue of queues) for (const each of [reopened, locks, again]) each.inc({ queue }, 0);
  for (const what of ['search', 'collection']) failedWrites.inc({ what }, 0);
  for (const reason of ['answer', 'refused', 'timeout'] as const) slowed.inc({ reason }, 0);
  for (const from of segmentOrigins) segmentsLoaded.inc({ from }, 0);
  for (const step of segmentSteps) segmentFailures.inc({ step }, 0);
  registerDroppedLogLines(prom, registers);
  readGauges(prom, registers, gauges);
  return {
    registry,
    collection(source, { status, jobs, tookMs }, cause) {
      const label = labelOf(source, status !== 'ok');
      declareSource(label);
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
    paceSlowed: (reason) => slowed.inc({ reason }),
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
