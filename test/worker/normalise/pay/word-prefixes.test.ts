import { describe, expect, test } from '@jest/globals';
import { alternativesOf, anyCharacter, prefixesOf } from '../../../../worker/normalise/pay/word-prefixes.js';

const any = anyCharacter;

describe('prefixes of a pattern', () => {
  test('splits at the bars outside groups and classes', () => {
    expect(alternativesOf('a(?:b|c)|[|d]|e\\|f|')).toEqual(['a(?:b|c)', '[|d]', 'e\\|f', '']);
  });

  test.each<[string, string[]]>([
    ['salary', ['sa']],
    ['(?:base|total) pay', ['ba', 'to']],
    ['(?<!great |\\dx )(?:salary|pay)(?! review)', ['sa', 'pa']],
    ['(?:home )?office', ['ho', 'of']],
    ['v[art]', ['va', 'vr', 'vt']],
    ['k[a-z]', [`k${any}`]],
    ['k[^a]', [`k${any}`]],
    ['k', [`k${any}`]],
    ['w-?2', ['w-', 'w2']],
    ['\\p{L}*budget', [any, 'bu']],
    ['\\p{L}+budget', [any]],
    ['a+b', [`a${any}`]],
    ['ab{0,2}c', ['ab', 'ac']],
    ['\\bfte\\b', ['ft']],
    ['^\\.x', ['.x']],
    ['\\s?x', [any, `x${any}`]],
  ])('%s', (source, prefixes) => {
    expect([...prefixesOf(source)].sort()).toEqual([...prefixes].sort());
  });
});
