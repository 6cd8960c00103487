import { describe, expect, test } from '@jest/globals';
import { chanceOf } from '../../../demo-board/postings/chance.js';
import { fillTemplate } from '../../../demo-board/postings/write-description.js';

const chance = chanceOf('fill');

describe('fillTemplate', () => {
  test('fills names, numbers and choices', () => {
    const text = fillTemplate('{who} has {2-4} {cats|dogs}.', { who: 'Ada' }, chance);
    expect(text).toMatch(/^Ada has [234] (cats|dogs)\.$/);
  });

  test('calls a function each time and passes it what follows the colon', () => {
    let asked = 0;
    const slots = { next: () => String(++asked), double: (text: string) => String(Number(text) * 2) };
    expect(fillTemplate('{next}{next}{double:21}', slots, chance)).toBe('1242');
  });

  test('leaves text without braces unchanged', () => {
    expect(fillTemplate('Nothing to do.', {}, chance)).toBe('Nothing to do.');
  });

  test('names the unknown name and lists the known ones', () => {
    expect(() => fillTemplate('{whom}', { who: 'Ada' }, chance)).toThrow('{whom}; known are who');
  });
});
