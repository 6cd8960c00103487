import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyStem } from '../../../../worker/normalise/classify/stem-index.js';

const word = (sizes: fc.StringConstraints) => fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '時'), ...sizes });

test('the first stem from a position on is found where a pattern finds it', () => {
  fc.assert(
    fc.property(
      fc.array(word({ minLength: 3, maxLength: 5 }), { minLength: 1, maxLength: 6 }),
      word({ maxLength: 30 }),
      fc.nat(30),
      (stems, text, from) => {
        const pattern = new RegExp(stems.join('|'), 'g');
        pattern.lastIndex = from;
        expect(anyStem(stems).next(text, from)).toBe(pattern.exec(text)?.index ?? -1);
      },
    ),
    { numRuns: 2000 },
  );
});

test('a stem of two letters is refused', () => {
  expect(() => anyStem(['ab'])).toThrow('"ab"');
});
