import { expect, test } from '@jest/globals';
import { padText, textWidth, truncate } from '../../../shared/cli/columns.js';

test('textWidth counts the columns of a terminal', () => {
  const texts = ['abc', '日本', 'é', 'e\u0301', '👩‍🔧'];
  expect(texts.map(textWidth)).toEqual([3, 4, 1, 1, 2]);
});

test('truncate and padText fit a text to a width', () => {
  expect([truncate('日本語', 5), truncate('abcdef', 4), truncate('abc', 3)]).toEqual(['日本…', 'abc…', 'abc']);
  expect([padText('日本', 5), padText('abc', 2)]).toEqual(['日本 ', 'abc']);
});
