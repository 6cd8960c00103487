import { expect, test } from '@jest/globals';
import { anySearch, type SearchSubject } from '../../../../shared/search/query/query.js';
import { emptyNotice } from '../../../../worker/match/rank/empty-answer.js';
import { searchCorpus } from '../../../../worker/match/rank/search-corpus.js';
import { corpusOf, gazetteer, made, now } from '../../lib/made-jobs.js';

const jobs = [
  ...Array.from({ length: 4 }, (_, at) => made({ title: 'Pastry Chef', about: `kitchen ${at}`, company: `Inn ${at}` })),
  made({ title: 'Pastry Chef', about: 'by the sea', place: 'Leeds, UK', pay: '$90,000 a year' }),
  made({ title: 'Welder', about: 'qwerty steel', place: 'Leeds, UK' }),
];
const corpus = corpusOf(jobs);
const find = (query: Partial<SearchSubject>) => searchCorpus(corpus, { ...anySearch, ...query }, { now, gazetteer });

test.each<Partial<SearchSubject>>([
  { keyword: 'pastry chef', location: 'Berlin', salary: '80000' },
  { keyword: '"welder"', location: 'Berlin', jobType: 'internship' },
  { location: 'Munich', dateSincePosted: 'past week' },
  { keyword: 'pastry chef berlin', salary: '80000' },
  { keyword: 'pastry chef', skills: 'Welding' },
  { skills: 'Python', location: 'Leeds, UK' },
])('each count is the total of the search without that field: %j', (query) => {
  const { total, offers } = find(query);
  expect([total, offers === null]).toEqual([0, false]);
  for (const [field, [exact, near]] of Object.entries(offers?.fields ?? {}))
    if (query[field as keyof SearchSubject] !== undefined && field !== 'keyword')
      expect([field, exact + near]).toEqual([field, find({ ...query, [field]: '' }).total]);
});

test('says what finds something, the most first', () => {
  const query = { keyword: 'pastry chef', location: 'Berlin', salary: '80000' };
  const { offers } = find(query);
  expect(offers && emptyNotice(query, offers)).toBe(
    'No stored job meets the keyword and all filters, and no title is near it. There are jobs with one field left out: without the pay 4, without the location 1.',
  );
});

test('says which word alone finds something, within the filters', () => {
  const query = { keyword: 'qwerty sea', location: 'Leeds, UK' };
  const { offers } = find(query);
  expect(offers && emptyNotice(query, offers)).toContain('There are jobs for only one word: "qwerty" 1, "sea" 1.');
});

test('nothing is offered where jobs are found, or where nothing is asked for', () => {
  expect(find({ keyword: 'welder' }).offers).toBeNull();
  expect(emptyNotice({ keyword: '' }, { fields: {}, words: {} })).toBeNull();
});
