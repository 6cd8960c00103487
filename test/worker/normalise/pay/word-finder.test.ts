import { describe, expect, test } from '@jest/globals';
import { createWordFinder } from '../../../../worker/normalise/pay/word-finder.js';

const words =
  "salary|pay(?: rate)?|(?:base|total) pay|(?<!great )wage|\\p{L}*budget|\\p{L}+vergoeding|r[ée]mun[ée]ration|lön|401 ?k|p\\.a\\.|(?:per|/) ?seat|оклад|we(?:’ll|'ll) earn|rate\\b";
const finder = createWordFinder({
  words,
  notAfter: 'letter or digit',
  notBefore: 'letter or digit',
  joined: '年[収俸]',
});
/** The pattern that the finder stands for. */
const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])|年[収俸]`, 'giu');

const texts = [
  '',
  'Salary, PAY RATE and Base Pay; a great wage, a wage.',
  'Weiterbildungsbudget, budget, Budgets, reisekostenvergoeding, vergoeding',
  'RÉMUNÉRATION remuneration Lön lönn xlön',
  '401k, 401 k, 5401k, p.a.; ¤ per seat, ¤/seat, 9/seat, x/seat',
  'We’ll earn pay – “salary” • total pay… ➡ pay ✓',
  'ſalary ſalarysalary, PAY RATE of 5 µs, İ pay, оклад Оклад',
  '年収500万 pay年俸 🙂 pay',
  'payrate pay  rate payérate salary1 1salary salary_1 _salary',
];

describe('words of a vocabulary', () => {
  test.each(texts)('are those that one pattern finds: %s', (text) => {
    const expected = Array.from(text.matchAll(pattern), ({ 0: word, index }) => ({
      start: index,
      end: index + word.length,
    }));
    expect(finder.all(text)).toEqual(expected);
    expect(finder.has(text)).toBe(expected.length > 0);
    expect(finder.blank(text)).toBe(text.replace(pattern, ' '));
  });

  test('are found among random words as the pattern finds them', () => {
    const pieces = ['pay', 'salary', ' ', '-', 'budget', 'é', 'lön', '401', 'k', '’', 'base ', 'P.A.', '/seat', '年収'];
    let state = 7;
    const next = (): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 16;
    };
    for (let turn = 0; turn < 2000; turn++) {
      const text = Array.from({ length: 8 }, () => pieces[next() % pieces.length]).join('');
      expect(finder.blank(text)).toBe(text.replace(pattern, ' '));
    }
  });

  test('may be followed by letters where the vocabulary says so', () => {
    const leads = createWordFinder({ words: 'monat|\\p{L}*jahres', notAfter: 'letter', notBefore: null });
    expect(leads.all('Monatsgehalt, 2Monate, Xmonat, Bruttojahresgehalt')).toEqual([
      { start: 0, end: 5 },
      { start: 15, end: 20 },
      { start: 31, end: 43 },
    ]);
  });

  test('have no escapes that lower case would change', () => {
    expect(() => createWordFinder({ words: 'a\\W', notAfter: 'letter', notBefore: null })).toThrow('\\W');
  });
});
