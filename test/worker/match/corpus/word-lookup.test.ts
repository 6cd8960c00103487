import { expect, test } from '@jest/globals';
import { prepareCollection } from '../../../../worker/match/corpus/load-collections.js';
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

test('of many collections each word is found where it is, while the filter grows and after an update', () => {
  // Long texts: of single postings no filter is made.
  const text = Array.from({ length: 700 }, (_, at) => `word${at}`).join(' ');
  const boards = Array.from({ length: 260 }, (_, at) =>
    prepareCollection(`board${at}`, [made({ title: `Welder number${at % 7}`, source: `board${at}`, text })]),
  );
  const words = ['welder', ...Array.from({ length: 8 }, (_, at) => `number${at}`)];
  const numbersIn = (collections: typeof boards, word: string): number[] =>
    collections.map(({ index }) => index.words.find(wordKey(word)));
  const former = createWordLookup(boards);
  for (const word of [...words, ...words]) expect([...former.numbersOf(word)]).toEqual(numbersIn(boards, word));
  let [lookup, collections] = [former, boards];
  for (let round = 0; round < 4; round++) {
    collections = [cooks, ...collections.slice(round % 2), both];
    lookup = lookup.forCollections(collections);
    for (const word of [...words, 'cook']) expect([...lookup.numbersOf(word)]).toEqual(numbersIn(collections, word));
  }
  expect([...former.numbersOf('number3')]).toEqual(numbersIn(boards, 'number3'));
});
