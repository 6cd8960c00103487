import { setImmediate as letOthersWork } from 'node:timers/promises';

/** Work in small steps: other work may run at each `yield`. */
export type Task<Result> = Generator<undefined, Result>;

/** Milliseconds that a task runs before it yields to the event loop. */
const turnMs = 8;

/** Runs all steps without yielding to the event loop. */
export function runSync<Result>(steps: Task<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs the steps for a few milliseconds at a time and yields to the event loop in between. */
export async function runCooperatively<Result>(steps: Task<Result>): Promise<Result> {
  let began = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - began < turnMs) continue;
    await letOthersWork();
    began = performance.now();
  }
}
