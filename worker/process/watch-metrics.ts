import type { Registry } from 'prom-client';

const outcomes = ['accepted', 'failed', 'given up'] as const;

/** What may fail for a watch through what is stored of it. */
const watchSteps = ['read', 'tell', 'deliver'] as const;
export type WatchStep = (typeof watchSteps)[number];

/** What a worker reports of watches. */
export type WatchMetrics = {
  /** Openings noted for watches to be sent; one that several watches are about counts for each. */
  openingsTold(openings: number): void;
  /** A delivery was sent once; `given up`: its watch is paused. */
  delivery(outcome: (typeof outcomes)[number]): void;
  /** A step failed for so many watches through what is stored of them. */
  watchFailed(step: WatchStep, watches?: number): void;
};

/** Counts nothing. */
export const noWatchMetrics: WatchMetrics = {
  openingsTold: () => undefined,
  delivery: () => undefined,
  watchFailed: () => undefined,
};

/** Registers the counters of watches. */
export function createWatchMetrics({ Counter }: typeof import('prom-client'), registers: Registry[]): WatchMetrics {
  const openingsCounter = new Counter({
    name: 'job_search_watch_openings_total',
    help: 'Openings that were noted to be sent to watches, once for each watch.',
    registers,
  });
  const deliveries = new Counter({
    name: 'job_search_watch_deliveries_total',
    help: 'Deliveries sent to the addresses of watches, by outcome; given up = the watch was paused.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of outcomes) deliveries.inc({ outcome }, 0);
  const failed = new Counter({
    name: 'job_search_watch_failures_total',
    help: 'Watches for which a step failed through what is stored of them: they are paused, or left out when they cannot be read.',
    labelNames: ['step'],
    registers,
  });
  for (const step of watchSteps) failed.inc({ step }, 0);
  return {
    openingsTold: (openings) => openingsCounter.inc(openings),
    delivery: (outcome) => deliveries.inc({ outcome }),
    watchFailed: (step, watches = 1) => failed.inc({ step }, watches),
  };
}
