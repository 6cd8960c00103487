import { addTo, type Histogram, mergeInto, quantiles } from './histogram.js';
import { readFields } from './read-changes.js';

/** Searches of one hour or day. `jobs` are unique in it; engines are named `engine:kind`. */
export type BucketSums = {
  at: number;
  cached: number;
  collected: number;
  failed: number;
  jobs: number;
  took: Histogram;
  engines: Map<string, number>;
  engineSeen: Map<string, number>;
};

/** Reads a hash of sums, as it comes (shared/stats/read-changes.ts). */
export function readSums(at: number, text: string): BucketSums {
  const sums: BucketSums = {
    at,
    cached: 0,
    collected: 0,
    failed: 0,
    jobs: 0,
    took: new Map(),
    engines: new Map(),
    engineSeen: new Map(),
  };
  readFields(text, (field, value) => {
    const count = Number(value);
    if (field === 'cached' || field === 'collected' || field === 'failed' || field === 'jobs') sums[field] = count;
    else if (field.startsWith('took:')) addTo(sums.took, Number(field.slice(5)), count);
    else if (field.startsWith('engine:')) sums.engines.set(field.slice(7), count);
    else if (field.startsWith('engine-seen:')) sums.engineSeen.set(field.slice(12), count);
  });
  return sums;
}

/** Outcomes of one source in a window: every request to it succeeded, timed out or failed. */
export type SourceStats = {
  name: string;
  asked: number;
  answered: number;
  timedOut: number;
  failed: number;
  jobs: number;
  took: Histogram;
  lastAnswerAt: number | null;
};

/** Sources by name. */
export type SourceTotals = Map<string, SourceStats>;

function sourceOf(sources: SourceTotals, name: string): SourceStats {
  const known = sources.get(name) ?? {
    name,
    asked: 0,
    answered: 0,
    timedOut: 0,
    failed: 0,
    jobs: 0,
    took: new Map(),
    lastAnswerAt: null,
  };
  sources.set(name, known);
  return known;
}

/** Adds a stored hash of source outcomes. */
export function addSources(sources: SourceTotals, text: string): void {
  readFields(text, (field, value) => {
    const [name = '', what = ''] = field.split(' ');
    const stats = sourceOf(sources, name);
    const count = Number(value);
    if (what === 'asked' || what === 'answered' || what === 'timedOut' || what === 'failed' || what === 'jobs')
      stats[what] += count;
    else if (what === 'lastAnswerAt') stats.lastAnswerAt = Math.max(stats.lastAnswerAt ?? 0, count);
    else if (what.startsWith('took:')) addTo(stats.took, Number(what.slice(5)), count);
  });
}

/** Merges the outcomes of other sources. */
export function mergeSources(sources: SourceTotals, others: SourceTotals): void {
  for (const [name, other] of others) {
    const stats = sourceOf(sources, name);
    for (const what of ['asked', 'answered', 'timedOut', 'failed', 'jobs'] as const) stats[what] += other[what];
    mergeInto(stats.took, other.took);
    if (other.lastAnswerAt !== null) stats.lastAnswerAt = Math.max(stats.lastAnswerAt ?? 0, other.lastAnswerAt);
  }
}

/** The 50th and 95th percentile in whole milliseconds; `null` where nothing was measured. */
export function percentiles(took: Histogram): { p50: number | null; p95: number | null } {
  const [p50 = null, p95 = null] = quantiles(took, [0.5, 0.95]).map((value) => value && Math.round(value));
  return { p50, p95 };
}
