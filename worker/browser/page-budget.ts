import pTimeout from 'p-timeout';
import { SourceError } from '../sources/source.js';
import { browserLimits } from './browser-limits.js';

/** The limits of one page: requests, bytes in total and for each request (`bytesEach`), and concurrent requests. */
export type LoadLimits = { requests: number; bytes: number; bytesEach: number; atOnce: number };

/** Counts what a page loads and delays its requests, so that memory use never exceeds the limits. */
export type PageBudget = {
  /**
   * Runs `load` once a slot and bytes are free, with the number of bytes it may load. A load that was too large counts with
   * all of these bytes, one that failed for another reason with none. Throws `too-large` once a limit is exceeded; from then on
   * `overrun` returns the same error.
   */
  spend<Result extends { bytes: number }>(
    signal: AbortSignal,
    load: (mostBytes: number) => Promise<Result>,
  ): Promise<Result>;
  overrun(): SourceError | null;
};

/** The limits of a page with this number of concurrent requests. */
export const defaultLoad = (atOnce: number): LoadLimits => ({
  requests: browserLimits.pageRequests,
  bytes: browserLimits.pageLoadBytes,
  bytesEach: browserLimits.pageBytes,
  atOnce,
});

/** Creates the budget of one page. `passed` is called once, when a limit is exceeded. */
export function createPageBudget(most: LoadLimits, passed: (error: SourceError) => void): PageBudget {
  let requests = 0;
  let running = 0;
  let used = 0;
  /** Bytes reserved for running requests. */
  let reserved = 0;
  let overrun: SourceError | null = null;
  let released = signalOnce();

  const end = (sentence: string): SourceError => {
    if (overrun === null) {
      overrun = new SourceError('too-large', sentence);
      passed(overrun);
    }
    return overrun;
  };

  const tooMuch = (): SourceError => end(`The page loaded more than ${most.bytes / 1e6} MB.`);

  /** Checks for a free slot and free bytes and reserves them in one synchronous step. */
  const reserve = async (signal: AbortSignal): Promise<number> => {
    for (;;) {
      if (overrun !== null) throw overrun;
      const share = Math.min(most.bytesEach, most.bytes - used);
      if (share <= 0) throw tooMuch();
      if (running < most.atOnce && used + reserved + share <= most.bytes) {
        running += 1;
        reserved += share;
        return share;
      }
      await pTimeout(released.promise, { milliseconds: Number.POSITIVE_INFINITY, signal });
    }
  };

  return {
    async spend(signal, load) {
      requests += 1;
      if (requests > most.requests) throw end(`The page made more than ${most.requests} requests.`);
      const share = await reserve(signal);
      let taken = 0;
      try {
        const result = await load(share);
        taken = result.bytes;
        return result;
      } catch (error) {
        if (!(error instanceof SourceError) || error.failure !== 'too-large') throw error;
        taken = share;
        // It did not fit into the remaining bytes.
        throw share < most.bytesEach ? tooMuch() : error;
      } finally {
        running -= 1;
        reserved -= share;
        used += taken;
        const { resolve } = released;
        released = signalOnce();
        resolve();
      }
    },
    overrun: () => overrun,
  };
}

function signalOnce(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
