import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { prepareCollection } from '../../../../worker/match/corpus/load-collections.js';
import { findPhrase } from '../../../../worker/match/index/phrases.js';
import { lengthsOf, openSections, packSections } from '../../../../worker/match/index/sections.js';
import { createPositionReader, openPositions, packPositions } from '../../../../worker/match/index/text-positions.js';
import { wordKey } from '../../../../worker/match/index/word-table.js';
import { made } from '../../lib/made-jobs.js';

describe('the positions of words', () => {
  test('are what the texts say, whatever their lengths, for every word', () => {
    const text = fc.array(fc.nat({ max: 40 }), { maxLength: 300 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
        // Words are numbered from 1.
        const all = Uint32Array.from(texts.flat(), (word) => word + 1);
        const bounds = new Uint32Array(texts.length + 1);
        for (const [at, { length }] of texts.entries()) bounds[at + 1] = (bounds[at] ?? 0) + length;
        const { hot, cold } = packPositions(all, { bounds, words: 41 });
        const block = packSections({}, { hot, cold });
        const positionsOf = openPositions(
          openSections(block.slice(0, lengthsOf(block).hot), (at, length) => block.slice(at, at + length)),
        );
        for (let word = 0; word <= 40; word++) {
          const reader = createPositionReader(positionsOf(word + 1));
          for (const words of texts) {
            const wanted = words.flatMap((each, at) => (each === word ? [at] : []));
            if (wanted.length === 0) continue;
            if (wanted.length % 3 === 0) reader.skip(1);
            else {
              const found: number[] = [];
              expect(reader.next(found)).toBe(wanted.length);
              expect(found).toEqual(wanted);
            }
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test('tell in which texts words are adjacent, in their order', () => {
    const words = ['red', 'blue', 'gold', 'pink'];
    const phrases = [
      ['red', 'blue'],
      ['gold', 'gold'],
      ['pink', 'red', 'gold'],
      ['blue', 'red', 'blue', 'red'],
    ];
    const text = fc.array(fc.constantFrom(...words), { maxLength: 200 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 30 }), (texts) => {
        const { index } = prepareCollection(
          'acme',
          texts.map((each, at) => made({ title: `Post ${at}`, source: 'acme', text: each.join(' ') })),
        );
        for (const phrase of phrases) {
          const numbers = phrase.map((word) => index.words.find(wordKey(word)));
          if (numbers.includes(0)) continue;
          const found: number[] = [];
          findPhrase(index, numbers, { ignored: 0, wants: () => true, found: (entry) => void found.push(entry) });
          const wanted = texts.flatMap((each, at) =>
            ` ${each.join(' ')} `.includes(` ${phrase.join(' ')} `) ? [at] : [],
          );
          expect(found).toEqual(wanted);
        }
      }),
      { numRuns: 20 },
    );
  });
});
