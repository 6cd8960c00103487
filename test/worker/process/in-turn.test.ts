import { expect, test } from '@jest/globals';
import { inTurn } from '../../../worker/process/cooperative.js';

function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('a piece of work runs in turn, and its error is thrown', async () => {
  expect(await inTurn(() => 3)).toBe(3);
  const failing = inTurn(() => {
    throw new Error('no more');
  });
  await expect(failing).rejects.toThrow('no more');
  expect(await inTurn(() => 4)).toBe(4);
});

test('pieces that come together run in order, with timers in between', async () => {
  const order: string[] = [];
  const timer = setInterval(() => order.push('timer'), 1);
  await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      inTurn(() => {
        work(20);
        order.push(name);
      }),
    ),
  );
  clearInterval(timer);
  expect(order.filter((name) => name !== 'timer')).toEqual(['a', 'b', 'c']);
  expect(order.indexOf('timer')).toBeLessThan(order.indexOf('c'));
});
