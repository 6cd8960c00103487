/**
 * Once no task has run for `afterMs`, what the threads hold no longer is cleared: some 20 MB each. It takes each 50 ms of CPU, and is
 * begun once in `everyMs` at most. The second time, `againMs` later, gives back what the first has freed.
 */
const usual = { afterMs: 5000, everyMs: 60_000, againMs: 1000 };

/** Follows the tasks of a pool. */
type Rests = { begin(): void; end(): void; close(): void };

/** Calls `rest` twice each time a pool has come to rest after some work. */
export function createRests(rest: () => void, { afterMs, everyMs, againMs } = usual): Rests {
  let running = 0;
  let restedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const first = (): void => {
    restedAt = performance.now();
    rest();
    timer = setTimeout(rest, againMs).unref();
  };
  return {
    begin() {
      running += 1;
      clearTimeout(timer);
    },
    end() {
      running -= 1;
      if (running > 0) return;
      timer = setTimeout(first, Math.max(afterMs, restedAt + everyMs - performance.now())).unref();
    },
    close: () => clearTimeout(timer),
  };
}
