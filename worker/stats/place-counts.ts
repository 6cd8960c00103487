import { setTimeout as wait } from 'node:timers/promises';
import type { PlaceKey } from '../../shared/stats/place-key.js';

/**
 * Counts the places of collections behind them. A count reads the whole sketch of a place, so that to count after each of
 * many collections would cost the square of what they hold: what comes while a count runs or rests is counted together.
 */
export type PlaceCounts = {
  /** Has places counted soon; `at` (epoch ms) is when they were seen. */
  add(places: Iterable<PlaceKey>, at: number): void;
  /** Counts what is left at once and ends. */
  close(): Promise<void>;
};

/** A count is followed by a rest of so many times its length: counting takes a fifth of a process at most. */
const rest = 4;

/** Places counted in one step, between which other work has its turn. */
const atOnce = 50;

/**
 * `count` counts places seen at those moments, after `gatherMs` in which more may come; `failed` is told when it could
 * not.
 */
export function createPlaceCounts({ count, failed, gatherMs = 0 }: PlaceCountsOptions): PlaceCounts {
  const uncounted = new Map<PlaceKey, number>();
  const closing = new AbortController();
  let counting: Promise<void> | null = null;

  const countAll = async (): Promise<void> => {
    if (gatherMs > 0) await pause(gatherMs, closing.signal);
    while (uncounted.size > 0) {
      const began = performance.now();
      const seen = [...uncounted];
      uncounted.clear();
      try {
        for (let from = 0; from < seen.length; from += atOnce) await count(new Map(seen.slice(from, from + atOnce)));
      } catch (error) {
        failed(error);
      }
      await pause(rest * (performance.now() - began), closing.signal);
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
  gatherMs?: number;
};

/** InFlightSearches so many milliseconds, or until the signal. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
