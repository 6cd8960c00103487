import { expect, test } from '@jest/globals';
import { listPattern, splitList, valueListOf, wordsIn } from '../../../shared/words/vocabulary.js';
import { jobTypes } from '../../../shared/words/words.js';

test.each([
  ['full time, contract', ['full time', 'contract']],
  ['a;b | c or d OR e', ['a', 'b', 'c', 'd', 'e']],
  ['director', ['director']],
  [', or ;', []],
  ['', []],
])('"%s" is the texts %j', (text, parts) => {
  expect(splitList(text)).toEqual(parts);
});

test('a canonical list has each word once, in one order, and is read back', () => {
  const list = valueListOf(['full time', 'contract', 'full time']);
  expect(list).toBe('contract, full time');
  expect(wordsIn(list)).toEqual(['contract', 'full time']);
  expect([wordsIn(''), valueListOf([])]).toEqual([[], '']);
});

test('the pattern of lists has every list of the words, and nothing else', () => {
  const pattern = listPattern(jobTypes);
  for (const list of ['', ...jobTypes.words, valueListOf(jobTypes.words)]) expect(list).toMatch(pattern);
  for (const text of ['fulltime', 'contract,', 'contract,full time', ', contract']) expect(text).not.toMatch(pattern);
});
