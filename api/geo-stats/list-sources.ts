import { percentiles, type SourceStats, type SourceTotals } from '../../shared/stats/bucket-totals.js';
import { maxListedSources } from '../../shared/stats/geo-stats.js';

/** The sources as an answer lists them, and how many there are. */
export type SourceList = { sources: object[]; sourceCounts: { total: number; ok: number; resting: number } };

/** Sorted sources; a window keeps its object until a source is counted again. */
const sortedOf = new WeakMap<SourceTotals, readonly SourceStats[]>();

/** Lists at most `maxListedSources`: those that are cooling down first, then those with the most jobs. */
export function listSources(all: SourceTotals, resting: ReadonlyMap<string, Date>): SourceList {
  const sorted = sortedOf.get(all) ?? [...all.values()].sort(byJobs);
  sortedOf.set(all, sorted);
  const isResting = ({ name }: SourceStats): boolean => resting.has(name);
  const paused = resting.size === 0 ? [] : sorted.filter(isResting);
  const listed = paused.slice(0, maxListedSources);
  for (const source of sorted) {
    if (listed.length >= maxListedSources) break;
    if (!isResting(source)) listed.push(source);
  }
  return {
    sources: listed.map((source) => serializeSource(source, resting.get(source.name) ?? null)),
    sourceCounts: { total: all.size, ok: all.size - paused.length, resting: paused.length },
  };
}

const byJobs = (a: SourceStats, b: SourceStats): number =>
  b.jobs - a.jobs || (a.name === b.name ? 0 : a.name < b.name ? -1 : 1);

const percentilesOf = new WeakMap<SourceStats, ReturnType<typeof percentiles>>();

function serializeSource(source: SourceStats, until: Date | null): object {
  const { name, took, lastAnswerAt, ...counts } = source;
  const tookMs = percentilesOf.get(source) ?? percentiles(took);
  percentilesOf.set(source, tookMs);
  return {
    name,
    status: until === null ? 'ok' : 'resting',
    ...counts,
    tookMs,
    lastAnswerAt: lastAnswerAt === null ? null : new Date(lastAnswerAt).toISOString(),
    restingUntil: until === null ? null : until.toISOString(),
  };
}
