import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openSections, packSections } from '../../../../worker/match/index/sections.js';
import { findInTables, openWords, packWordTable, wordKey } from '../../../../worker/match/index/word-table.js';

const tableOf = (words: readonly string[]) => {
  const numbers = new Map([...new Set(words)].map((word, at) => [word, at + 1]));
  return openWords(openSections(packSections({}, { hot: packWordTable(numbers), cold: {} })));
};

/** Words in many scripts, none of them empty. */
const word = fc.oneof(
  fc.stringMatching(/^[a-z]{1,9}$/),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }).filter((text) => !/[\ud800-\udfff]/.test(text)),
  fc.constantFrom('köchin', '溶接工', 'c++', 'сварщик'),
);

describe('a word table', () => {
  test('finds each of its words, and no other', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 200 }), word, (words, other) => {
        const table = tableOf(words);
        const distinct = [...new Set(words)];
        expect(table.size).toBe(distinct.length);
        for (const [at, each] of distinct.entries()) {
          expect(table.find(wordKey(each))).toBe(at + 1);
          expect(table.wordAt(at + 1)).toBe(each);
        }
        expect(table.find(wordKey(other)) > 0).toBe(distinct.includes(other));
      }),
    );
  });

  test('finds words of more than 65,535', () => {
    const words = Array.from({ length: 70_000 }, (_, at) => `word${at}`);
    const table = tableOf(words);
    expect([table.find(wordKey('word0')), table.find(wordKey('word69999'))]).toEqual([1, 70_000]);
    expect(table.find(wordKey('word70000'))).toBe(0);
  });

  test('finds a word in many tables as in each of them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(word, { maxLength: 12 }), { minLength: 1, maxLength: 150 }),
        word,
        (lists, other) => {
          const tables = lists.map(tableOf);
          // Every second table is looked into, in any of which the word may be.
          const which = Uint32Array.from(tables.keys()).filter((at) => at % 2 === 0);
          for (const sought of [other, ...(lists[0] ?? [])]) {
            const key = wordKey(sought);
            const into = new Uint32Array(tables.length);
            findInTables(tables, { which, count: which.length }, { key, into });
            expect([...into]).toEqual(tables.map((table, at) => (at % 2 === 0 ? table.find(key) : 0)));
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  test('tells words that begin alike and have nearly the same number of letters', () => {
    const words = ['nurse', 'nurses', 'nursery', 'purse', 'n', 'nürse'];
    const table = tableOf(words);
    const alike = (word: string, letters: number) =>
      words.filter((_, at) => table.isAlike(at + 1, wordKey(word), letters));
    expect(alike('nurse', 0)).toEqual(['nurse', 'nürse']);
    expect(alike('nurse', 1)).toEqual(['nurse', 'nurses', 'nürse']);
    expect(alike('zebra', 2)).toEqual([]);
  });
});
