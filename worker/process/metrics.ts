/** A worker's Prometheus metrics, named according to https://prometheus.io/docs/practices/naming/. */
import type { Registry } from 'prom-client';
import { lazyRequire } from '../../shared/lazy-require.js';
import { registerDroppedLogLines } from '../../shared/process/buffered-stdout.js';
import type { CollectionAttempt } from '../../shared/search/collections/collection-store.js';
import { type RunOutcome, runOutcomes } from '../../shared/search/search-runs.js';
import { type PaceChange, paceReasons } from '../fetch/host-pace.js';
import { type NameOutcome, nameOutcomes } from '../fetch/names/resolve-name.js';
import type { SourceFailure } from '../sources/source.js';
import { readGauges, type WorkerGauges } from './metric-gauges.js';
import { createSegmentMetrics, noSegmentMetrics } from './segment-metrics.js';

/** The metrics of a worker; `registry` is `null` when they are off. */
export type WorkerMetrics = Omit<ReturnType<typeof createWorkerMetrics>, 'registry'> & { registry: Registry | null };

const warmKinds = ['scheduled', 'busiest'] as const;

/** Events of an opening. */
const openingEvents = ['opened', 'closed', 'reopened', 'reposted', 'changed'] as const;

/** `given up`: the watch of the delivery is paused. */
const deliveryOutcomes = ['accepted', 'failed', 'given up'] as const;

/** Steps that may fail because of a watch's stored data. */
const watchSteps = ['read', 'tell', 'deliver'] as const;
export type WatchStep = (typeof watchSteps)[number];

/** Outcomes pre-registered for every source, so that alerts can query them. */
const declaredOutcomes = [
  { status: 'ok', cause: 'none' },
  { status: 'failed', cause: 'changed' },
  { status: 'failed', cause: 'unreachable' },
  { status: 'timeout', cause: 'timeout' },
];

/** Buckets in seconds: a source answers in tenths of a second, a site of many pages takes minutes. */
const durations = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 60, 120, 300];

/** The names of a source's series. */
type MeasuredSource = { id: string; kind: { kind: string } };

/** Maximum sources with separate series. */
export const maxLabelled = 200;

/** The label of all others. */
const otherSources = 'other';

/**
 * Creates the label `source` of a worker's metrics. Up to `maxLabelled` sources each have their own; beyond, only
 * sources that failed have, at most this many: a source has some twenty series, and those of 5,000 sources are many
 * megabytes per scrape.
 */
export function createSourceLabel(sourceCount: number): (source: string, failed: boolean) => string {
  if (sourceCount <= maxLabelled) return (source) => source;
  const named = new Set<string>();
  return (source, failed) => {
    if (named.has(source)) return source;
    if (!failed || named.size >= maxLabelled) return otherSources;
    named.add(source);
    return source;
  };
}

/** Creates metrics in a registry. */
function createTools({ Counter, Gauge, Histogram }: typeof import('prom-client'), registers: Registry[]) {
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
      new Gauge({ name, help, labelNames, registers }),
    histogram: <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Histogram({ name, help, labelNames, buckets: durations, registers }),
  };
}
type Tools = ReturnType<typeof createTools>;

// Series exist from the start: Prometheus sees a first increase only in a series it has read before.

