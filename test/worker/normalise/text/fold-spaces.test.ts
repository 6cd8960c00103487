import { describe, expect, test } from '@jest/globals';
import { foldSpaces } from '../../../../worker/normalise/text/readable-text.js';

describe('folding white space', () => {
  test('treats every character as the pattern for white space does', () => {
    const texts = Array.from({ length: 0x1_00_00 }, (_, code) => `a${String.fromCharCode(code)}b`);
    expect(texts.filter((text) => foldSpaces(text) !== text.replace(/\s+/g, ' '))).toEqual([]);
  });

  test('makes one space of each run, at the ends too', () => {
    expect(foldSpaces('  You \t cook\n\n and\u00a0\u00a0 clean ')).toBe(' You cook and clean ');
    expect(foldSpaces('You cook and clean')).toBe('You cook and clean');
    expect(foldSpaces('')).toBe('');
  });
});
