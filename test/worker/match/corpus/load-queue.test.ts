import { expect, test } from '@jest/globals';
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
