import type { WorkerQueue } from '../../shared/config.js';

/** How many jobs of a queue wait for a worker, and the ids of those that one works on. */
export type QueueCounts = { waiting: number; active: readonly string[] };

/**
 * Seconds for which something has stood still. `untaken`: jobs of a queue wait, a living worker takes that queue, and none is
 * active. `uncollected`: one and the same search is active, and no collection waits or is active, though a search ends within
 * moments once its collections are there.
 */
export type Standstill = { untaken: Record<WorkerQueue, number>; uncollected: number };

/** Looks further apart say nothing of the time between them, in milliseconds. */
const gapMs = 10_000;

/** Keeps since when the queues stand still, from looks at them. Times are milliseconds of a monotonic clock. */
export function createStandstill() {
  const since = new Map<WorkerQueue, number>();
  /** Active searches for which nothing is collected, by when they were first seen so. */
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
    /** Notes one look; `taken` are the queues that living workers take. */
    look(
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
    /** What has stood still for so many seconds, a sentence each. */
    warnings(least: number): string[] {
      const { untaken, uncollected: alone } = seconds();
      const names = Object.entries(untaken).filter(([, lasts]) => lasts >= least);
      return [
        ...names.map(
          ([name, lasts]) => `Jobs of queue ${name} have waited for ${Math.round(lasts)} s and no worker takes one.`,
        ),
        ...(alone >= least
          ? [`Searches have been active for ${Math.round(alone)} s and nothing is collected for them.`]
          : []),
      ];
    },
  };
}
