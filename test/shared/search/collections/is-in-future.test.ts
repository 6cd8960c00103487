import { expect, test } from '@jest/globals';
import { isInFuture } from '../../../../shared/search/collections/is-in-future.js';

test('a time more than a minute ahead is in the future; within a minute, clocks differ', () => {
  const now = 1_000_000_000;
  expect([now - 1, now, now + 60_000, now + 60_001].map((time) => isInFuture(time, now))).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(isInFuture(null, now)).toBe(false);
});
