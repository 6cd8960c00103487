/** Long work of the main thread, which renews job locks: runs in steps, with other work in between. */
import { setImmediate } from 'node:timers/promises';

/** Work in small steps: other work may run at each `yield`. */
export type Task<Result> = Generator<undefined, Result>;

/** Runs all steps without yielding to the event loop. */
export function runSync<Result>(steps: Task<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** How long steps that a caller waits for run before other work has its turn, in milliseconds. */
const stretchMs = 20;

/**
 * Runs the steps, yielding to the event loop after each 20 ms: for work that a caller waits for, which does not share
 * its time with merging. `onStretch` receives the length of each stretch in milliseconds.
 */
export async function runInStretches<Result>(
  steps: Task<Result>,
  onStretch: (ms: number) => void = () => undefined,
): Promise<Result> {
  for (;;) {
    const began = performance.now();
    const { done, value } = runFor(stretchMs, steps);
    onStretch(performance.now() - began);
    if (done) return value;
    await setImmediate();
  }
}

/** How long all other work may run in one iteration of the event loop, in milliseconds; one step may exceed it. */
const turnMs = 8;

/** Resolves when the last queued piece of work is done, and the event loop has gone round once. */
let lastTurn: Promise<void> = Promise.resolve();

/** Runs a piece of work when its turn comes: pieces run in order of arrival, one in each iteration of the event loop. */
export async function inTurn<Result>(work: () => Result): Promise<Result> {
  const before = lastTurn;
  let end = (): void => undefined;
  lastTurn = new Promise((resolve) => {
    end = resolve;
  });
  await before;
  try {
    return work();
  } finally {
    void setImmediate().then(end);
  }
}

/** Runs the steps for a few milliseconds at a time; all tasks of the process take turns. */
export async function runCooperatively<Result>(steps: Task<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = await inTurn(() => runFor(turnMs, steps));
    if (done) return value;
  }
}

/** Maps items like `Array.prototype.map`, in turns. */
export const mapInTurns = <Item, Result>(items: readonly Item[], map: (item: Item) => Result): Promise<Result[]> =>
  runCooperatively(mapping(items, map));

function* mapping<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Task<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    yield;
  }
  return results;
}

/** Runs steps for this many milliseconds, or to their end. */
function runFor<Result>(ms: number, steps: Task<Result>): IteratorResult<undefined, Result> {
  const until = performance.now() + ms;
  for (;;) {
    const step = steps.next();
    if (step.done || performance.now() >= until) return step;
  }
}

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
