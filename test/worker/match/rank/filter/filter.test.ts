import { describe, expect, test } from '@jest/globals';
import { fieldNames } from '../../../../../shared/search/fields.js';
import type { SearchSubject } from '../../../../../shared/search/query/query.js';
import { filters } from '../../../../../worker/match/rank/filter/filter.js';
import { made, search } from '../../../lib/made-jobs.js';

const german =
  'Wir suchen für unser Team eine Person, die mit uns und mit den Kunden arbeitet und die Akten in der Stadt ordnet. ';
const french =
  'Nous cherchons pour notre équipe une personne qui travaille avec nous et avec les clients dans la ville et pour les dossiers. ';

/** Jobs that differ in one fact each; the company names the fact. */
const jobs = [
  made({ company: 'paid by the year', title: 'Clerk', pay: '$90,000 - $110,000 a year' }),
  made({ company: 'paid by the hour', title: 'Clerk', pay: '$50 an hour' }),
  made({ company: 'paid little', title: 'Clerk', pay: '$30,000 a year' }),
  made({ company: 'unpaid as far as known', title: 'Clerk' }),
  made({ company: 'part time', title: 'Clerk', jobType: ['part time'] }),
  made({ company: 'full time', title: 'Clerk', jobType: ['full time'] }),
  made({ company: 'senior', title: 'Senior Clerk' }),
  made({
    company: 'remote in the US',
    title: 'Clerk',
    place: 'Remote',
    workplace: ['remote'],
    remoteRegions: ['United States'],
  }),
  made({ company: 'remote anywhere', title: 'Clerk', place: 'Remote', workplace: ['remote'] }),
  made({ company: 'hybrid', title: 'Clerk', workplace: ['hybrid'] }),
  made({ company: 'in Potsdam', title: 'Clerk', place: 'Potsdam, Germany' }),
  made({ company: 'in Hamburg', title: 'Clerk', place: 'Hamburg, Germany' }),
  made({ company: 'in Austin', title: 'Clerk', place: 'Austin, TX' }),
  made({ company: 'of an hour ago', title: 'Clerk', place: 'Oslo, Norway', days: 1 / 24 }),
  made({ company: 'of a month ago', title: 'Clerk', place: 'Oslo, Norway', days: 31 }),
  made({ company: 'in German', title: 'Clerk', place: 'Tallinn, Estonia', text: german.repeat(3) }),
  made({ company: 'in French', title: 'Clerk', place: 'Tallinn, Estonia', text: french.repeat(3) }),
  made({ company: 'undated', title: 'Clerk', place: 'Oslo, Norway', days: null }),
];

const companiesOf = (query: Partial<SearchSubject>): (string | null)[] =>
  search(jobs, query)
    .jobs.map(({ company }) => company.name)
    .sort();

describe('a job for several types and levels', () => {
  const several = [
    made({ title: 'Junior or Senior Baker', jobType: ['FULL_TIME', 'PART_TIME'] }),
    made({ title: 'Cook', source: 'one', jobType: ['full time'] }),
    made({ title: 'Cook', source: 'two', jobType: ['full time', 'temporary'] }),
  ];

  test('is found by any of them, shown with all, and says which was asked for', () => {
    const [baker] = search(several, { jobType: 'part time', experienceLevel: 'entry level' }).jobs;
    expect(baker).toMatchObject({
      ...{ jobType: 'full time', jobTypes: ['full time', 'part time'] },
      ...{ experienceLevel: 'senior', experienceLevels: ['senior', 'entry level'] },
      locations: [{ text: 'Berlin', city: 'Berlin', country: 'DE' }],
      match: { why: expect.arrayContaining(['part time', 'entry level']) },
    });
    expect(search(several, { keyword: 'part time' }).titles).toEqual(['Junior or Senior Baker']);
  });

  test('is found by those of another board', () => {
    const [cook, ...others] = search(several, { jobType: 'temporary' }).jobs;
    expect(others).toEqual([]);
    expect(cook).toMatchObject({ title: 'Cook', alsoOn: [expect.not.objectContaining({ says: expect.anything() })] });
  });

  test('counts under each of them', () => {
    const counts = (query: Partial<SearchSubject>) => search(several, query).total;
    expect([counts({ jobType: 'full time' }), counts({ jobType: 'part time' })]).toEqual([2, 1]);
  });
});

