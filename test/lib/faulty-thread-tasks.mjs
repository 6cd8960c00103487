import './hang-on-words.mjs';

/** The functions of the threads as built, in threads that hang over certain words. */
export * from '../../dist/worker/threads/thread-tasks.js';

/** Uses no CPU time, as a thread does that a busy machine leaves waiting, then answers. */
export function waits({ ms, progress }) {
  new Int32Array(progress)[0] = 1;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  return 'done';
}

/** Steps of some CPU time each. */
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
