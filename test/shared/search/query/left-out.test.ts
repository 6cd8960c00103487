import { expect, test } from '@jest/globals';
import { fieldWords, leftOutSentences, readLeftOut } from '../../../../shared/search/query/left-out.js';

const names = Object.keys(fieldWords);

test('what an empty answer says of searches that would find something is read as it was written', () => {
  const fields = new Map(names.map((name, index) => [name, index + 1]));
  const words = new Map([
    ['c++', 3],
    ['night shift', 12],
  ]);
  const sentences = leftOutSentences({ fields, words });
  expect(sentences[0]).toMatch(
    /^There are jobs with one field left out: without the label 11, without the skills 10, /,
  );
  expect(readLeftOut([`No stored job meets all filters. ${sentences.join(' ')}`])).toEqual({ fields, words });
});

test('other notices say nothing of that', () => {
  const none = { fields: new Map(), words: new Map() };
  expect(readLeftOut([])).toEqual(none);
  expect(readLeftOut(['No stored job meets the keyword. Try other or fewer words.'])).toEqual(none);
  expect(readLeftOut(['There are jobs with one field left out: without the pay 4.'])).toEqual(none);
});