describe('a filter', () => {
  test('exists for each field of a query that filters, and for no other', () => {
    expect(Object.keys(filters).sort()).toEqual(
      fieldNames
        .filter((name) => !['keyword', 'skills', 'sortBy', 'limit', 'page', 'descriptions'].includes(name))
        .sort(),
    );
  });

  test.each<[string, Partial<SearchSubject>, string[]]>([
    [
      'salary: by the year, by its upper end, unknown left out',
      { salary: '100000' },
      ['paid by the hour', 'paid by the year'],
    ],
    ['salary: the very amount', { salary: '110000' }, ['paid by the year']],
    ['salary: in a currency', { salary: '100000 USD' }, ['paid by the hour', 'paid by the year']],
    ['salary: converted, with the rate of the day', { salary: '80000 EUR' }, ['paid by the hour', 'paid by the year']],
    ['salary: in a currency that has no rate', { salary: '1 ARS' }, []],
    ['salary: a range that pay overlaps', { salary: '40000-95000' }, ['paid by the year']],
    ['salary: a range that pay reaches with its upper end', { salary: '110000-120000' }, ['paid by the year']],
    ['salary: an upper end', { salary: 'up to 60000' }, ['paid little']],
    ['salary: an upper end in another currency', { salary: 'up to 25000 GBP' }, ['paid little']],
    ['salary: more than anybody pays', { salary: '110001' }, []],
    [
      'salary: nothing asked is not "0 or more"',
      { salary: '0' },
      ['paid by the hour', 'paid by the year', 'paid little'],
    ],
    ['jobType', { jobType: 'part time' }, ['part time']],
    ['several job types: any of them', { jobType: 'full time, part time' }, ['full time', 'part time']],
    ['several workplaces', { remoteFilter: 'hybrid, remote' }, ['hybrid', 'remote anywhere', 'remote in the US']],
    [
      'several workplaces in a place: that of an office, and where one may live',
      { remoteFilter: 'hybrid, on site, remote', location: 'Austin, TX' },
      ['remote anywhere', 'remote in the US'],
    ],
    [
      'companies left out, however they are written',
      { remoteFilter: 'hybrid, remote', excludeCompanies: 'HYBRID, Inc.; Remote Anywhere GmbH; nobody' },
      ['remote in the US'],
    ],
    ['a language', { language: 'de' }, ['in German']],
    ['several languages', { language: 'de, fr' }, ['in French', 'in German']],
    ['a language that no job is written in', { language: 'ja' }, []],
    ['jobType that no job states', { jobType: 'volunteer' }, []],
    ['experienceLevel', { experienceLevel: 'senior' }, ['senior']],
    [
      'location: remote work for residents of the place is work there',
      { location: 'usa' },
      ['in Austin', 'remote in the US'],
    ],
    ['location: several places', { location: 'Hamburg or austin tx' }, ['in Austin', 'in Hamburg']],
    [
      'location: remote or a town',
      { location: 'Remote or Hamburg' },
      ['in Hamburg', 'remote anywhere', 'remote in the US'],
    ],
    ['location: a town the state lacks', { location: 'Potsdam, TX' }, []],
    ['location: a radius', { location: 'Potsdam within 10 km' }, ['in Potsdam']],
    ['remoteFilter: hybrid', { remoteFilter: 'hybrid' }, ['hybrid']],
    ['remoteFilter: remote', { remoteFilter: 'remote' }, ['remote anywhere', 'remote in the US']],
    ['remoteFilter: on site is said, not assumed', { remoteFilter: 'on site' }, []],
    ['dateSincePosted: a day', { dateSincePosted: '24hr' }, ['of an hour ago']],
    [
      'dateSincePosted: unknown dates left out',
      { dateSincePosted: '744hr', location: 'Norway' },
      ['of a month ago', 'of an hour ago'],
    ],
    ['dateSincePosted: the past month', { dateSincePosted: 'past month', location: 'Norway' }, ['of an hour ago']],
    [
      'location: a town and fifty kilometres around',
      { location: 'Potsdam, Germany', jobType: 'part time' },
      ['part time'],
    ],
    ['location: a town that is too far', { location: 'Hamburg' }, ['in Hamburg']],
    ['location: a state', { location: 'Texas' }, ['in Austin']],
    ['location: a country', { location: 'Norway' }, ['of a month ago', 'of an hour ago', 'undated']],
    ['location: an unknown place is matched as text', { location: 'Qwertyville' }, []],
    [
      'location: Remote asks for no place',
      { location: 'Remote', remoteFilter: 'remote' },
      ['remote anywhere', 'remote in the US'],
    ],
    [
      'location with remote: where the candidate lives',
      { location: 'Berlin', remoteFilter: 'remote' },
      ['remote anywhere'],
    ],
    [
      'location with remote: within the stated region',
      { location: 'Austin, TX', remoteFilter: 'remote' },
      ['remote anywhere', 'remote in the US'],
    ],
    ['all of them', { salary: '100000', location: 'Berlin', dateSincePosted: 'past week', jobType: 'contract' }, []],
  ])('%s', (_, query, companies) => {
    expect(companiesOf(query)).toEqual([...companies].sort());
  });

  test('gives a notice for an unknown place', () => {
    expect(search(jobs, { location: 'Qwertyville' }).notices).toEqual([expect.stringContaining('"Qwertyville"')]);
    expect(search(jobs, { location: 'Berlin' }).notices).toEqual([]);
  });

  test('reads facts that a duplicate adds', () => {
    const twins = [
      made({ title: 'Cook', source: 'one' }),
      made({ title: 'Cook', source: 'two', text: '', workplace: ['remote'] }),
    ];
    expect(search(twins, { remoteFilter: 'remote' }).total).toBe(1);
  });
});
