/**
 * Divides the event loop of this process among pieces of work: together they run for a few milliseconds in each of its
 * iterations, however many there are, so that timers and connections are served in between.
 */

/** Work that runs in several slices; `spentMs` is what it has taken so far. */
export type Sliced = { spentMs: number };

/** Milliseconds that all slices of one iteration of the event loop may take together; one slice may exceed it. */
const turnMs = 8;

type Waiter = { work: Sliced; resolve(): void };

const waiting: Waiter[] = [];
let isTaken = false;
let usedMs = 0;
let isResetting = false;

/** Milliseconds that the current slice may still run, at least some. */
export const sliceMs = (): number => Math.max(1, turnMs - usedMs);

/** Resolves when a slice of this work may run; call `endSlice` synchronously after it. */
export function beginSlice(work: Sliced): Promise<void> | null {
  if (!isTaken && usedMs < turnMs && waiting.length === 0) {
    isTaken = true;
    return null;
  }
  return new Promise((resolve) => {
    waiting.push({ work, resolve });
  });
}

/** Ends a slice that took so many milliseconds, and begins the next one, in this iteration or in the next. */
export function endSlice(work: Sliced, tookMs: number): void {
  work.spentMs += tookMs;
  usedMs += tookMs;
  isTaken = false;
  if (!isResetting) {
    isResetting = true;
    setImmediate(reset);
  }
  grant();
}

function reset(): void {
  isResetting = false;
  usedMs = 0;
  grant();
}

function grant(): void {
  if (isTaken || usedMs >= turnMs || waiting.length === 0) return;
  const [next] = waiting.splice(indexOfNext(), 1);
  isTaken = true;
  next?.resolve();
}

/** Work that has taken little goes first, in steps of twice as much, so that it does not wait for what takes seconds. */
function indexOfNext(): number {
  let next = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, { work }] of waiting.entries()) {
    const level = Math.floor(Math.log2(1 + work.spentMs / turnMs));
    if (level >= least) continue;
    next = index;
    least = level;
  }
  return next;
}

/** Runs a piece of work when the event loop has time for it. */
export async function inTurn<Result>(run: () => Result): Promise<Result> {
  const work: Sliced = { spentMs: 0 };
  await beginSlice(work);
  const began = performance.now();
  try {
    return run();
  } finally {
    endSlice(work, performance.now() - began);
  }
}
