import type { Registry } from 'prom-client';
import { lazyRequire } from '../../shared/lazy-require.js';
import { registerDroppedLogLines } from '../../shared/process/log-metrics.js';
import { type RunOutcome, runOutcomes } from '../../shared/search/search-runs.js';
import type { PaceChange } from '../fetch/host-pace.js';
import { type NameOutcome, nameOutcomes } from '../fetch/names/resolve-name.js';
import type { SourceFailure } from '../sources/source.js';
import {
  type CollectionMetrics,
  collectionBuckets,
  createCollectionMetrics,
  type MeasuredSource,
  noCollectionMetrics,
} from './collection-metrics.js';
import { readGauges, type WorkerGauges } from './metric-gauges.js';
import { createSegmentMetrics, noSegmentMetrics, type SegmentMetrics } from './segment-metrics.js';
import { createWatchMetrics, noWatchMetrics, type WatchMetrics } from './watch-metrics.js';

/** A worker's Prometheus metrics, named by https://prometheus.io/docs/practices/naming/. */
export type WorkerMetrics = WatchMetrics &
  CollectionMetrics &
  SegmentMetrics & {
    /** `null` = metrics are off. */
    registry: Registry | null;
    /** One search run that completed or threw. */
    search(outcome: RunOutcome, seconds: number): void;
    /** A warming run, of a scheduled search or of a busy one. */
    warmed(kind: (typeof warmKinds)[number], outcome: string): void;
    /** The schedule queued the reading of a board. */
    scheduled(): void;
    browserPage(outcome: 'rendered' | SourceFailure): void;
    browserStarted(): void;
    /** A host is asked more slowly than before, because of how it answers. */
    paceSlowed(reason: PaceChange['reason']): void;
    /** A name of a host was looked up. */
    nameLookup(outcome: NameOutcome): void;
    /** A queue's connection was replaced because this worker had stopped taking its jobs. */
    reopened(queue: string): void;
    /** Jobs whose locks could not be renewed: another worker may have taken them. */
    locksLost(queue: string, jobs: number): void;
    /** A job was lost by its queue and added again. */
    addedAgain(queue: string): void;
    /** A write was refused by Redis or lost. */
    writeFailed(what: string): void;
  };

const warmKinds = ['scheduled', 'busiest'] as const;

type PromClient = typeof import('prom-client');

/** Used without ADMIN_PORT: nothing is counted and prom-client is not loaded. */
export const noWorkerMetrics: WorkerMetrics = {
  registry: null,
  search: () => undefined,
  warmed: () => undefined,
  scheduled: () => undefined,
  browserPage: () => undefined,
  paceSlowed: () => undefined,
  nameLookup: () => undefined,
  browserStarted: () => undefined,
  reopened: () => undefined,
  locksLost: () => undefined,
  addedAgain: () => undefined,
  writeFailed: () => undefined,
  ...noCollectionMetrics,
  ...noSegmentMetrics,
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
  const prom = lazyRequire('prom-client') as PromClient;
  const { Counter, collectDefaultMetrics, Histogram, Registry } = prom;
  const registry = new Registry();
  registry.setDefaultLabels({ part: 'worker', worker });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
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
  const lookups = counter(
    'job_search_name_lookups_total',
    'Names of hosts of boards and webhooks that DNS servers were asked for: answered, late (after 2 s), unknown, or unanswered in 5 s.',
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
    'Results that could not be written to Redis, by what they were.',
    ['what'],
  );
  // Series that exist from the start: Prometheus sees the first increase only of a series that it has read before.
  for (const outcome of runOutcomes) searches.inc({ outcome }, 0);
  for (const kind of warmKinds) warmed.inc({ kind, outcome: 'complete' }, 0);
  for (const outcome of ['rendered', 'browser'] as const) pages.inc({ outcome }, 0);
  for (const queue of queues) for (const each of [reopened, locks, again]) each.inc({ queue }, 0);
  for (const what of ['search', 'collection']) failedWrites.inc({ what }, 0);
  for (const outcome of nameOutcomes) lookups.inc({ outcome }, 0);
  for (const reason of ['answer', 'refused', 'timeout'] as const) slowed.inc({ reason }, 0);
  registerDroppedLogLines(prom, registers);
  readGauges(prom, registers, gauges);
  return {
    registry,
    search(outcome, seconds) {
      searches.inc({ outcome });
      searchSeconds.observe(seconds);
    },
    warmed: (kind, outcome) => warmed.inc({ kind, outcome }),
    scheduled: () => scheduled.inc(),
    browserPage: (outcome) => pages.inc({ outcome }),
    paceSlowed: (reason) => slowed.inc({ reason }),
    nameLookup: (outcome) => lookups.inc({ outcome }),
    browserStarted: () => starts.inc(),
    reopened: (queue) => reopened.inc({ queue }),
    locksLost: (queue, jobs) => locks.inc({ queue }, jobs),
    addedAgain: (queue) => again.inc({ queue }),
    writeFailed: (what) => failedWrites.inc({ what }),
    ...createCollectionMetrics(prom, registers, sources),
    ...createSegmentMetrics(prom, registers),
    ...createWatchMetrics(prom, registers),
  };
}
