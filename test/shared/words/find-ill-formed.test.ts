import { expect, test } from '@jest/globals';
import { findIllFormed } from '../../../shared/words/text.js';

test.each<[unknown, string[] | null]>([
  [{ url: 'https://example.com/?\ud800' }, ['url']],
  [{ search: { jobType: 'x\udc00' } }, ['search', 'jobType']],
  [{ list: ['fine', { deep: ['\udfff'] }] }, ['list', '1', 'deep', '0']],
  [{ '\ud800': 1 }, ['\ud800']],
  ['\ud800', []],
  [{ url: '💥', list: [1, null, true, 'x'], none: null }, null],
  // Made well-formed where they are read.
  [{ search: { keyword: 'nurse \ud800', location: '\udc00' } }, null],
  [undefined, null],
])('%j', (body, path) => {
  expect(findIllFormed(body)).toEqual(path);
});

test('a body that is nested as deeply as its length allows is looked through', () => {
  const deep = `${'['.repeat(5000)}"\\ud800"${']'.repeat(5000)}`;
  expect(findIllFormed(JSON.parse(deep))).toHaveLength(5000);
});
