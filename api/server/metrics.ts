import type { Registry } from 'prom-client';
import { metricFormats } from '../../shared/admin/admin-app.js';
import { lazyRequire } from '../../shared/lazy-require.js';
import { registerDroppedLogLines } from '../../shared/process/buffered-stdout.js';

/** An answered request; `route` is the route as the router spells it. */
export type RequestMetric = {
  method: string;
  route: string;
  status: number;
  seconds: number;
  /** Its trace, if recorded. */
  exemplar?: Record<string, string> | null;
};

const searchOutcomes = ['cached', 'collected', 'failed'] as const;
const refusals = ['full', 'slow'] as const;
const substitutes = ['held', 'problem'] as const;

/** The metrics of an API process (names by https://prometheus.io/docs/practices/naming/). */
export type ApiMetrics = {
  /** `null` = metrics are off. */
  registry: Registry | null;
  request(request: RequestMetric): void;
  search(outcome: (typeof searchOutcomes)[number]): void;
  /** A search that was not queued; `held` = answered from the cache instead. */
  refused(reason: (typeof refusals)[number], answered: (typeof substitutes)[number]): void;
  /** A failed write to Redis; `what` was lost. */
  writeFailed(what: string): void;
};

type PromClient = typeof import('prom-client');

/** Requests collected before they are added to the registry, which is cheaper in batches. */
const maxPending = 500;

/** Seconds: a cached answer takes about one millisecond, a new one up to the longest wait. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60];

/** Used without ADMIN_PORT, when metrics cannot be read: prom-client is not loaded, nothing is counted. */
export const noApiMetrics: ApiMetrics = {
  registry: null,
  request: () => undefined,
  search: () => undefined,
  refused: () => undefined,
  writeFailed: () => undefined,
};

/** These figures are read together with the metrics. */
export function createApiMetrics(
  inFlightSearches: () => number,
  eventStreams: () => number = () => 0,
  clockAheadMs: () => number = () => 0,
): ApiMetrics & { registry: Registry } {
  const prom = lazyRequire('prom-client') as PromClient;
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = prom;
  const registry = new Registry();
  registry.setDefaultLabels({ part: 'api' });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  let pending: RequestMetric[] = [];
  const flush = (): void => {
    const batch = pending;
    pending = [];
    for (const { method, route, status, seconds: took, exemplar } of batch) {
      requests.inc({ method, route, status });
      seconds.observe({ labels: { route }, value: took, ...(exemplar ? { exemplarLabels: exemplar } : {}) });
    }
  };
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect: flush,
  });
  // Only registries of this type have exemplars; the metrics request decides the format written.
  registry.setContentType(metricFormats.openmetrics as never);
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the answer, including the wait for a search.',
    labelNames: ['route'],
    buckets: requestBuckets,
    registers,
    collect: flush,
    enableExemplars: true,
  });
  registry.setContentType(metricFormats.prometheus);
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const searches = counter('job_search_searches_total', 'Answered searches, by origin of the answer.', ['outcome']);
  const refused = counter(
    'job_search_refused_searches_total',
    'Searches that were not queued, by reason and by the answer given instead.',
    ['reason', 'answered'],
  );
  new Gauge({
    name: 'job_search_waiting_searches',
    help: 'Distinct searches this process is waiting for.',
    registers,
    collect() {
      this.set(inFlightSearches());
    },
  });
  new Gauge({
    name: 'job_search_event_streams',
    help: 'Event streams this process is serving; EVENT_STREAMS is the limit.',
    registers,
    collect() {
      this.set(eventStreams());
    },
  });
  new Gauge({
    name: 'job_search_clock_ahead_seconds',
    help: 'How far the clock of this machine is ahead of Redis’, whose time is used; negative = behind.',
    registers,
    collect() {
      this.set(clockAheadMs() / 1000);
    },
  });
  registerDroppedLogLines(prom, registers);
  const failedWrites = counter(
    'job_search_write_failures_total',
    'Results that could not be written to Redis, by kind.',
    ['what'],
  );
  // Series that exist from the start: Prometheus sees a first increase only in a series it has read before.
  const route = '/api/jobs/search';
  for (const status of [200, 400, 429, 500, 503, 504]) requests.inc({ method: 'POST', route, status }, 0);
  seconds.zero({ route });
  for (const outcome of searchOutcomes) searches.inc({ outcome }, 0);
  for (const reason of refusals) for (const answered of substitutes) refused.inc({ reason, answered }, 0);
  failedWrites.inc({ what: 'counts' }, 0);
  return {
    registry,
    writeFailed: (what) => failedWrites.inc({ what }),
    request(request) {
      if (pending.push(request) >= maxPending) flush();
    },
    search: (outcome) => searches.inc({ outcome }),
    refused: (reason, answered) => refused.inc({ reason, answered }),
  };
}
