import { expect, test } from '@jest/globals';
import { anySearch, type SearchSubject } from '../../../../../shared/search/query/query.js';
import { countFacets } from '../../../../../worker/match/rank/facets/count-facets.js';
import { searchCorpus } from '../../../../../worker/match/rank/search-corpus.js';
import { corpusOf, gazetteer, made, now } from '../../../lib/made-jobs.js';

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
const facetsOf = (query: SearchSubject) => countFacets(corpus, query, options);

test('near matches are in no count', () => {
  const query = { ...anySearch, keyword: 'registered nurse' };
  const found = find(query);
  expect(found.total).toBeGreaterThan(found.exact);
  const { exact, facets } = facetsOf(query);
  expect(exact).toBe(found.exact);
  expect(facets.jobType[0]).toEqual({ word: '', jobs: found.exact });
  expect(facets.salary.any).toBe(found.exact);
  const points = facets.map.points.reduce((sum, point) => sum + point.jobs, 0);
  expect(points + facets.map.unplaced).toBe(found.exact);
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
  expect(buckets.at(-1)).toMatchObject({ from: 400_000, to: null });
});

test('where only the keyword names pay, buckets are what a search has whose field replaces it, in the currency of its place', () => {
  const query = { ...anySearch, keyword: 'data €50k', location: 'Austin, TX' };
  const { buckets } = facetsOf(query).facets.salary;
  expect(buckets.some(({ jobs: count }) => count > 0)).toBe(true);
  for (const { from } of buckets) {
    const above = buckets.filter((each) => each.from >= from).reduce((sum, each) => sum + each.jobs, 0);
    expect([from, above]).toEqual([from, find({ ...query, salary: String(from) }).exact]);
  }
});

test('of equally busy places and spellings the same are listed, in whatever order their postings came', () => {
  const states = ['TX', 'OH', 'IL', 'CA', 'MA', 'PA', 'NC'];
  const cities = ['Springfield', 'Columbus', 'Jackson', 'Lincoln', 'Salem', 'Dayton', 'Auburn'];
  const equal = cities.flatMap((city, at) =>
    states.map((state, number) =>
      made({
        title: `Cook ${at} ${number}`,
        place: `${city}, ${state}`,
        company: number % 2 === 0 ? 'Acme' : 'Acme Foods',
      }),
    ),
  );
  const listed = (some: typeof equal) => countFacets(corpusOf(some), anySearch, options).facets;
  const { places, companies, map } = listed(equal);
  const reversed = listed(equal.toReversed());
  expect([reversed.places, reversed.companies, reversed.map]).toEqual([places, companies, map]);
});

test('the busiest places are the busiest first, and no two towns are near each other', () => {
  const words = facetsOf(anySearch).facets.places.map(({ word }) => word);
  expect(words[0]).toBe('');
  expect(words).toContain('Germany');
  expect(words.filter((word) => /Berlin|Potsdam/.test(word))).toHaveLength(1);
  expect(words.filter((word) => /New York|Newark/.test(word))).toHaveLength(1);
});

test('places are within that of the search: a town whose surroundings reach beyond it is left out', () => {
  const wordsIn = (location: string) => {
    const { facets, exact } = facetsOf({ ...anySearch, location });
    for (const { word, jobs: counted } of facets.places.slice(1))
      expect([word, counted <= exact]).toEqual([word, true]);
    return facets.places.slice(1).map(({ word }) => word);
  };
  expect(wordsIn('Germany').sort()).toEqual(['Berlin, Germany', 'Germany', 'Munich, Germany']);
  expect(wordsIn('Berlin')).toEqual(['Berlin, Germany']);
  expect(wordsIn('Texas')).toEqual(['Austin, TX']);
  // A search in New York has jobs of New Jersey.
  expect(wordsIn('New York State')).toEqual([]);
  const over = [made({ title: 'Nurse', place: 'Berlin; Austin, TX' }), made({ title: 'Nurse', place: 'Munich' })];
  const { facets } = countFacets(corpusOf(over), { ...anySearch, location: 'Europe' }, options);
  expect(facets.places.map(({ word, jobs: counted }) => [word, counted])).toEqual([
    ['', 2],
    ['Berlin, Germany', 1],
    ['Munich, Germany', 1],
  ]);
  expect(facets.map.points.map(({ word }) => word)).toEqual(['Berlin, Germany', 'Munich, Germany']);
});

test('the map has each town of the jobs of the search, and counts those that state none', () => {
  const { map } = facetsOf({ ...anySearch, dateSincePosted: '72hr' }).facets;
  const recent = jobs.filter((_, at) => at % 45 <= 3);
  const stated = (town: string) => recent.filter(({ places: [place] }) => place?.city === town).length;
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
  expect(map.unplaced + map.points.reduce((sum, point) => sum + point.jobs, 0)).toBe(recent.length);
  const near = facetsOf({ ...anySearch, location: 'Berlin' });
  expect(near.facets.map.points.map(({ word }) => word).sort()).toEqual(['Berlin, Germany', 'Potsdam, Germany']);
  expect(near.facets.map.points.reduce((sum, point) => sum + point.jobs, 0)).toBe(near.exact);
});

test('a job of two towns is at both', () => {
  const two = corpusOf([
    made({ title: 'Nurse', place: 'Berlin; Munich' }),
    made({ title: 'Nurse', place: 'Berlin', days: 3 }),
  ]);
  const { map } = countFacets(two, anySearch, options).facets;
  expect(map.points.map(({ word, jobs: counted }) => [word, counted])).toEqual([
    ['Berlin, Germany', 2],
    ['Munich, Germany', 1],
  ]);
});

test('the busiest companies are counted as a search for their names finds them', () => {
  const query = { ...anySearch, keyword: 'nurse' };
  const { facets } = facetsOf(query);
  expect(facets.companies).toHaveLength(10);
  for (const { word, jobs: counted } of facets.companies)
    expect([word, counted]).toEqual([word, find({ ...query, keyword: `nurse company:"${word}"` }).exact]);
  const spelt = corpusOf(['Acme', 'ACME Inc.', 'Beta'].map((company, at) => made({ title: `Job ${at}`, company })));
  expect(countFacets(spelt, anySearch, options).facets.companies).toEqual([
    { word: 'Acme', jobs: 2 },
    { word: 'Beta', jobs: 1 },
  ]);
  const forms = corpusOf(
    ['Beta, Inc.', 'BETA GmbH', 'Beta & Co'].map((company, at) => made({ title: `Job ${at}`, company })),
  );
  expect(countFacets(forms, anySearch, options).facets.companies).toEqual([{ word: 'Beta', jobs: 3 }]);
  const alike = corpusOf(
    ['Acme', 'Acme Robotics', 'The "Best" Bakery'].map((company) => made({ title: 'Nurse', company })),
  );
  expect(countFacets(alike, anySearch, options).facets.companies).toEqual([
    { word: 'Acme', jobs: 2 },
    { word: 'Acme Robotics', jobs: 1 },
    { word: 'The Best Bakery', jobs: 1 },
  ]);
});
