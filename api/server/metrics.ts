import type { Registry } from 'prom-client';
import { lazyRequire } from '../../shared/lazy-require.js';

/** A request that was answered. */
export type RequestNote = { method: string; route: string; status: number; seconds: number };

/** What an API process counts for Prometheus (names by https://prometheus.io/docs/practices/naming/). */
export type ApiMetrics = {
  /** `null` = nobody can ask. */
  registry: Registry | null;
  request(request: RequestNote): void;
  search(outcome: 'cached' | 'collected' | 'failed'): void;
  /** A search that was not let into the queue; `held` = answered all the same with what is held. */
  refused(reason: 'full' | 'slow', answered: 'held' | 'problem'): void;
  /** A write that Redis refused or that got lost. */
  writeFailed(what: string): void;
};

type PromClient = typeof import('prom-client');

/** Requests noted before they are counted. */
const notedAtMost = 500;

/** Seconds: a held answer takes about one millisecond, a fresh one up to the longest wait. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60];

/** What stands in while there is no ADMIN_PORT to ask at: nothing is loaded, nothing is counted. */
export const noApiMetrics: ApiMetrics = {
  registry: null,
  request: () => undefined,
  search: () => undefined,
  refused: () => undefined,
  writeFailed: () => undefined,
};

export function createApiMetrics(
  waiting: () => number,
  streams: () => number = () => 0,
): ApiMetrics & { registry: Registry } {
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = lazyRequire('prom-client') as PromClient;
  const registry = new Registry();
  registry.setDefaultLabels({ part: 'api' });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  let noted: RequestNote[] = [];
  /** Counts what was noted: together, since each costs more alone. */
  const count = (): void => {
    const all = noted;
    noted = [];
    for (const { method, route, status, seconds: took } of all) {
      requests.inc({ method, route, status });
      seconds.observe({ route }, took);
    }
  };
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect: count,
  });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long an answer took, waiting for a search included.',
    labelNames: ['route'],
    buckets: requestBuckets,
    registers,
    collect: count,
  });
  const searches = new Counter({
    name: 'job_search_searches_total',
    help: 'Searches answered, by where the answer came from.',
    labelNames: ['outcome'],
    registers,
  });
  const refused = new Counter({
    name: 'job_search_refused_searches_total',
    help: 'Searches not let into the queue, by why and by what was answered instead.',
    labelNames: ['reason', 'answered'],
    registers,
  });
  new Gauge({
    name: 'job_search_waiting_searches',
    help: 'Different searches this process waits for now.',
    registers,
    collect() {
      this.set(waiting());
    },
  });
  new Gauge({
    name: 'job_search_event_streams',
    help: 'Event streams this process serves now; EVENT_STREAMS is how many it may.',
    registers,
    collect() {
      this.set(streams());
    },
  });
  const failedWrites = new Counter({
    name: 'job_search_write_failures_total',
    help: 'Results that could not be written to Redis, by what they were.',
    labelNames: ['what'],
    registers,
  });
  return {
    registry,
    writeFailed: (what) => failedWrites.inc({ what }),
    request(note) {
      if (noted.push(note) >= notedAtMost) count();
    },
    search: (outcome) => searches.inc({ outcome }),
    refused: (reason, answered) => refused.inc({ reason, answered }),
  };
}
