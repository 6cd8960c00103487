import { limits } from '../limits.js';
import { abortable } from '../process/abortable.js';
import { SourceError } from '../sources/source-errors.js';

/** What one page may load. `onePage` bytes are what a single request gets at most. */
export type LoadLimits = { requests: number; bytes: number; bytesEach: number; atOnce: number };

/** Counts what a page loads, and holds its requests back so that no more than its limits is ever held. */
export type PageBudget = {
  /**
   * Does `load` when its turn comes, with the bytes it may take; it resolves with what it took. A load that was too
   * large counts as all that it might take, one that failed otherwise hands nothing on and counts as nothing. Throws `too-large` once a limit is passed; `overrun` is the same error from then on.
   */
  spend<Result extends { bytes: number }>(
    signal: AbortSignal,
    load: (mostBytes: number) => Promise<Result>,
  ): Promise<Result>;
  overrun(): SourceError | null;
};

export const usualLoad = (atOnce: number): LoadLimits => ({
  requests: limits.pageRequests,
  bytes: limits.pageLoadBytes,
  bytesEach: limits.pageBytes,
  atOnce,
});

/** A budget for one page. `passed` is called once, when a limit is passed. */
export function createPageBudget(most: LoadLimits, passed: (error: SourceError) => void): PageBudget {
  let requests = 0;
  let running = 0;
  let used = 0;
  /** Bytes that requests under way may still take. */
  let promised = 0;
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

  /** Takes the turn in the same step as it finds it free. */
  const waitForTurn = async (signal: AbortSignal): Promise<number> => {
    for (;;) {
      if (overrun !== null) throw overrun;
      const share = Math.min(most.bytesEach, most.bytes - used);
      if (share <= 0) throw tooMuch();
      if (running < most.atOnce && used + promised + share <= most.bytes) {
        running += 1;
        promised += share;
        return share;
      }
      await abortable(signal, released.promise);
    }
  };

  return {
    async spend(signal, load) {
      requests += 1;
      if (requests > most.requests) throw end(`The page made more than ${most.requests} requests.`);
      const share = await waitForTurn(signal);
      let taken = 0;
      try {
        const result = await load(share);
        taken = result.bytes;
        return result;
      } catch (error) {
        if (!(error instanceof SourceError) || error.failure !== 'too-large') throw error;
        taken = share;
        // It did not fit into what was left.
        throw share < most.bytesEach ? tooMuch() : error;
      } finally {
        running -= 1;
        promised -= share;
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
