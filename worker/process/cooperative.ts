import { setImmediate as letOthersWork } from 'node:timers/promises';

/** Work in small steps: each `yield` is a place where it may be put aside. */
export type Task<Result> = Generator<undefined, Result>;

/** How long work goes on before the event loop gets its turn, in milliseconds. */
const turnMs = 8;

/** Does all steps at once. */
export function atOnce<Result>(steps: Task<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does steps a few milliseconds at a time and gives way to other work between. */
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
