/** Measurements that a worker makes only while metrics are scraped. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Registry } from 'prom-client';
import type { HeldSegments } from '../../shared/queue/workers.js';

type PromClient = typeof import('prom-client');

/** Gauges, read when metrics are scraped. */
export type WorkerGauges = {
  running: () => number;
  /** The postings in memory for matching. */
  segments: () => HeldSegments;
  threads: () => { threads: number; waiting: number };
  /** Bytes of collections not yet stored, and requests waiting for room. */
  memory: () => { bytes: number; waiting: number };
  /** The longest delay of the event loop since the last call, in milliseconds. */
  eventLoopDelayMs: () => number;
  /** How far the clock of this machine is ahead of Redis', in milliseconds. */
  clockAheadMs: () => number;
  browser: () => { rendering: number; contexts: number; bytes: number };
};

/** Registers the gauges. */
export function readGauges(
  { Gauge }: PromClient,
  registers: Registry[],
  { running, segments, threads, memory, eventLoopDelayMs, clockAheadMs, browser }: WorkerGauges,
): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('job_search_worker_running_jobs', 'Jobs this worker is running.', running);
  gauge(
    'job_search_held_postings',
    'Postings stored by this worker for matching, some 2 kB of memory each.',
    () => segments().postings,
  );
  gauge(
    'job_search_segment_memory_bytes',
    'Memory of this worker’s postings for matching.',
    () => segments().memoryBytes,
  );
  gauge(
    'job_search_segment_memory_limit_bytes',
    'Memory that they may take together (WORKER_MEMORY_MB).',
    () => segments().limitBytes,
  );
  gauge(
    'job_search_segment_dropped_bytes',
    'Memory of boards that were dropped because of that limit, and are read again when a search needs them.',
    () => segments().droppedBytes,
  );
  gauge(
    'job_search_segment_disk_bytes',
    'The part of the stored postings that stays in files and is read when a search needs it.',
    () => segments().diskBytes,
  );
  gauge('job_search_threads', 'Threads that parse responses and normalise postings.', () => threads().threads);
  gauge(
    'job_search_thread_tasks_waiting',
    'Responses and batches of postings waiting for a thread.',
    () => threads().waiting,
  );
  gauge('job_search_collecting_bytes', 'Bytes of collections between fetching and storing.', () => memory().bytes);
  gauge(
    'job_search_collecting_waits',
    'Requests to sources that wait until this worker has memory for their responses.',
    () => memory().waiting,
  );
  gauge(
    'job_search_event_loop_delay_seconds',
    'The longest delay of the event loop, which renews the locks of jobs, since the last scrape.',
    () => eventLoopDelayMs() / 1000,
  );
  gauge(
    'job_search_clock_ahead_seconds',
    'How far the clock of this machine is ahead of Redis’, whose time is used; negative = behind.',
    () => clockAheadMs() / 1000,
  );
  gauge('job_search_browser_pages_rendering', 'Pages being rendered now.', () => browser().rendering);
  gauge('job_search_browser_contexts', 'Open browser contexts.', () => browser().contexts);
  gauge(
    'job_search_browser_memory_bytes',
    'Memory of all Chromium processes at the last measurement.',
    () => browser().bytes,
  );
}

/** Measures how long the event loop was blocked: the thread that renews the locks of BullMQ's jobs. */
type EventLoopDelay = {
  /** The longest delay since the last call, in milliseconds. */
  takeMaxMs(): number;
  close(): void;
};

/** Interval of the samples in milliseconds; a delay is an interval's excess time. */
const resolution = 10;

/** Starts measuring; the caller closes it. */
export function openEventLoopDelay(): EventLoopDelay {
  const histogram: IntervalHistogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  return {
    takeMaxMs() {
      const { max } = histogram;
      histogram.reset();
      return Math.max(0, max / 1e6 - resolution);
    },
    close: () => void histogram.disable(),
  };
}
