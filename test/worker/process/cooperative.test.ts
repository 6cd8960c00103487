import { expect, test } from '@jest/globals';
import { runCooperatively, runSync } from '../../../worker/process/cooperative.js';

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
