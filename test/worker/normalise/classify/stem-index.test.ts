import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createStemSearch } from '../../../../worker/normalise/classify/stem-index.js';

const word = (sizes: fc.StringConstraints) => fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '時'), ...sizes });
const stems = fc.array(word({ minLength: 3, maxLength: 5 }), { minLength: 1, maxLength: 6 });

const indexesOf = (text: string, wanted: readonly string[]): number[] =>
  Array.from(text, (_, at) => at).filter((at) => wanted.some((stem) => text.startsWith(stem, at)));

test('the stems of every group are found wherever they begin', () => {
  fc.assert(
    fc.property(stems, stems, word({ maxLength: 30 }), (some, others, text) => {
      const hits = createStemSearch({ some, others })(text);
      expect(hits).toEqual({ some: indexesOf(text, some), others: indexesOf(text, others) });
    }),
    { numRuns: 2000 },
  );
});

test('a stem of two letters is refused', () => {
  expect(() => createStemSearch({ some: ['ab'] })).toThrow('"ab"');
});

test('a stem of two letters is found in scripts where two letters are a word, also at the end of a text', () => {
  const hits = createStemSearch({ some: ['경력', '학사 이'], others: ['이상', 'abc'] })('경력 학사 이상');
  expect(hits).toEqual({ some: [0, 3], others: [6] });
});
