import { describe, expect, test } from '@jest/globals';
import { withFirstLook } from '../../../bench/real/first-looks.js';
import { measure } from '../../../bench/real/measure.js';
import { moneyStrings } from '../../../bench/real/pay-strings.js';
import { compare } from '../../../bench/real/real-fact.js';

describe('labels of recorded postings', () => {
  test('values are compared whatever the order of their members', () => {
    expect(compare({ a: 1, b: 2 }, { id: '', expect: { b: 2, a: 1 } })).toBe('right');
    expect(compare({ a: 1 }, { id: '', expect: null })).toBe('wrong');
    expect(compare(null, { id: '', expect: { a: 1 } })).toBe('missed');
    expect(compare(null, { id: '', expect: { a: 1 }, also: [null] })).toBe('right');
  });

  test('every label is counted, and one without a text is an error', () => {
    const cases = new Map([
      ['a', { shown: 'A', read: () => 1 }],
      ['b', { shown: 'B', read: () => null }],
    ]);
    const labels = [
      { id: 'a', expect: 2 },
      { id: 'b', expect: null },
    ];
    expect(measure(labels, cases)).toMatchObject({ cases: 2, labelled: 1, said: 1, right: 1, wrong: 1, missed: 0 });
    expect(() => measure([{ id: 'c', expect: null }], cases)).toThrow('c');
  });

  test('a first look is recorded once', () => {
    const look = { date: '2026-11-22', commit: 'abc', fact: 'pay', batch: 1, cases: 1, labelled: 1, said: 1 };
    const full = { ...look, right: 1, wrong: 0, missed: 0, round: 0 };
    expect(withFirstLook([], full)).toEqual([full]);
    expect(() => withFirstLook([full], full)).toThrow('pay-1');
  });

  test('lines with money are taken from a text, long ones by sentence', () => {
    const long = `${'We build bridges. '.repeat(15)}The pay is $20 an hour. Join us.`;
    expect(moneyStrings(`- €40k for this\nNo money here\n${long}`)).toEqual([
      '€40k for this',
      'The pay is $20 an hour.',
    ]);
  });
});
