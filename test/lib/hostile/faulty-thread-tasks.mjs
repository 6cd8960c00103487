import './hang-on-words.mjs';

/** The thread functions as built, run in threads that hang on certain words. */
export * from '../../../dist/worker/threads/thread-tasks.js';

/** Uses no CPU time, like a thread on a busy machine that waits to be scheduled, then returns. */
export function waits({ ms, progress }) {
  new Int32Array(progress)[0] = 1;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  return 'done';
}

/** Steps that each use some CPU time. */
export function works({ steps, msEach, progress }) {
  const view = new Int32Array(progress);
  for (let step = 1; step <= steps; step++) {
    Atomics.store(view, 0, step);
    for (const end = process.cpuUsage().user + msEach * 1000; process.cpuUsage().user < end; );
  }
  return steps;
}

export function breaks() {
  throw new TypeError('oops');
}
