import { expect, test } from '@jest/globals';
import type { SearchSubject } from '../../../../../shared/search/query/query.js';
import { made, search } from '../../../lib/made-jobs.js';

const remote = { title: 'Clerk', place: 'Remote', workplace: ['remote'] };

/** Jobs whose country is known in different ways; the company names how. */
const jobs = [
  made({ company: 'in Paris', title: 'Clerk', place: 'Paris, France' }),
  made({ company: 'in a place nobody knows', title: 'Clerk', place: 'Qwertyville' }),
  made({ company: 'without a place', title: 'Clerk', place: '' }),
  made({ ...remote, company: 'remote' }),
  made({ ...remote, company: 'remote at a place nobody knows', place: 'Qwertyville' }),
  made({ ...remote, company: 'remote at a place in Spain', place: 'Madrid, Spain' }),
  made({ ...remote, company: 'remote in the EU', remoteRegions: ['EU'] }),
  made({ ...remote, company: 'remote in EMEA', remoteRegions: ['EMEA'] }),
  made({ ...remote, company: 'remote in APAC', remoteRegions: ['APAC'] }),
  made({ ...remote, company: 'remote in two countries', remoteRegions: ['Canada', 'France'] }),
  made({ ...remote, company: 'remote in the world', remoteRegions: ['Worldwide'] }),
];

/** The reason of the place by company. */
const foundBy = (query: Partial<SearchSubject>): Record<string, string | undefined> =>
  Object.fromEntries(
    search(jobs, query)
      .jobs.map(({ company, match }) => [company.name ?? '', match.why[0]] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

test('an area holds what is known to lie in it', () => {
  expect(foundBy({ location: 'Europe' })).toEqual({
    'in Paris': 'in europe',
    'remote at a place in Spain': 'in europe',
    'remote in the EU': 'remote within EU',
    'remote in two countries': 'remote within France',
  });
});

test('remote work is kept unless its region excludes the place, and says where nothing is stated', () => {
  const inEurope = {
    'remote in EMEA': 'remote within EMEA',
    'remote in the EU': 'remote within EU',
    'remote in the world': 'remote within Worldwide',
    'remote in two countries': 'remote within France',
    remote: 'remote, from where is not stated',
  };
  const remoteFilter = 'remote';
  expect(foundBy({ location: 'Europe', remoteFilter })).toEqual({
    ...inEurope,
    'remote at a place in Spain': 'in europe',
  });
  expect(foundBy({ location: 'Lyon, France', remoteFilter })).toEqual(inEurope);
  expect(foundBy({ location: 'Barcelona', remoteFilter })).toMatchObject({
    'remote at a place in Spain': 'remote from Spain, as its place is there',
  });
  expect(foundBy({ location: 'Remote, Asia; Tokyo' })).toEqual({
    'remote in APAC': 'remote within APAC',
    'remote in the world': 'remote within Worldwide',
    remote: 'remote, from where is not stated',
  });
});
