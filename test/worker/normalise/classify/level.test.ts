import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareCases, labelled, wordRow } from '../../../../bench/quality/labelled.js';
import { readLevel } from '../../../../worker/normalise/classify/level.js';

const nothing = { stated: [], title: '', description: '' };
const inTitle = (title: string) => readLevel({ ...nothing, title })?.value ?? null;

describe('the career level', () => {
  test.each([
    ['level-tuning', 0.99],
    ['level-held-out', 0.97],
  ])('of the set %s, a share of %d or more is right, and under 1 %% is a wrong level', (name, least) => {
    const { wrong, share } = compareCases(
      labelled(name, wordRow),
      (row) => readLevel(row)?.value ?? null,
      ({ expected }) => expected,
    );
    expect({ enough: share >= least, wrong: share >= least ? [] : wrong }).toEqual({ enough: true, wrong: [] });
    expect(wrong.filter(({ got }) => got !== null).length).toBeLessThan(labelled(name, wordRow).length / 100);
  });

  test('is read from the field before the title', () => {
    expect(readLevel({ stated: ['Mid-Senior level'], title: 'Junior Cook', description: '' })).toEqual({
      value: 'senior',
      inferred: false,
      evidence: 'Mid-Senior level',
    });
    expect(readLevel({ ...nothing, title: 'Junior Cook' })).toMatchObject({ value: 'entry level', inferred: true });
  });

  test('of two distant levels is none, of neighbours the one that still fits', () => {
    expect(inTitle('Junior or Senior Cook')).toBeNull();
    expect(inTitle('Mid/Senior Cook')).toBe('senior');
    expect(inTitle('Junior/Mid Cook')).toBe('entry level');
  });

  test('is not that of the person being assisted', () => {
    expect(inTitle('Assistant to the Chief Executive Officer')).toBeNull();
    expect(inTitle('Assistenz der Geschäftsführung')).toBeNull();
  });

  test('is never a default, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string({ unit: 'grapheme' }), (stated, text) => {
        readLevel({ stated, title: text, description: text });
      }),
    );
    expect(readLevel(nothing)).toBeNull();
  });
});
