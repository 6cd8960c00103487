import type { Registry } from 'prom-client';
import type { CollectionAttempt } from '../../shared/search/collections/collection-store.js';
import type { SourceFailure } from '../sources/source.js';
import { createSourceLabel, otherSources } from './source-label.js';

/** What reading sources reports. */
export type CollectionMetrics = {
  /** One attempt to collect a source; `cause` names its failure. */
  collection(source: string, attempt: CollectionAttempt, cause: SourceFailure | null): void;
  /** A collection was renewed because its source had not changed. */
  unchanged(source: string): void;
  /** Postings of a source that were dropped because normalising them took too long. */
  dropped(source: string, postings: number): void;
  /** What a reading of a whole board changed, by kind of source; `doubted`: it was not believed. */
  openings(kind: string, counts: Readonly<Record<OpeningEvent, number>>, doubted: boolean): void;
};

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
export const collectionBuckets = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 60, 120, 300];

/** What the series of a source are named by. */
export type MeasuredSource = { id: string; kind: { kind: string } };

/** Used without ADMIN_PORT. */
export const noCollectionMetrics: CollectionMetrics = {
  collection: () => undefined,
  unchanged: () => undefined,
  dropped: () => undefined,
  openings: () => undefined,
};

/** The number of `sources` decides which of them have series of their own (`createSourceLabel`). */
export function createCollectionMetrics(
  { Counter, Gauge, Histogram }: typeof import('prom-client'),
  registers: Registry[],
  sources: readonly MeasuredSource[],
): CollectionMetrics {
  const labelOf = createSourceLabel(sources.length);
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
  const ended = new Gauge({
    name: 'job_search_collection_last_seconds',
    help: 'When a source was last collected with success (ok) or without (failed), as Unix time; 0 = not since the start.',
    labelNames: ['source', 'outcome'],
    registers,
  });
  const seconds = new Histogram({
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
  // Series that exist from the start: Prometheus sees the first increase only of a series that it has read before.
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
    collection(source, { at, status, jobs, tookMs }, cause) {
      const label = labelOf(source, status !== 'ok');
      declare(label);
      collections.inc({ source: label, status, cause: cause ?? 'none' });
      if (status === 'resting') return;
      seconds.observe({ source: label }, tookMs / 1000);
      if (label === source) ended.set({ source, outcome: status === 'ok' ? 'ok' : 'failed' }, at / 1000);
      if (status === 'ok' && label === source) collected.set({ source }, jobs);
    },
    unchanged: (source) => unchanged.inc({ source: labelOf(source, false) }),
    dropped: (source, postings) => dropped.inc({ source: labelOf(source, true) }, postings),
    openings(kind, counts, isDoubted) {
      for (const event of openingEvents) if (counts[event] > 0) openings.inc({ kind, event }, counts[event]);
      if (isDoubted) doubted.inc({ kind });
    },
  };
}
