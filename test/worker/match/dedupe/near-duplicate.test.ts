import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sameText, sharedText, sketchOf } from '../../../../worker/match/dedupe/text-sketch.js';

/** A text of that many words of a vocabulary, as their hashes. */
const text = fc.array(fc.integer({ min: 1, max: 0xffffffff }), { minLength: 60, maxLength: 500 });
const sketch = (words: readonly number[]) => {
  const made = sketchOf(Uint32Array.from(words));
  if (made === null) throw new Error('The text is too short.');
  return made;
};

describe('sketches of texts', () => {
  test('share nothing when empty, and do not exist for a few words', () => {
    expect(sketchOf(new Uint32Array(5))).toBeNull();
  });

  test('are compared symmetrically', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(sharedText(sketch(one), sketch(other))).toBe(sharedText(sketch(other), sketch(one)));
      }),
    );
  });

  test('match a text whole, cut and framed, and not another text', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(sharedText(sketch(one), sketch(one))).toBe(1);
        expect(sharedText(sketch(one), sketch(one.slice(0, Math.ceil(one.length / 2))))).toBeGreaterThanOrEqual(
          sameText,
        );
        expect(
          sharedText(sketch(one), sketch([...other.slice(0, 20), ...one, ...other.slice(20, 40)])),
        ).toBeGreaterThanOrEqual(0.6);
        expect(sharedText(sketch(one), sketch(other.map((word) => word ^ 0x5555)))).toBeLessThan(0.3);
      }),
      { numRuns: 60 },
    );
  });
});
