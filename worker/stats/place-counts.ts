import { setTimeout as wait } from 'node:timers/promises';
import type { PlaceKey } from '../../shared/stats/place-key.js';

/**
 * Counts the places of collections in the background. A count reads the whole sketch of a place, so counting after each of
 * many collections would be quadratic; places added during a count or its pause are counted together.
 */
export type PlaceCounts = {
  /** Schedules places to be counted; `at` (epoch ms) is when they were seen. */
  add(places: Iterable<PlaceKey>, at: number): void;
  /** Counts pending places at once, and stops. */
  close(): Promise<void>;
};

/** A count is followed by a pause of this many times its duration: counting takes at most a fifth of a process. */
const pauseFactor = 4;

/** Places counted in one step; other work may run between steps. */
const batchSize = 50;

/** `count` is called `delayMs` after places were added, with when each was seen; `failed` gets its errors. */
export function createPlaceCounts({ count, failed, delayMs = 0 }: PlaceCountsOptions): PlaceCounts {
  const uncounted = new Map<PlaceKey, number>();
  const closing = new AbortController();
  let counting: Promise<void> | null = null;

  const countAll = async (): Promise<void> => {
    if (delayMs > 0) await pause(delayMs, closing.signal);
    while (uncounted.size > 0) {
      const began = performance.now();
      const seen = [...uncounted];
      uncounted.clear();
      try {
        for (let from = 0; from < seen.length; from += batchSize)
          await count(new Map(seen.slice(from, from + batchSize)));
      } catch (error) {
        failed(error);
      }
      await pause(pauseFactor * (performance.now() - began), closing.signal);
    }
    counting = null;
  };

  return {
    add(places, at) {
      for (const place of places) uncounted.set(place, Math.max(at, uncounted.get(place) ?? 0));
      counting ??= countAll();
    },
    async close() {
      closing.abort();
      await counting;
    },
  };
}

type PlaceCountsOptions = {
  count: (seen: ReadonlyMap<PlaceKey, number>) => Promise<void>;
  failed: (error: unknown) => void;
  delayMs?: number;
};

/** Waits for this many milliseconds or until the signal aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
