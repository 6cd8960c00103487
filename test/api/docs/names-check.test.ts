import { expect, test } from '@jest/globals';
import { namesCheck } from '../../../api/docs/names-check.js';

test('names that are not resolved in time are a warning when they are a few and half of all', () => {
  const pass = { status: 'pass', observedUnit: 'names', output: null };
  expect(namesCheck([])).toMatchObject({ ...pass, observedValue: 0 });
  expect(namesCheck([{ names: { asked: 4, late: 4 } }, {}])).toMatchObject({ ...pass, observedValue: 4 });
  expect(namesCheck([{ names: { asked: 100, late: 30 } }])).toMatchObject({ ...pass, observedValue: 30 });
  const slow = namesCheck([{ names: { asked: 6, late: 4 } }, { names: { asked: 2, late: 1 } }]);
  expect(slow).toMatchObject({
    status: 'warn',
    observedValue: 5,
    output: expect.stringContaining('5 of 8 names of hosts'),
  });
});
