import { expect, test } from '@jest/globals';
import { anySearch } from '../../../shared/search/query/query.js';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { analyzeSearch } from '../../../worker/match/keyword/analyze-search.js';
import { collectedWhole, collectionsFor } from '../../../worker/search/search-context.js';
import { collectionKey } from '../../../worker/sources/collection-key.js';
import { readSourcesFile } from '../../../worker/sources/config/sources-file.js';
import type { Source } from '../../../worker/sources/source.js';

const list = [
  { id: 'acme', kind: 'greenhouse', board: 'acme' },
  { id: 'words', kind: 'site', search: 'https://words.example/?q={keyword}' },
];
const sources = readSourcesFile(JSON.stringify({ sources: list }), 'test');
const words = sources[1] as Source;
const context = { sources: () => sources, gazetteer: loadGazetteer() };

test('what a source is searched for belongs to a search, and a whole board does not', () => {
  const search = analyzeSearch({ ...anySearch, keyword: 'nurse OR midwife' }, context.gazetteer);
  const keys = ['midwife', 'nurse'].map((keyword) => collectionKey(words, { keyword }));
  expect(collectionsFor(context, search).sort()).toEqual(keys.sort());
  expect(collectedWhole(context, search)).toEqual([]);
});

test('what it gave for no keyword belongs to a search without one', () => {
  const key = collectionKey(words, { keyword: '' });
  const everything = analyzeSearch(anySearch, context.gazetteer);
  expect([collectionsFor(context, everything), collectedWhole(context, everything)]).toEqual([[key], [key]]);
});
