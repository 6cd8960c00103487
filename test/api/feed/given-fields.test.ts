import { expect, test } from '@jest/globals';
import { givenFields, mayRepeat } from '../../../api/feed/feed.js';

test('a field that takes several values may be repeated, and no other one', () => {
  const given = { keyword: 'nurse', jobType: ['contract', 'full time'], location: ['Berlin', 'Leeds'], other: 'x' };
  expect(givenFields(given)).toEqual({ keyword: 'nurse', jobType: 'contract, full time' });
  expect(['remoteFilter', 'experienceLevel', 'sortBy', 'other', 'toString'].map(mayRepeat)).toEqual([
    ...[true, true, false, false, false],
  ]);
});
