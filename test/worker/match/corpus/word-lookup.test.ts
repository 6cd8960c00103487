import { expect, test } from '@jest/globals';
import { prepareCollection } from '../../../../worker/match/corpus/prepare-collection.js';
import { createWordLookup } from '../../../../worker/match/corpus/word-lookup.js';
import { wordKey } from '../../../../worker/match/index/word-table.js';
import { made } from '../../lib/made-jobs.js';

const [welders, cooks, both] = [['Welder'], ['Cook'], ['Cook', 'Welder']].map((titles, at) =>
  prepareCollection(
    `board${at}`,
    titles.map((title) => made({ title, source: `board${at}` })),
  ),
) as [ReturnType<typeof prepareCollection>, ReturnType<typeof prepareCollection>, ReturnType<typeof prepareCollection>];

test('a word has its number in each collection, 0 where it is missing', () => {
  const lookup = createWordLookup([welders, cooks, both]);
  const [one, none, other] = lookup.numbersOf('welder');
  expect([one, none, other]).toEqual([
    welders.index.words.find(wordKey('welder')),
    0,
    both.index.words.find(wordKey('welder')),
  ]);
  expect([...lookup.numbersOf('nurse')]).toEqual([0, 0, 0]);
});

test('the look-up of an updated corpus agrees with one made from nothing', () => {
  const former = createWordLookup([welders, cooks]);
  for (const word of ['welder', 'cook', 'nurse']) former.numbersOf(word);
  const collections = [both, welders];
  const [updated, anew] = [former.forCollections(collections), createWordLookup(collections)];
  for (const word of ['welder', 'cook', 'nurse', 'driver'])
    expect([...updated.numbersOf(word)]).toEqual([...anew.numbersOf(word)]);
});
