import { expect, test } from '@jest/globals';
import { anySearch } from '../../../../bench/any-search.js';
import { facetFields } from '../../../../shared/search/facets.js';
import type { SearchSubject } from '../../../../shared/search/query.js';
import { countFacets } from '../../../../worker/match/rank/count-facets.js';
import { searchCorpus } from '../../../../worker/match/rank/search-corpus.js';
import { mergeFacets } from '../../../../worker/shards/merge-facets.js';
import { corpusOf, gazetteer, made, now } from '../../lib/made-jobs.js';

const titles = ['Nurse', 'Registered Nurse', 'Senior Truck Driver', 'Data Analyst', 'Chief Data Officer', 'CDL Driver'];
const towns = ['Berlin', 'Potsdam, Germany', 'Munich', 'Austin, TX', 'New York, NY', 'Newark, NJ', 'Germany', ''];
const pays = [undefined, '$48,000 a year', '€72,000 per year', '$30 an hour', '$250,000 a year'];
const workplaces = ['remote', 'hybrid', 'on site', null] as const;
const jobTypes = ['full time', 'part time', 'contract', null] as const;

const jobs = Array.from({ length: 420 }, (_, at) => {
  const pay = pays[at % pays.length];
  return made({
    title: titles[(at * 7) % titles.length] ?? '',
    about: `the work of number ${at}`,
    place: towns[(at * 5) % towns.length] ?? '',
    company: `Company ${Math.floor(Math.sqrt(at * 3))}`,
    workplace: [workplaces[(at * 3) % 4] ?? ''],
    jobType: [jobTypes[Math.floor(at / 4) % 4] ?? ''],
    days: at % 45,
    ...(pay === undefined ? {} : { pay }),
  });
});
const corpus = corpusOf(jobs);
const options = { now, gazetteer };
const find = (query: SearchSubject) => searchCorpus(corpus, query, options);
const facetsOf = (query: SearchSubject) => mergeFacets([countFacets(corpus, query, options).counts]);

const queries: Partial<SearchSubject>[] = [
  {},
  { keyword: 'nurse' },
  { keyword: 'registered nurse', location: 'Germany' },
  { keyword: 'driver OR analyst', jobType: 'full time' },
  { keyword: 'data -chief', location: 'Berlin', remoteFilter: 'remote' },
  { keyword: 'truck driver', remoteFilter: 'hybrid', dateSincePosted: '72hr' },
  { keyword: 'lorry driver', location: 'New York, NY; Munich', salary: '40000' },
  { keyword: 'driver OR analyst', salary: '70000 EUR' },
  { location: 'Texas', experienceLevel: 'senior', dateSincePosted: 'past month' },
  { keyword: 'welder', location: 'Berlin' },
  { keyword: 'remote nurse berlin' },
  { keyword: 'part time analyst', experienceLevel: 'senior' },
];

test.each(queries)('each count is the total of the search with that value: %j', (asked) => {
  const query = { ...anySearch, ...asked };
  const { facets, total, exact } = facetsOf(query);
  const found = find(query);
  expect([total, exact]).toEqual([found.total, found.exact]);
  for (const field of facetFields)
    for (const { word, jobs: counted } of facets[field])
      expect([field, word, counted]).toEqual([field, word, find({ ...query, [field]: word } as SearchSubject).total]);
  for (const { word, jobs: counted } of facets.places)
    expect([word, counted]).toEqual([word, find({ ...query, location: word }).total]);
  expect(facets.salary.any).toBe(find({ ...query, salary: '' }).total);
  const currency = query.salary.split(' ').slice(1);
  for (const [at, { from }] of facets.salary.buckets.entries()) {
    const above = facets.salary.buckets.slice(at).reduce((sum, bucket) => sum + bucket.jobs, 0);
    if (query.salary !== '')
      expect([from, above]).toEqual([from, find({ ...query, salary: [from, ...currency].join(' ') }).total]);
  }
});

test('the values of a query are among the counted ones', () => {
  const { facets } = facetsOf({ ...anySearch, dateSincePosted: '72hr', location: 'Berlin' });
  expect(facets.dateSincePosted.map(({ word }) => word)).toEqual(['', '24hr', 'past week', 'past month', '72hr']);
});

test('buckets of pay add up: those from a bound on are what a search for that pay has', () => {
  const { facets } = facetsOf({ ...anySearch, salary: '200000' });
  const { any, unknown, buckets } = facets.salary;
  expect(unknown + buckets.reduce((sum, each) => sum + each.jobs, 0)).toBe(any);
  for (const { from } of buckets) {
    const above = buckets.filter((each) => each.from >= from).reduce((sum, each) => sum + each.jobs, 0);
    expect([from, above]).toEqual([from, find({ ...anySearch, salary: String(from) }).total]);
  }
  expect(buckets.at(-1)).toMatchObject({ from: 200_000, to: null });
});

test('the busiest places are the busiest first, and no two towns are near each other', () => {
  const words = facetsOf(anySearch).facets.places.map(({ word }) => word);
  expect(words[0]).toBe('');
  expect(words).toContain('Germany');
  expect(words.filter((word) => /Berlin|Potsdam/.test(word))).toHaveLength(1);
  expect(words.filter((word) => /New York|Newark/.test(word))).toHaveLength(1);
});

test('the map has each town with the jobs that state it, and counts those that state none', () => {
  const { map } = facetsOf({ ...anySearch, location: 'Berlin' }).facets;
  const stated = (town: string) => jobs.filter(({ places: [place] }) => place?.city === town).length;
  expect(map.points.map(({ word }) => word).sort()).toEqual(
    ['Austin, TX', 'Berlin, Germany', 'Munich, Germany', 'New York, NY', 'Newark, NJ', 'Potsdam, Germany'].sort(),
  );
  for (const { word, jobs: counted } of map.points)
    expect([word, counted]).toEqual([word, stated(word.split(',')[0] ?? '')]);
  const [busiest] = map.points;
  expect(busiest?.jobs).toBe(Math.max(...map.points.map((point) => point.jobs)));
  expect(map.points.find(({ word }) => word === 'Berlin, Germany')).toMatchObject({
    lat: expect.closeTo(52.5, 0),
    lon: expect.closeTo(13.4, 0),
  });
  expect(map.unplaced + map.points.reduce((sum, point) => sum + point.jobs, 0)).toBe(jobs.length);
});

test('a job of two towns is at both, and shards add up', () => {
  const two = corpusOf([
    made({ title: 'Nurse', place: 'Berlin; Munich' }),
    made({ title: 'Nurse', place: 'Berlin', days: 3 }),
  ]);
  const { counts } = countFacets(two, anySearch, options);
  const { map } = mergeFacets([counts, counts]).facets;
  expect(map.points.map(({ word, jobs: counted }) => [word, counted])).toEqual([
    ['Berlin, Germany', 4],
    ['Munich, Germany', 2],
  ]);
});

test('the busiest companies are counted over all spellings of their names', () => {
  const query = { ...anySearch, keyword: 'nurse' };
  const { facets } = facetsOf(query);
  expect(facets.companies).toHaveLength(10);
  for (const { word, jobs: counted } of facets.companies)
    expect([word, counted]).toEqual([word, find({ ...query, keyword: `nurse company:"${word}"` }).exact]);
  const spelt = corpusOf(['Acme', 'ACME Inc.', 'Beta'].map((company, at) => made({ title: `Job ${at}`, company })));
  expect(mergeFacets([countFacets(spelt, anySearch, options).counts]).facets.companies).toEqual([
    { word: 'Acme', jobs: 2 },
    { word: 'Beta', jobs: 1 },
  ]);
});
