import { expect, test } from '@jest/globals';
import { readerLanguage } from '../../../api/formats/reader-language.js';

const asked = { keyword: 'manager', language: '', sortBy: 'relevant' } as const;

test.each<[string, string | null]>([
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5, fr-CA;q=0.9', 'fr'],
  ['nb-NO', 'no'],
  ['en-US,en;q=0.9,de;q=0.8', null],
  ['*', null],
  ['', null],
  ['de;q=0', null],
  ['tlh', null],
  [',;=,', null],
])('a reader who sends %j is given postings in %s first', (accepted, language) => {
  expect(readerLanguage(accepted, asked)).toBe(language);
});

test('nothing is weighed where the search has an order or languages of its own, or no keyword', () => {
  expect(readerLanguage('de', { ...asked, sortBy: 'recent' })).toBeNull();
  expect(readerLanguage('de', { ...asked, language: 'fr' })).toBeNull();
  expect(readerLanguage('de', { ...asked, keyword: '' })).toBeNull();
});
