import { describe, expect, test } from '@jest/globals';
import { languageTables } from '../../../../worker/normalise/languages/language-tables.js';
import { normalise } from '../../../../worker/normalise/normalise.js';
import { emptyPosting } from '../../../../worker/sources/posting.js';
import { gazetteer, now } from '../../lib/made-jobs.js';

const read = (title: string, { location = '', text = '' } = {}) => {
  const places = location === '' ? [] : [{ text: location, city: null, region: null, country: null }];
  const posting = { ...emptyPosting(title, 'https://boards.example/1'), places, descriptionText: text };
  const outcome = normalise(posting, { source: 'one', gazetteer, now });
  if ('flaw' in outcome) throw new Error(outcome.flaw);
  const { location: where, inferred } = outcome.job;
  return { city: where.city, country: where.country, isInferred: inferred.includes('location') };
};
const nowhere = { city: null, country: null, isInferred: false };

describe('a posting whose fields name no town', () => {
  test.each([
    ['Auxiliar de limpeza - Teresina/PI', 'Teresina', 'BR'],
    ['Pastry chef (Leeds, UK)', 'Leeds', 'GB'],
    ['Java developer | Berlin 🇩🇪', 'Berlin', 'DE'],
    ['Koch (m/w/d) in Hamburg', 'Hamburg', 'DE'],
    ['Nhân viên kế toán tại Hà Nội', 'Hanoi', 'VN'],
    ['Registered nurse - nights - Houston, TX', 'Houston', 'US'],
  ])('is where its title says: %s', (title, city, country) => {
    expect(read(title)).toEqual({ city, country, isInferred: true });
  });

  test.each([
    ...['Sales manager - Retail', 'Engineer, Java', 'Clerk - Reading', 'Head of Paris operations'],
    ...['Partner, Acme Advertising, Canada', 'Sales - Enterprise'],
  ])('is nowhere by a word that may mean something else: %s', (title) => {
    expect(read(title)).toEqual(nowhere);
  });

  test('may be in a small town of the country that its field names', () => {
    expect(read('Clerk - Reading', { location: 'United Kingdom' })).toMatchObject({ city: 'Reading' });
    expect(read('Clerk (Leeds, UK)', { location: 'Germany' })).toMatchObject({ city: null, country: 'DE' });
  });

  test('is where a labelled line of its text says, in any language with a table', () => {
    for (const { code, rows } of languageTables()) {
      const [label = ''] = rows.get('place label') ?? [];
      if (label === '') continue;
      const found = read('Xyz', { text: `…\n${label}: Lisboa, Portugal\n…` });
      expect({ code, ...found }).toEqual({ code, city: 'Lisbon', country: 'PT', isInferred: true });
    }
    expect(read('料理人', { text: '募集要項\n勤務地：東京都渋谷区' })).toMatchObject({ city: 'Tokyo' });
    expect(read('Cook', { text: 'Location: our kitchen in the heart of London' })).toEqual(nowhere);
  });

  test('keeps the place of its fields, and remote work its own', () => {
    expect(read('Cook (Leeds, UK)', { location: 'York, UK' })).toMatchObject({ city: 'York', isInferred: false });
    expect(read('Cook', { location: 'Remote', text: 'Location: Leeds, UK' })).toEqual(nowhere);
  });
});
