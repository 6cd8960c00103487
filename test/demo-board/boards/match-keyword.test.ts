import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { foldText } from '../../../demo-board/boards/fold-text.js';
import { matchKeyword } from '../../../demo-board/boards/match-keyword.js';

const text = foldText('Senior Registered Nurse at Mercy Hollow: C++, C#, Node.js; front-end teams in Kraków');

describe('matchKeyword', () => {
  test.each([
    ['', true],
    ['nurse', true],
    ['NURSES', true],
    ['nurse senior', true],
    ['nurse plumber', false],
    ['nurs', false],
    ['"registered nurse"', true],
    ['"nurse registered"', false],
    ['team', true],
    ['krakow', true],
    ['node.js', true],
    ['c++', true],
    ['c', false],
    ['nurse -plumber', true],
    ['senior -nurse', false],
    ['plumber OR nurse', true],
    ['plumber OR welder', false],
    ['-"mercy hollow"', false],
    ['!!! nurse', true],
  ])('%j → %s', (keyword, expected) => {
    expect(matchKeyword(keyword)(text)).toBe(expected);
  });

  test('accepts any text', () => {
    fc.assert(fc.property(fc.string(), (keyword) => typeof matchKeyword(keyword)(text) === 'boolean'));
  });
});
