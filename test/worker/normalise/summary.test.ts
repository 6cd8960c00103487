import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { summarise } from '../../../worker/normalise/summary.js';

describe('a summary', () => {
  test('leaves out the repeated title and headings before the first sentence', () => {
    const text = 'Senior Engineer!\n\nAbout the role\n\nYou build the bridges between two islands.\n\n- Steel\n- Stone';
    expect(summarise(text, 'Senior engineer')).toBe('You build the bridges between two islands. Steel Stone');
  });

  test('is the text itself when it is short, and nothing when there is none', () => {
    expect(summarise('Short', 'x')).toBe('Short');
    expect(summarise('', 'x')).toBe('');
  });

  test('is cut at a word', () => {
    const summary = summarise('The quick brown fox jumps over the lazy dog, and on it goes. '.repeat(20), 'x');
    expect(summary.length).toBeLessThanOrEqual(280);
    expect(summary).toMatch(/\w …$/);
  });

  test('is at most 280 well-formed characters of one line, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1000 }), fc.string(), (text, title) => {
        const summary = summarise(text.toWellFormed(), title);
        expect(summary.length).toBeLessThanOrEqual(280);
        expect(summary).not.toContain('\n');
        expect(summary.isWellFormed()).toBe(true);
      }),
    );
  });
});
