import { expect, test } from '@jest/globals';
import { createTimeShare } from '../../../worker/process/cooperative.js';

/** A clock that only moves when the test sets it. */
function handClock() {
  let now = 1000;
  const pass = (ms: number): void => {
    now += ms;
  };
  return { now: () => now, pass };
}

test('work may run at once, and again when its cost is the share of the time passed', async () => {
  const { now, pass } = handClock();
  const work = createTimeShare(now);
  expect(work.dueIn(0.1)).toBe(0);
  await work.spend(0.1, async () => pass(50));
  expect(work.dueIn(0.1)).toBe(500);
  pass(300);
  expect(work.dueIn(0.1)).toBeCloseTo(200);
  pass(300);
  expect(work.dueIn(0.1)).toBe(0);
});

test('repeated as soon as it is due, work takes its share of the time, whatever it costs', async () => {
  for (const costMs of [1, 40, 3000]) {
    const { now, pass } = handClock();
    const work = createTimeShare(now);
    const began = now();
    let spent = 0;
    for (let round = 0; round < 20; round++) {
      await work.spend(0.1, async () => pass(costMs));
      spent += costMs;
      pass(work.dueIn(0.1));
    }
    expect(spent / (now() - began)).toBeCloseTo(1 / 11, 3);
  }
});

test('work that runs too early adds to what is owed, and a failure costs as much as a success', async () => {
  const { now, pass } = handClock();
  const work = createTimeShare(now);
  await work.spend(0.5, async () => pass(10));
  const failing = work.spend(0.5, async () => {
    pass(10);
    throw new Error('oops');
  });
  await expect(failing).rejects.toThrow('oops');
  expect(work.dueIn(0.5)).toBeCloseTo(30);
});

test('works that run at once divide their time', async () => {
  const { now, pass } = handClock();
  const work = createTimeShare(now);
  let end = (): void => undefined;
  const both = [1, 2].map(() =>
    work.spend(
      0.1,
      () =>
        new Promise<void>((resolve) => {
          const before = end;
          end = () => {
            before();
            resolve();
          };
        }),
    ),
  );
  pass(100);
  end();
  await Promise.all(both);
  expect(work.dueIn(0.1)).toBeLessThanOrEqual(1500);
});
