import { expect, test } from '@jest/globals';
import { anySearch } from '../../../../shared/search/query/query.js';
import { analyzeSearch } from '../../../../worker/match/keyword/analyze-search.js';
import { readFacts } from '../../../../worker/match/keyword/read-facts.js';
import { gazetteer, made, search } from '../../lib/made-jobs.js';

const read = (keyword: string) => {
  const { rest, facts } = readFacts(keyword, gazetteer);
  return [rest, ...facts.map(({ field, value }) => `${field} ${value}`)];
};

test.each([
  [
    'remote java berlin senior 100k',
    ...['java', 'remoteFilter remote', 'location Berlin, Germany', 'experienceLevel senior', 'salary 100000'],
  ],
  [
    'senior developer 120k remote us',
    'senior developer',
    ...['salary 120000', 'remoteFilter remote', 'location United States'],
  ],
  ['nurse UK', 'nurse', 'location United Kingdom'],
  ['english speaking berlin', '', 'language en', 'location Berlin, Germany'],
  [
    'remote nurse berlin company:"The Ward"',
    'nurse company:"The Ward"',
    'remoteFilter remote',
    'location Berlin, Germany',
  ],
  [
    'remote berlin company:"A" industry:"B & C" size:"1-10"',
    'company:"A" industry:"B & C" size:"1-10"',
    'remoteFilter remote',
    'location Berlin, Germany',
  ],
  ['remote berlin company:"The Ward"', 'company:"The Ward"', 'remoteFilter remote', 'location Berlin, Germany'],
  ['nurse berlin "night" company:"The Ward"', 'nurse berlin "night" company:"The Ward"'],
  ['java developer remote eu', 'java developer', 'remoteFilter remote', 'location EU'],
  ['developer berlin 60000 eur', 'developer', 'location Berlin, Germany', 'salary 60000 EUR'],
  ['100k php developer', 'php developer', 'salary 100000'],
  ['€70k data engineer', 'data engineer', 'salary 70000 EUR'],
  ['remote nurse practitioner', 'nurse practitioner', 'remoteFilter remote'],
  ['java developer, fully remote', 'java developer', 'remoteFilter remote'],
  ['project manager hybrid', 'project manager', 'remoteFilter hybrid'],
  ['programista java zdalnie', 'programista java', 'remoteFilter remote'],
  ['comercial teletrabajo', 'comercial', 'remoteFilter remote'],
  ['camarero media jornada', 'camarero', 'jobType part time'],
  ['magazynier pełny etat', 'magazynier', 'jobType full time'],
  ['kelner bez doświadczenia', 'kelner', 'experienceLevel entry level'],
  ['obsługa zdalna klienta', 'obsługa zdalna klienta'],
  ['work from home customer service', 'customer service', 'remoteFilter remote'],
  ['nurse in Austin, TX', 'nurse', 'location Austin, TX'],
  ['truck driver houston texas', 'truck driver', 'location Houston, TX'],
  ['software engineer new york', 'software engineer', 'location New York, NY'],
  ['python münchen', 'python', 'location Munich, Germany'],
  ['account executive United Kingdom', 'account executive', 'location United Kingdom'],
  ['kubernetes Europe', 'kubernetes', 'location Europe'],
  ['store manager in nice', 'store manager', 'location Nice, France'],
  ['loan officer in Georgia', 'loan officer', 'location Georgia'],
  ['Part-Time cashier', 'cashier', 'jobType part time'],
  ['java contract', 'java', 'jobType contract'],
  ['react developer $120,000 remote', 'react developer', 'salary 120000', 'remoteFilter remote'],
  ['data scientist junior remote', 'data scientist', 'experienceLevel entry level', 'remoteFilter remote'],
  ['remote 100k', '', 'remoteFilter remote', 'salary 100000'],
  ['warehouse no experience needed', 'warehouse', 'experienceLevel entry level'],
  ['no experience', '', 'experienceLevel entry level'],
  ['remote jobs', '', 'remoteFilter remote'],
  ['jobs in Leipzig', '', 'location Leipzig, Germany'],
  ['offres emploi Lyon', '', 'location Lyon, France'],
  ['conseiller emploi Lyon', 'conseiller emploi', 'location Lyon, France'],
  ['nursing jobs', 'nursing jobs'],
  ['Lagerist ohne Berufserfahrung', 'Lagerist', 'experienceLevel entry level'],
  ['no experience remote data entry', 'data entry', 'experienceLevel entry level', 'remoteFilter remote'],
  ['software engineer visa sponsorship', 'software engineer', 'keyword visa:yes'],
  ['visa sponsorship', '', 'keyword visa:yes'],
  ['nurse near me', 'nurse', 'keyword '],
  ['sponsorship manager', 'sponsorship manager'],
  ['experience designer', 'experience designer'],
])('%s', (keyword, ...expected) => {
  expect(read(keyword)).toEqual(expected);
});

