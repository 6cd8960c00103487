import { expect, jest, test } from '@jest/globals';
import { createLoadQueue } from '../../../../worker/match/corpus/load-queue.js';

test('runs so many loads at once, the others in order, and goes on after one that fails', async () => {
  const queue = createLoadQueue(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const load = (number: number) =>
    queue.add(async () => {
      begun.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (number === 0) throw new Error('The first fails.');
      return number;
    });
  const all = [0, 1, 2, 3].map(load);
  const first = expect(all[0]).rejects.toThrow('The first fails.');
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1]);
  while (ends.length > 0 || begun.length < 4) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  await first;
  expect([begun, await Promise.all(all.slice(1))]).toEqual([
    [0, 1, 2, 3],
    [1, 2, 3],
  ]);
});

test('holds as many waiting loads as there are boards, without adding a listener for each', async () => {
  const listens = jest.spyOn(EventTarget.prototype, 'addEventListener');
  const queue = createLoadQueue(1);
  let most = 0;
  let running = 0;
  const loads = Array.from({ length: 100 }, () =>
    queue.add(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
    }),
  );
  await Promise.all(loads);
  expect(listens).not.toHaveBeenCalled();
  listens.mockRestore();
  expect(most).toBe(1);
});
