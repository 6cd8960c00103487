/** A semaphore that serves its waiters by weight. */
export type PrioritySemaphore = {
  /**
   * Resolves when a slot is free. The lightest waiter is served first; each second of waiting offsets a weight of 100,000, so
   * that none starves. Rejects with the signal's reason.
   */
  acquire(options: { weight: number; signal: AbortSignal }): Promise<void>;
  /** Releases a slot. */
  release(): void;
  waiting(): number;
};

/** The weight that a millisecond of waiting offsets. */
const weightPerMs = 100;

/** The waiter with the smallest `rank` is served first. */
type Waiter = { rank: number; resolve(): void };

/** Creates a semaphore with `slots` slots. */
export function createPrioritySemaphore(slots: number): PrioritySemaphore {
  let free = slots;
  const waiters = new Set<Waiter>();

  return {
    acquire({ weight, signal }) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (free > 0) {
        free -= 1;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const abort = (): void => {
          waiters.delete(waiter);
          reject(signal.reason);
        };
        const waiter: Waiter = {
          rank: performance.now() * weightPerMs + weight,
          resolve() {
            waiters.delete(waiter);
            signal.removeEventListener('abort', abort);
            resolve();
          },
        };
        waiters.add(waiter);
        signal.addEventListener('abort', abort, { once: true });
      });
    },
    release() {
      const next = firstOf(waiters);
      if (next === null) free += 1;
      else next.resolve();
    },
    waiting: () => waiters.size,
  };
}

function firstOf(waiters: ReadonlySet<Waiter>): Waiter | null {
  let first: Waiter | null = null;
  for (const waiter of waiters) if (first === null || waiter.rank < first.rank) first = waiter;
  return first;
}
