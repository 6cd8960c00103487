import { expect, test } from '@jest/globals';
import { isSameText } from '../../../worker/openings/compare-listing.js';

const text =
  'You plan the work with three colleagues, write it down, build it, look after it until it runs well in other hands, and say early what will not be ready.';

test.each<[string, string, string, boolean]>([
  ['the same words in other letters', text, text.toUpperCase().replaceAll(',', ' –'), true],
  ['one more sentence', text, `${text} Apply by Friday.`, true],
  ['half of it', text, text.slice(0, text.length / 2), false],
  [
    'another text',
    text,
    'The canteen of a shipyard looks for somebody who cooks for two hundred people each night, alone, and likes it that way, all year.',
    false,
  ],
  ['short texts, equal', 'Cook wanted.', 'cook wanted', true],
  ['short texts that differ', 'Cook wanted.', 'Baker wanted.', false],
  ['texts without words', '', '–', false],
])('%s', (_, one, other, same) => {
  expect(isSameText(one, other)).toBe(same);
  expect(isSameText(other, one)).toBe(same);
});
