import { expect, test } from '@jest/globals';
import type { SearchSubject } from '../../../../../shared/search/query/query.js';
import { ratesNotice } from '../../../../../shared/words/exchange-rates.js';
import { made, search } from '../../../lib/made-jobs.js';

const jobs = [
  made({ company: 'dollars', title: 'Clerk', pay: '$100,000 a year', days: 1 }),
  made({ company: 'euros', title: 'Clerk', pay: '€95,000 a year', days: 2 }),
  made({ company: 'a wider range', title: 'Clerk', pay: '€60,000 - €95,000 a year', days: 1 }),
  made({ company: 'yen', title: 'Clerk', pay: '¥9,000,000 a year', place: 'Tokyo, Japan' }),
  made({ company: 'pounds', title: 'Clerk', pay: '£90,000 a year', place: 'London, UK' }),
  made({ company: 'pesos', title: 'Clerk', pay: 'ARS 90,000,000 a year', place: 'Buenos Aires, Argentina' }),
  made({ company: 'no pay', title: 'Clerk', place: 'Potsdam, Germany', days: 0.1 }),
  made({ company: 'no place', title: 'Clerk', place: 'Remote', workplace: ['remote'] }),
];
const companiesOf = (query: Partial<SearchSubject>) => search(jobs, query).jobs.map(({ company }) => company.name);

test.each([
  ['', {}],
  ['clerk', {}],
  ['clerk', { salary: '1 USD' }],
])(
  'by pay: the highest converted maximum, then minimum; what has no rate, then no pay, last (keyword "%s" %j)',
  (keyword, more) => {
    const last = 'salary' in more ? [] : ['pesos', 'no pay', 'no place'];
    expect(companiesOf({ keyword, sortBy: 'salary', ...more })).toEqual([
      ...['pounds', 'euros', 'a wider range', 'dollars', 'yen'],
      ...last,
    ]);
  },
);

test('a page of an order by pay is the same part of the whole', () => {
  const { take } = search(jobs, { keyword: 'clerk', sortBy: 'salary' });
  const ids = take(8).map(({ id }) => id);
  for (const count of [1, 2, 3, 5, 6, 7]) expect(take(count).map(({ id }) => id)).toEqual(ids.slice(0, count));
});

test('by distance: from the place, or the nearest of several; without one last', () => {
  const near = companiesOf({ location: 'Berlin within 1000 km', sortBy: 'distance' });
  expect(near.slice(0, 3).sort()).toEqual(['a wider range', 'dollars', 'euros']);
  expect(near.slice(3)).toEqual(['no pay', 'pounds']);
  expect(companiesOf({ location: 'Potsdam', sortBy: 'distance' })[0]).toBe('no pay');
  const several = companiesOf({
    location: 'London; Tokyo; Berlin',
    sortBy: 'distance',
    keyword: 'clerk',
  });
  expect(several.at(-1)).toBe('no pay');
  expect(several).toHaveLength(6);
});

test('where distances are not known, or currencies are compared, a notice says so', () => {
  expect(search(jobs, { location: 'Germany', sortBy: 'distance' }).notices).toEqual([
    'The location names no town whose distance is known, so the jobs are sorted by relevance.',
  ]);
  expect(search(jobs, { sortBy: 'salary' }).notices).toEqual([ratesNotice()]);
  expect(search(jobs, { salary: '50000 EUR' }).notices).toEqual([ratesNotice()]);
});

test('pay without a currency is compared in that of the place, else in dollars, and a notice says so', () => {
  const read = (query: Partial<SearchSubject>): [(string | null)[], string | undefined] => {
    const { jobs: found, notices } = search(jobs, query);
    return [
      found.map(({ company }) => company.name).sort(),
      notices.find((notice) => /names no currency/.test(notice)),
    ];
  };
  const compared = (code: string) =>
    `The pay names no currency and is compared in ${code}; to compare it in another one, write it: "50000 ${code === 'EUR' ? 'USD' : 'EUR'}".`;
  expect(read({ salary: '101000' })).toEqual([['a wider range', 'euros', 'pounds'], compared('USD')]);
  expect(read({ salary: '95000', location: 'Berlin' })).toEqual([['a wider range', 'euros'], compared('EUR')]);
  expect(read({ salary: '95000', location: 'Berlin; Paris' })[1]).toBe(compared('EUR'));
  expect(read({ salary: '9000000', location: 'Tokyo' })).toEqual([['yen'], compared('JPY')]);
  expect(read({ salary: '80000', location: 'Tokyo; London' })[1]).toBe(compared('USD'));
  expect(read({ salary: '100000 USD' })[1]).toBeUndefined();
});

test('pay that boards state differently is compared in each', () => {
  const opening = { title: 'Night Watch Keeper', company: 'Globex', about: 'Keep the watch at night' };
  const copies = [
    made({ ...opening, pay: '¥9,000,000 a year' }),
    made({ ...opening, source: 'two', pay: '€70,000 a year' }),
  ];
  const of = (query: Partial<SearchSubject>) =>
    search([...jobs, ...copies], { keyword: 'night watch keeper', ...query });
  expect(of({}).jobs).toHaveLength(1);
  expect(of({ salary: '70000-71000 EUR' }).total).toBe(1);
  expect(of({ salary: '9000000 JPY' }).total).toBe(1);
  expect(of({ salary: '14000000 JPY' }).total).toBe(0);
  const all = search([...jobs, ...copies], { sortBy: 'salary' }).jobs.map(({ company }) => company.name);
  expect(all.slice(4, 6)).toEqual(['Globex', 'yen']);
});

test('the full-time year of part-time pay by the hour is compared for each board that states such pay', () => {
  const opening = { title: 'Night Watch Keeper', company: 'Globex', jobType: ['part time'], about: 'Keep the watch' };
  const copies = [
    made({ ...opening, pay: '€20 - €25 an hour' }),
    made({ ...opening, source: 'two', pay: '€40 - €50 an hour' }),
  ];
  const of = (query: Partial<SearchSubject>) => search(copies, { keyword: 'night watch keeper', ...query });
  expect(of({}).jobs).toHaveLength(1);
  for (const [salary, total] of [
    ['50000 EUR', 1],
    ['100000 EUR', 1],
    ['55000-80000 EUR', 0],
    ['105000 EUR', 0],
  ] as const)
    expect([salary, of({ salary }).total]).toEqual([salary, total]);
});
