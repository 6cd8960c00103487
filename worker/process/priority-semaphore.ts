/** A semaphore that serves its waiters by rank. */
export type PrioritySemaphore = {
  /**
   * Resolves when a slot is free. The waiter with the smallest current `rank` is served first, equal ones in order of
   * arrival. Rejects with the signal's reason; `null` = the wait cannot be ended.
   */
  acquire(options: { rank: () => number; signal: AbortSignal | null }): Promise<void>;
  /** Releases a slot. */
  release(): void;
  waiting(): number;
};

type Waiter = { rank: () => number; resolve(): void };

/** Creates a semaphore with `slots` slots. */
export function createPrioritySemaphore(slots: number): PrioritySemaphore {
  let free = slots;
  const waiters = new Set<Waiter>();

  return {
    acquire({ rank, signal }) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (free > 0) {
        free -= 1;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const abort = (): void => {
          waiters.delete(waiter);
          reject(signal?.reason);
        };
        const waiter: Waiter = {
          rank,
          resolve() {
            waiters.delete(waiter);
            signal?.removeEventListener('abort', abort);
            resolve();
          },
        };
        waiters.add(waiter);
        signal?.addEventListener('abort', abort, { once: true });
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
  let first: { waiter: Waiter; rank: number } | null = null;
  for (const waiter of waiters) {
    const rank = waiter.rank();
    if (first === null || rank < first.rank) first = { waiter, rank };
  }
  return first?.waiter ?? null;
}
