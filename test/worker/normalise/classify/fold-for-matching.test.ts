import { describe, expect, test } from '@jest/globals';
import { anyWord, foldForMatching } from '../../../../worker/normalise/classify/fold-for-matching.js';

describe('a text folded for matching', () => {
  test.each([
    ['FULL_TIME', 'full time'],
    ['fullTime', 'full time'],
    ['Part-time', 'part time'],
    ['Télétravail – 2 Jours', 'teletravail - 2 jours'],
    ['Voll- oder Teilzeit', 'voll oder teilzeit'],
    ['Niepełny etat', 'niepelny etat'],
    ['Engineer - Contract', 'engineer - contract'],
    ['パート', foldForMatching('パート')],
  ])('%j → %j', (text, words) => {
    expect(foldForMatching(text)).toBe(words);
    expect(foldForMatching(foldForMatching(text))).toBe(words);
  });
});

describe('a pattern for any of several words', () => {
  const found = (words: string, text: string): boolean => new RegExp(anyWord(words), 'u').test(foldForMatching(text));

  test('matches whole words, with or without their space', () => {
    expect(found('full time|part time', 'Fulltime')).toBe(true);
    expect(found('intern', 'internal audit')).toBe(false);
    expect(found('praktik*', 'Praktikantin')).toBe(true);
    expect(found('*stage', 'Meewerkstage')).toBe(true);
  });

  test('matches words of scripts without spaces anywhere, however their characters are composed', () => {
    expect(found('part time|アルバイト', '週3アルバイト募集'.normalize('NFD'))).toBe(true);
    expect(found('part time|アルバイト', '正社員')).toBe(false);
  });
});
