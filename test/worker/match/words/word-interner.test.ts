import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cutInto, cutWords } from '../../../../shared/keyword/cut-words.js';
import { createWordInterner } from '../../../../worker/match/words/lexicon.js';

test('interned words equal the words of the texts, for any number of words', () => {
  const part = fc.oneof(
    fc.stringMatching(/^[a-z0-9]{1,6}$/),
    fc.constantFrom(
      'C++',
      'F#',
      'ASP.NET',
      '.net',
      'node.js',
      'React.js',
      'front-end',
      'R&D',
      'dev ops',
      'Łódź',
      '𝔘x',
      'ﬁnd',
    ),
  );
  const text = fc
    .array(part, { maxLength: 300 })
    .chain((parts) => fc.constantFrom(' ', ', ', '.', '-', ' • ').map((gap) => parts.join(gap)));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
      const numbered: string[] = [];
      const words = createWordInterner({ numbersOfWord: (word) => [numbered.push(word) - 1] });
      for (const each of texts) {
        words.clear();
        cutInto(each, words);
        expect([...words.numbers()].map((number) => numbered[number])).toEqual(cutWords(each));
      }
      // A word that is only an alias is never numbered.
      expect(new Set(numbered)).toEqual(new Set(texts.flatMap(cutWords)));
    }),
    { numRuns: 60 },
  );
});
