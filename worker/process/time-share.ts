/** Limits repeated work to a share of the time, based on its past cost. */
export type TimeShare = {
  /** Milliseconds until the work may run again so that it takes at most `share` of the time; 0 = now. */
  dueIn(share: number): number;
  /** Runs the work and charges its duration, divided among concurrent works. */
  spend<Result>(share: number, work: () => Promise<Result>): Promise<Result>;
};

/**
 * Creates the limit of one kind of work. The duration is wall-clock time: a busy event loop makes the same work longer
 * and therefore rarer. `clock`: monotonic milliseconds.
 */
export function createTimeShare(clock: () => number = () => performance.now()): TimeShare {
  /** Milliseconds of work not yet offset by waiting, as of `at`. */
  let owed = 0;
  let at = clock();
  let running = 0;

  const owedAt = (moment: number, share: number): number => Math.max(0, owed - (moment - at) * share);

  return {
    dueIn: (share) => owedAt(clock(), share) / share,
    async spend(share, work) {
      const began = clock();
      running += 1;
      try {
        return await work();
      } finally {
        const ended = clock();
        owed = owedAt(ended, share) + (ended - began) / running;
        at = ended;
        running -= 1;
      }
    },
  };
}
