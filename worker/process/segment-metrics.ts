import type { Registry } from 'prom-client';

/** Reports about a worker's segments. */
export type SegmentMetrics = {
  /** A segment was opened for searching. */
  segmentLoaded(from: SegmentOrigin): void;
  /** The file of an opened segment could not be read: its board is loaded again when a search needs it. */
  segmentLost(): void;
  /** A segment could not be read from its file or written to it, or a board could not be loaded at all. */
  segmentFailed(step: SegmentStep): void;
};

/** The origin of a segment: a collection just finished in this process, its file, or the postings in Redis. */
const segmentOrigins = ['collection', 'file', 'postings'] as const;
type SegmentOrigin = (typeof segmentOrigins)[number];

const segmentSteps = ['read', 'write', 'load'] as const;
type SegmentStep = (typeof segmentSteps)[number];

/** Used without ADMIN_PORT. */
export const noSegmentMetrics: SegmentMetrics = {
  segmentLoaded: () => undefined,
  segmentLost: () => undefined,
  segmentFailed: () => undefined,
};

export function createSegmentMetrics({ Counter }: typeof import('prom-client'), registers: Registry[]): SegmentMetrics {
  const loaded = new Counter({
    name: 'job_search_segments_loaded_total',
    help: 'Boards opened for searching, by where their prepared postings come from.',
    labelNames: ['from'],
    registers,
  });
  const reloads = new Counter({
    name: 'job_search_segment_reloads_total',
    help: 'Boards that are loaded again because their file was lost or damaged while it was searched.',
    registers,
  });
  const failures = new Counter({
    name: 'job_search_segment_failures_total',
    help: 'Prepared postings that could not be read from a file or written to one, and boards that could not be loaded.',
    labelNames: ['step'],
    registers,
  });
  for (const from of segmentOrigins) loaded.inc({ from }, 0);
  for (const step of segmentSteps) failures.inc({ step }, 0);
  return {
    segmentLoaded: (from) => loaded.inc({ from }),
    segmentLost: () => reloads.inc(),
    segmentFailed: (step) => failures.inc({ step }),
  };
}
