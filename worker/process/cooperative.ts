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
