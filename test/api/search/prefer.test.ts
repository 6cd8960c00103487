import { expect, test } from '@jest/globals';
import { readPreferences } from '../../../api/search/read-query.js';

test.each<[string, number | null, boolean]>([
  ['', null, false],
  ['wait=10', 10, false],
  ['Wait = "10"', 10, false],
  ['wait=100', 60, false],
  ['wait=0', null, false],
  ['wait=-1', null, false],
  ['wait=ten', null, false],
  ['wait', null, false],
  ['respond-async', null, true],
  ['RESPOND-ASYNC; foo=bar', null, true],
  ['respond-async=""', null, true],
  ['respond-async=no', null, false],
  ['respond-asynchronously', null, false],
  ['respond-async, wait=7', 7, true],
  ['return=minimal, wait=7 , respond-async', 7, true],
  ['wait=3, wait=9', 3, false],
  ['hint="a, respond-async", wait=2', 2, false],
  ['hint="open, respond-async', null, false],
])('Prefer: %s', (header, waitSeconds, respondAsync) => {
  expect(readPreferences(header, 60)).toEqual({ waitSeconds, respondAsync });
});
