import { setImmediate } from 'node:timers/promises';
import { beginSlice, endSlice, type Sliced, sliceMs } from '../../shared/process/event-loop-turns.js';

/** Work in small steps: other work may run at each `yield`. */
export type Task<Result> = Generator<undefined, Result>;

/** Runs all steps without yielding to the event loop. */
export function runSync<Result>(steps: Task<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** How long steps run before other work has its turn, in milliseconds: most searches end before. */
const stretchMs = 20;

/**
 * Runs the steps, and yields to the event loop after each 20 ms of them: for work that somebody waits for, which does not
 * share its time with merging. `onStretch` is called with the length of each stretch in milliseconds.
 */
export async function runInStretches<Result>(
  steps: Task<Result>,
  onStretch: (ms: number) => void = () => undefined,
): Promise<Result> {
  for (;;) {
    const began = performance.now();
    const until = began + stretchMs;
    do {
      const { done, value } = steps.next();
      if (done) {
        onStretch(performance.now() - began);
        return value;
      }
    } while (performance.now() < until);
    onStretch(performance.now() - began);
    await setImmediate();
  }
}

/**
 * Runs the steps for a few milliseconds at a time and yields to the event loop in between. All tasks of the process share
 * those milliseconds.
 */
export async function runCooperatively<Result>(steps: Task<Result>): Promise<Result> {
  const work: Sliced = { spentMs: 0 };
  for (;;) {
    const granted = beginSlice(work);
    if (granted !== null) await granted;
    const began = performance.now();
    const until = began + sliceMs();
    try {
      do {
        const { done, value } = steps.next();
        if (done) return value;
      } while (performance.now() < until);
    } finally {
      endSlice(work, performance.now() - began);
    }
  }
}
