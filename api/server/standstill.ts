import type { WorkerQueue } from '../../shared/config.js';

/** The number of waiting jobs of a queue, and the ids of the active ones. */
export type QueueCounts = { waiting: number; active: readonly string[] };

/**
 * Seconds without progress. `untaken`: jobs of a queue wait, a live worker takes that queue, and none is active.
 * `uncollected`: a search stays active while no collection waits or is active; it should end within moments once its
 * collections are there.
 */
export type Standstill = { untaken: Record<WorkerQueue, number>; uncollected: number };

/** Observations further apart than this (ms) say nothing about the time between them. */
const gapMs = 10_000;

/** Derives standstills from observations of the queues. Times are milliseconds of a monotonic clock. */
export function createStandstill() {
  const since = new Map<WorkerQueue, number>();
  /** Active searches without collections, and when each was first observed. */
  let uncollected = new Map<string, number>();
  let last = Number.NEGATIVE_INFINITY;

  const lasted = (began: number | undefined): number => (began === undefined ? 0 : (last - began) / 1000);
  const seconds = (): Standstill => ({
    untaken: {
      search: lasted(since.get('search')),
      'collect-http': lasted(since.get('collect-http')),
      'collect-browser': lasted(since.get('collect-browser')),
    },
    uncollected: lasted(uncollected.size === 0 ? undefined : Math.min(...uncollected.values())),
  });
  return {
    seconds,
    /** `taken` are the queues that live workers take. */
    observe(
      counts: ReadonlyMap<WorkerQueue, QueueCounts>,
      { taken, at }: { taken: ReadonlySet<WorkerQueue>; at: number },
    ): void {
      if (at - last > gapMs) {
        since.clear();
        uncollected.clear();
      }
      last = at;
      let collecting = 0;
      for (const [name, { waiting, active }] of counts) {
        if (waiting === 0 || active.length > 0 || !taken.has(name)) since.delete(name);
        else if (!since.has(name)) since.set(name, at);
        if (name !== 'search') collecting += waiting + active.length;
      }
      const searching = collecting > 0 ? [] : (counts.get('search')?.active ?? []);
      uncollected = new Map(searching.map((id) => [id, uncollected.get(id) ?? at]));
    },
    /** A sentence for each standstill of at least `minSeconds`. */
    warnings(minSeconds: number): string[] {
      const { untaken, uncollected: alone } = seconds();
      const names = Object.entries(untaken).filter(([, lasts]) => lasts >= minSeconds);
      return [
        ...names.map(
          ([name, lasts]) => `Jobs of queue ${name} have waited for ${Math.round(lasts)} s and no worker takes one.`,
        ),
        ...(alone >= minSeconds
          ? [`Searches have been active for ${Math.round(alone)} s and nothing is collected for them.`]
          : []),
      ];
    },
  };
}
