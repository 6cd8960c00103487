import { expect, test } from '@jest/globals';
import { runCooperatively, runInStretches, runSync } from '../../../worker/process/cooperative.js';

function* busy(ms: number) {
  const until = performance.now() + ms;
  let steps = 0;
  while (performance.now() < until) {
    steps++;
    yield;
  }
  return steps > 0 ? 'done' : 'not begun';
}

test('cooperative steps let other work run in between, and return the same as when run at once', async () => {
  let others = 0;
  const timer = setInterval(() => others++, 1);
  expect(await runCooperatively(busy(60))).toBe('done');
  clearInterval(timer);
  expect(others).toBeGreaterThan(0);
  expect(runSync(busy(5))).toBe('done');
});

test('a failing step rejects the whole', async () => {
  function* failing(): Generator<undefined, string> {
    yield;
    throw new Error('no more');
  }
  await expect(runCooperatively(failing())).rejects.toThrow('no more');
});

test('however many tasks there are, they share a few milliseconds of each iteration of the event loop', async () => {
  const tasks = Array.from({ length: 30 }, () => runCooperatively(busy(20)));
  let iterations = 0;
  const timer = setInterval(() => iterations++, 1);
  await Promise.all(tasks);
  clearInterval(timer);
  // 600 ms of work: 75 iterations of 8 ms when shared, 3 iterations of 30 × 8 ms otherwise.
  expect(iterations).toBeGreaterThan(10);
});

/** Busy for so many steps of a millisecond. */
function* stepping(steps: number) {
  for (let step = 0; step < steps; step++) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    yield;
  }
  return 'done';
}

test('a short task does not wait until long ones are done', async () => {
  const order: string[] = [];
  const long = [1, 2, 3].map(() => runCooperatively(stepping(100)).then(() => order.push('long')));
  await new Promise((resolve) => setTimeout(resolve, 30));
  const short = runCooperatively(stepping(5)).then(() => order.push('short'));
  await Promise.all([...long, short]);
  expect(order[0]).toBe('short');
});

test('work in stretches yields to the event loop, and tells how long each stretch took', async () => {
  let others = 0;
  const timer = setInterval(() => others++, 1);
  const stretches: number[] = [];
  expect(await runInStretches(busy(70), (ms) => stretches.push(ms))).toBe('done');
  clearInterval(timer);
  expect(others).toBeGreaterThan(0);
  expect(stretches.length).toBeGreaterThan(1);
  expect(await runInStretches(busy(1))).toBe('done');
});
