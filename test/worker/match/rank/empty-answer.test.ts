import { expect, test } from '@jest/globals';
import { anySearch, type SearchSubject } from '../../../../shared/search/query/query.js';
import { analyzeSearch } from '../../../../worker/match/keyword/analyze-search.js';
import { countOffers, emptyNotice } from '../../../../worker/match/rank/empty-answer.js';
import { searchAnalyzed, searchCorpus } from '../../../../worker/match/rank/search-corpus.js';
import { corpusOf, gazetteer, made, now } from '../../lib/made-jobs.js';

const jobs = [
  ...Array.from({ length: 4 }, (_, at) => made({ title: 'Pastry Chef', about: `kitchen ${at}`, company: `Inn ${at}` })),
  made({ title: 'Pastry Chef', about: 'by the sea', place: 'Leeds, UK', pay: '$90,000 a year' }),
  made({ title: 'Welder', about: 'qwerty steel', place: 'Leeds, UK' }),
];
const corpus = corpusOf(jobs);
const find = (query: Partial<SearchSubject>) => searchCorpus(corpus, { ...anySearch, ...query }, { now, gazetteer });
const offersOf = (query: Partial<SearchSubject>) => {
  const search = analyzeSearch({ ...anySearch, ...query }, gazetteer);
  return countOffers(search, search.root, async (other) => searchAnalyzed(corpus, other, { now, gazetteer }));
};

test.each<Partial<SearchSubject>>([
  { keyword: 'pastry chef', location: 'Berlin', salary: '80000' },
  { keyword: '"welder"', location: 'Berlin', jobType: 'internship' },
  { location: 'Munich', dateSincePosted: 'past week' },
  { keyword: 'pastry chef berlin', salary: '80000' },
  { keyword: 'pastry chef', skills: 'Welding' },
  { skills: 'Python', location: 'Leeds, UK' },
])('each count is the total of the search without that field: %j', async (query) => {
  const { fields } = await offersOf(query);
  expect([find(query).total, Object.keys(fields).length > 0]).toEqual([0, true]);
  for (const [field, jobs] of Object.entries(fields))
    if (query[field as keyof SearchSubject] !== undefined && field !== 'keyword')
      expect([field, jobs]).toEqual([field, find({ ...query, [field]: '' }).total]);
});

test('says what finds something, the most first', async () => {
  const query = { keyword: 'pastry chef', location: 'Berlin', salary: '80000' };
  expect(emptyNotice(query, await offersOf(query))).toBe(
    'No stored job meets the keyword and all filters, and no title is near it. There are jobs with one field left out: without the pay 4, without the location 1.',
  );
});

test('says which word alone finds something, within the filters', async () => {
  const query = { keyword: 'qwerty sea', location: 'Leeds, UK' };
  expect(emptyNotice(query, await offersOf(query))).toContain('There are jobs for only one word: "qwerty" 1, "sea" 1.');
});

test('nothing is offered where nothing is asked for', () => {
  expect(emptyNotice({ keyword: '' }, { fields: {}, words: {} })).toBeNull();
});
