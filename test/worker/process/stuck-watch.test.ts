import { expect, test } from '@jest/globals';
import { createStuckWatch } from '../../../worker/process/keep-taking.js';

const waits = { waiting: 1, free: true };

test('a worker is stuck once jobs have waited for six seconds and it took none', () => {
  const watch = createStuckWatch();
  const told = Array.from({ length: 14 }, (_, second) => watch.isStuck({ ...waits, at: second * 1000 }));
  expect(told.flatMap((stuck, second) => (stuck ? [second] : []))).toEqual([6, 13]);
});

test('it is not stuck while it takes jobs, has no slot free, or nothing waits', () => {
  for (const meanwhile of ['taken', 'full', 'empty']) {
    const watch = createStuckWatch();
    for (let second = 0; second < 30; second++) {
      if (meanwhile === 'taken' && second % 5 === 0) watch.taken();
      const look = second % 5 === 0 ? { full: { ...waits, free: false }, empty: { ...waits, waiting: 0 } } : {};
      expect(watch.isStuck({ ...waits, ...Reflect.get(look, meanwhile), at: second * 1000 })).toBe(false);
    }
  }
});

test('a process suspended between two checks is timed from the start again', () => {
  const watch = createStuckWatch();
  for (let look = 0; look < 10; look++) expect(watch.isStuck({ ...waits, at: look * 5000 })).toBe(false);
});
