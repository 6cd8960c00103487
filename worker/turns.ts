/** Places for work that needs one: as many at once as there are, in the order of asking. */
export type Turns = {
  /** Resolves when a place is free; `first` goes before those that are not. Rejects with the signal's reason. */
  take(options: { first: boolean; signal: AbortSignal }): Promise<void>;
  /** Gives a place back. */
  release(): void;
  waiting(): number;
};

type Waiting = { begin(): void };

/** Makes turns for `places` pieces of work at once. */
export function createTurns(places: number): Turns {
  let free = places;
  const lines: { first: Set<Waiting>; usual: Set<Waiting> } = { first: new Set(), usual: new Set() };

  return {
    take({ first, signal }) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (free > 0) {
        free -= 1;
        return Promise.resolve();
      }
      const line = first ? lines.first : lines.usual;
      return new Promise((resolve, reject) => {
        const giveUp = (): void => {
          line.delete(waiting);
          reject(signal.reason);
        };
        const waiting: Waiting = {
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
      const next = headOf(lines.first) ?? headOf(lines.usual);
      if (next === undefined) free += 1;
      else next.begin();
    },
    waiting: () => lines.first.size + lines.usual.size,
  };
}

function headOf(line: ReadonlySet<Waiting>): Waiting | undefined {
  const [head] = line;
  return head;
}