function createProcessMetrics({ counter, histogram }: Tools, queues: readonly string[]) {
  const searches = counter('job_search_searches_run_total', 'Searches run by workers, by outcome.', ['outcome']);
  const searchSeconds = histogram(
    'job_search_search_run_duration_seconds',
    'Duration of a search run, including the wait for its sources.',
  );
  const warmed = counter(
    'job_search_warm_runs_total',
    'Warming runs, by kind and outcome; skipped = the previous run was still under way.',
    ['kind', 'outcome'],
  );
  const scheduled = counter('job_search_scheduled_readings_total', 'Readings of full boards that the schedule queued.');
  const pages = counter('job_search_browser_pages_total', 'Pages rendered by Chromium, by outcome.', ['outcome']);
  const slowed = counter(
    'job_search_host_pace_slowed_total',
    'Times a host’s pace was made slower: by slow answers (answer), 429 or 503 (refused), or time-outs (timeout).',
    ['reason'],
  );
  const lookups = counter(
    'job_search_name_lookups_total',
    'Names of hosts of boards and webhooks that DNS servers were queried for: answered, late (after 2 s), unknown, or unanswered in 5 s.',
    ['outcome'],
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
    'Results that could not be written to Redis, by kind.',
    ['what'],
  );
  for (const outcome of runOutcomes) searches.inc({ outcome }, 0);
  for (const kind of warmKinds) warmed.inc({ kind, outcome: 'complete' }, 0);
  for (const outcome of ['rendered', 'browser'] as const) pages.inc({ outcome }, 0);
  for (const queue of queues) for (const each of [reopened, locks, again]) each.inc({ queue }, 0);
  for (const what of ['search', 'collection']) failedWrites.inc({ what }, 0);
  for (const outcome of nameOutcomes) lookups.inc({ outcome }, 0);
  for (const reason of paceReasons) slowed.inc({ reason }, 0);
  return {
    /** One search run that completed or threw. */
    search(outcome: RunOutcome, tookSeconds: number): void {
      searches.inc({ outcome });
      searchSeconds.observe(tookSeconds);
    },
    /** A warming run, of a scheduled search or of a busy one. */
    warmed: (kind: (typeof warmKinds)[number], outcome: string): void => warmed.inc({ kind, outcome }),
    /** The schedule queued the reading of a board. */
    scheduled: (): void => scheduled.inc(),
    browserPage: (outcome: 'rendered' | SourceFailure): void => pages.inc({ outcome }),
    browserStarted: (): void => starts.inc(),
    /** A host is read more slowly than before, because of its answers. */
    paceSlowed: (reason: PaceChange['reason']): void => slowed.inc({ reason }),
    /** A host name was looked up. */
    nameLookup: (outcome: NameOutcome): void => lookups.inc({ outcome }),
    /** A queue's connection was replaced because this worker had stopped taking its jobs. */
    reopened: (queue: string): void => reopened.inc({ queue }),
    /** Jobs whose locks could not be renewed: another worker may have taken them. */
    locksLost: (queue: string, jobs: number): void => locks.inc({ queue }, jobs),
    /** A job was lost by its queue and added again. */
    addedAgain: (queue: string): void => again.inc({ queue }),
    /** A write was refused by Redis or lost. */
    writeFailed: (what: string): void => failedWrites.inc({ what }),
  };
}

/** Metrics of reading sources. */
function createCollectionMetrics({ counter, gauge, histogram }: Tools, sources: readonly MeasuredSource[]) {
  const collections = counter(
    'job_search_collections_total',
    'Attempts to collect a source, by status and cause of failure.',
    ['source', 'status', 'cause'],
  );
  const collected = gauge(
    'job_search_collected_postings',
    'Postings in the latest successful collection of a source.',
    ['source'],
  );
  const ended = gauge(
    'job_search_collection_last_seconds',
    'When a source was last collected with success (ok) or without (failed), as Unix time; 0 = not since the start.',
    ['source', 'outcome'],
  );
  const seconds = histogram('job_search_collection_duration_seconds', 'Duration of a collection.', ['source']);
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
    'Openings of full boards by what happened to them, by kind of source.',
    ['kind', 'event'],
  );
  const doubted = counter(
    'job_search_doubted_readings_total',
    'Readings of full boards that were suddenly much shorter, so that nothing was closed, by kind of source.',
    ['kind'],
  );
  const labelOf = createSourceLabel(sources.length);
  const declared = new Set<string>();
  const declare = (source: string): void => {
    if (declared.has(source)) return;
    declared.add(source);
    for (const outcome of declaredOutcomes) collections.inc({ source, ...outcome }, 0);
    if (source !== otherSources) for (const outcome of ['ok', 'failed'] as const) ended.set({ source, outcome }, 0);
    unchanged.inc({ source }, 0);
    dropped.inc({ source }, 0);
  };
  for (const { id, kind: named } of sources) {
    const { kind } = named;
    declare(labelOf(id, false));
    for (const event of openingEvents) openings.inc({ kind, event }, 0);
    doubted.inc({ kind }, 0);
  }
  return {
    /** One attempt to collect a source; `cause` names its failure. */
    collection(source: string, { at, status, jobs, tookMs }: CollectionAttempt, cause: SourceFailure | null): void {
      const label = labelOf(source, status !== 'ok');
      declare(label);
      collections.inc({ source: label, status, cause: cause ?? 'none' });
      if (status === 'resting') return;
      seconds.observe({ source: label }, tookMs / 1000);
      if (label === source) ended.set({ source, outcome: status === 'ok' ? 'ok' : 'failed' }, at / 1000);
      if (status === 'ok' && label === source) collected.set({ source }, jobs);
    },
    /** A collection was renewed because its source had not changed. */
    unchanged: (source: string): void => unchanged.inc({ source: labelOf(source, false) }),
    /** Postings of a source that were dropped because normalising them took too long. */
    dropped: (source: string, postings: number): void => dropped.inc({ source: labelOf(source, true) }, postings),
    /** The changes by a reading of a full board, by kind of source; `isDoubted`: it was not trusted. */
    openings(kind: string, counts: Readonly<Record<(typeof openingEvents)[number], number>>, isDoubted: boolean): void {
      for (const event of openingEvents) if (counts[event] > 0) openings.inc({ kind, event }, counts[event]);
      if (isDoubted) doubted.inc({ kind });
    },
  };
}

