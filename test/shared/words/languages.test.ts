import { expect, test } from '@jest/globals';
import { languageName, languageNumber, languages } from '../../../shared/words/languages.js';
import { languageOf, languages as toldApart } from '../../../worker/normalise/requirements/posting-language.js';

test('has every language that a posting is read in', () => {
  for (const code of toldApart) expect([code, languages.read(code)]).toEqual([code, code]);
  expect(languages.read(String(languageOf('приветствуем вас в нашей команде мы ищем людей которые ы'.repeat(9))))).toBe(
    'ru',
  );
});

test('numbers languages from 1, and names them', () => {
  expect([null, 'xx', 'en', 'de'].map(languageNumber)).toEqual([0, 0, 1, 2]);
  expect(new Set(languages.words.map(languageNumber)).size).toBe(languages.words.length);
  expect([languageName('de'), languageName('xx'), languages.read('Deutsch')]).toEqual(['German', 'Xx', 'de']);
});
