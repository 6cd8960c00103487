/** Places for work that needs one, as many at once as there are. */
export type Turns = {
  /**
   * Resolves when a place is free. Of those that wait the lightest goes first, and each second of waiting outweighs 100,000:
   * nobody waits for ever. Rejects with the signal's reason.
   */
  take(options: { weight: number; signal: AbortSignal }): Promise<void>;
  /** Gives a place back. */
  release(): void;
  waiting(): number;
};

/** What a millisecond of waiting outweighs. */
const weightOfMs = 100;

/** The smallest `rank` goes first. */
type Waiting = { rank: number; begin(): void };

/** Makes turns for `places` pieces of work at once. */
export function createTurns(places: number): Turns {
  let free = places;
  const line = new Set<Waiting>();

  return {
    take({ weight, signal }) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (free > 0) {
        free -= 1;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const giveUp = (): void => {
          line.delete(waiting);
          reject(signal.reason);
        };
        const waiting: Waiting = {
          rank: performance.now() * weightOfMs + weight,
          begin() {
            line.delete(waiting);
            signal.removeEventListener('abort', giveUp);
            resolve();
          },
        };
        line.add(waiting);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
    release() {
      const next = lightest(line);
      if (next === null) free += 1;
      else next.begin();
    },
    waiting: () => line.size,
  };
}

function lightest(line: ReadonlySet<Waiting>): Waiting | null {
  let found: Waiting | null = null;
  for (const each of line) if (found === null || each.rank < found.rank) found = each;
  return found;
}