function createWatchMetrics({ counter }: Tools) {
  const openingsNoted = counter(
    'job_search_watch_openings_total',
    'Openings that were noted to be sent to watches, once for each watch.',
  );
  const deliveries = counter(
    'job_search_watch_deliveries_total',
    'Deliveries sent to the addresses of watches, by outcome; given up = the watch was paused.',
    ['outcome'],
  );
  const failedWatches = counter(
    'job_search_watch_failures_total',
    'Watches for which a step failed because of their stored data: they are paused, or left out when they cannot be read.',
    ['step'],
  );
  for (const outcome of deliveryOutcomes) deliveries.inc({ outcome }, 0);
  for (const step of watchSteps) failedWatches.inc({ step }, 0);
  return {
    /** Openings recorded for sending by watches; one in several watches counts for each. */
    openingsTold: (count: number): void => openingsNoted.inc(count),
    /** A delivery was sent once. */
    delivery: (outcome: (typeof deliveryOutcomes)[number]): void => deliveries.inc({ outcome }),
    /** A step failed for this many watches because of their stored data. */
    watchFailed: (step: WatchStep, watches = 1): void => failedWatches.inc({ step }, watches),
  };
}

/**
 * Creates the metrics of a worker that takes these queues and starts with these sources, whose number decides which of
 * them have separate series (`createSourceLabel`).
 */
export function createWorkerMetrics(
  worker: string,
  gauges: WorkerGauges,
  { sources, queues }: { sources: readonly MeasuredSource[]; queues: readonly string[] },
) {
  const prom = lazyRequire('prom-client') as typeof import('prom-client');
  const registry = new prom.Registry();
  registry.setDefaultLabels({ part: 'worker', worker });
  prom.collectDefaultMetrics({ register: registry });
  registerDroppedLogLines(prom, [registry]);
  readGauges(prom, [registry], gauges);
  const tools = createTools(prom, [registry]);
  return {
    registry,
    ...createProcessMetrics(tools, queues),
    ...createCollectionMetrics(tools, sources),
    ...createWatchMetrics(tools),
    ...createSegmentMetrics(prom, [registry]),
  };
}

const nothing = (): void => undefined;

/** Used without ADMIN_PORT: nothing is counted and prom-client is not loaded. */
export const noWorkerMetrics: WorkerMetrics = {
  registry: null,
  search: nothing,
  warmed: nothing,
  scheduled: nothing,
  browserPage: nothing,
  browserStarted: nothing,
  paceSlowed: nothing,
  nameLookup: nothing,
  reopened: nothing,
  locksLost: nothing,
  addedAgain: nothing,
  writeFailed: nothing,
  collection: nothing,
  unchanged: nothing,
  dropped: nothing,
  openings: nothing,
  openingsTold: nothing,
  delivery: nothing,
  watchFailed: nothing,
  ...noSegmentMetrics,
};