test.each([
  ...[
    'Senior Living Aide',
    'Remote Sensing Engineer',
    'London Bridge Hospital',
    'contract manager',
    'entry level sales',
  ],
  ...['Senior Java Developer', 'developer senior', 'remote pilot', 'hybrid project manager', 'home office manager'],
  ...[
    'bank of america',
    'air france',
    'university of chicago',
    'new york software engineer',
    'physician, Southeastern Texas',
  ],
  ...[
    'mobile developer',
    'developer mobile',
    'teacher reading',
    'elixir phoenix',
    'nurse georgia',
    'software engineer in test',
  ],
  ...[
    'Store Manager - Chicago',
    'Insurance Producer- Orem, UT',
    'Nurse (Remote)',
    'Developer | Berlin',
    'R&D Berlin/Potsdam',
  ],
  ...[
    'contact us',
    'java 60000',
    'administrator 401k',
    'room 2040',
    'IT',
    'remote',
    'berlin',
    'senior',
    '100k',
    'Head of MENA Sales',
  ],
  ...['"remote" java', 'java -remote', 'react OR vue remote', 'title:java remote', 'java not berlin'],
])('stays words: %s', (keyword) => {
  expect(read(keyword)).toEqual([keyword]);
});

test('a notice says how the keyword was read, and how to mean the words', () => {
  const { subject, notices } = analyzeSearch({ ...anySearch, keyword: 'remote java berlin' }, gazetteer);
  expect(subject).toEqual({
    ...anySearch,
    ...{ keyword: 'java', remoteFilter: 'remote', location: 'Berlin, Germany' },
  });
  expect(notices).toEqual([
    'In the keyword we read "remote" as remote work, "berlin" as the location Berlin, Germany. To look for the words themselves, put them in quotes: "remote" "berlin".',
  ]);
  expect(analyzeSearch({ ...anySearch, keyword: 'java in europe' }, gazetteer).notices).toEqual([
    'In the keyword we read "in europe" as the location. To look for the words themselves, put them in quotes: "in europe".',
  ]);
});

test('a field that is filled in stands', () => {
  const asked = { ...anySearch, keyword: 'remote java', remoteFilter: 'hybrid' as const };
  expect(analyzeSearch(asked, gazetteer)).toMatchObject({
    subject: { ...anySearch, keyword: 'java', remoteFilter: 'hybrid' },
    notices: [
      '"remote" in the keyword is not used, since the workplace says "hybrid". To look for the word itself, put it in quotes.',
    ],
  });
  expect(analyzeSearch({ ...asked, remoteFilter: 'remote' }, gazetteer).notices).toEqual([]);
});

test('a search finds by the facts, and by the words when they are quoted', () => {
  const jobs = [
    made({ title: 'Java Developer', workplace: ['remote'], about: 'one' }),
    made({ title: 'Java Developer', workplace: ['on site'], about: 'two' }),
    made({ title: 'Java Developer', place: 'Leeds, UK', about: 'three, in a remote valley' }),
  ];
  const found = search(jobs, { keyword: 'java developer remote' });
  expect(found.jobs.map(({ workplace }) => workplace)).toEqual(['remote']);
  expect(found.notices[0]).toMatch(/^In the keyword we read "remote" as remote work/);
  expect(search(jobs, { keyword: 'java developer leeds' }).jobs.map(({ location }) => location.city)).toEqual([
    'Leeds',
  ]);
  expect(search(jobs, { keyword: 'java "developer" remote' }).notices).toEqual([]);
});

test('wishes in one’s own words narrow the search, and what cannot be known is said', () => {
  const jobs = [
    made({ title: 'Nurse', about: 'one', text: 'We work a 4-day week on full pay, and plan the shifts together.' }),
    made({ title: 'Nurse', about: 'two', text: 'You are on the ward 4 days, and at home for the rest of the week.' }),
    made({ title: 'Nurse', about: 'three', text: 'We offer visa sponsorship and help with the move to Leeds.' }),
  ];
  const textsOf = (keyword: string) => search(jobs, { keyword }).jobs.map(({ summary }) => summary.slice(0, 12));
  expect(textsOf('nurse 4 day week')).toEqual(['We work a 4-']);
  expect(textsOf('four-day week')).toEqual(['We work a 4-']);
  expect(textsOf('nurse with visa sponsorship')).toEqual(['We offer vis']);
  const near = search(jobs, { keyword: 'nurse near me' });
  expect(near.total).toBe(3);
  expect(near.notices[0]).toContain('"near me" as no words, since the service does not know where you are');
});
