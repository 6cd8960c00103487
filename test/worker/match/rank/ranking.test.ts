import { describe, expect, test } from '@jest/globals';
import type { Job } from '../../../../shared/search/job.js';
import { anySearch } from '../../../../shared/search/query/query.js';
import { searchCorpus } from '../../../../worker/match/rank/search-corpus.js';
import { corpusOf, gazetteer, made, now, search } from '../../lib/made-jobs.js';

const about = 'the work of the day';

describe('a title is read as people mean it', () => {
  test('"data entry" is no junior job with data', () => {
    const jobs = [
      made({ title: 'Junior Data Scientist', about }),
      made({ title: 'Data Engineer (Entry Level)', about, company: 'Beta' }),
      made({ title: 'Data Entry Clerk', about }),
    ];
    expect(search(jobs, { keyword: 'data entry' }).titles).toEqual(['Data Entry Clerk', 'Data Engineer (Entry Level)']);
    expect(search(jobs, { keyword: 'entry level data' }).titles).toContain('Junior Data Scientist');
  });
});

describe('among near matches', () => {
  test('a posting that has the missing word elsewhere comes first', () => {
    const jobs = [
      made({ title: 'Data Analyst', about }),
      made({ title: 'Data Analyst', company: 'Beta', about: 'reports in Tableau', days: 20 }),
    ];
    const { near } = search(jobs, { keyword: 'senior tableau data analyst' });
    expect(near.map(({ company }) => company.name)).toEqual(['Beta', 'Acme']);
  });
});

describe('the first results are different openings', () => {
  const towns = ['Berlin', 'Munich', 'Hamburg', 'Cologne', 'Vienna', 'Graz'];
  const jobs = [
    ...towns.map((place) => made({ title: 'Nurse', company: 'Clinic', place, about: `${about} in ${place}`, days: 1 })),
    ...['Ardo', 'Bela', 'Cama'].map((company) => made({ title: 'Night Nurse', company, about, days: 30 })),
  ];

  test('postings of one title and employer follow other openings, and say so', () => {
    const { jobs: found } = search(jobs, { keyword: 'nurse' });
    const companies = found.map(({ company }) => company.name);
    expect(companies.slice(0, 4).sort()).toEqual(['Ardo', 'Bela', 'Cama', 'Clinic']);
    expect(companies.slice(4)).toEqual(['Clinic', 'Clinic', 'Clinic', 'Clinic', 'Clinic']);
    const lowered = 'placed below other openings of this employer';
    expect(found.map(({ match }) => match.why.includes(lowered))).toEqual(found.map((_, at) => at > 3));
    const scores = found.map(({ match }) => match.score);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
  });

  test('except by date, where the newest come first', () => {
    const { jobs: found } = search(jobs, { keyword: 'nurse', sortBy: 'recent' });
    expect(found.slice(0, 6).map(({ company }) => company.name)).toEqual(towns.map(() => 'Clinic'));
  });
});

test('a short list begins as a long one, though the best openings are all repeats', () => {
  const jobs = Array.from({ length: 200 }, (_, at) => {
    const repeats = at < 90;
    const company = repeats ? `Clinic ${at % 2}` : `House ${at % 40}`;
    return made({
      title: repeats ? 'Nurse' : 'Night Nurse',
      company,
      text: Array.from({ length: 60 }, (_, word) => `duty${at}x${word}`).join(' '),
      requisition: `R-${1000 + at}`,
      days: at % 7,
    });
  });
  const found = searchCorpus(corpusOf(jobs), { ...anySearch, keyword: 'nurse' }, { now, gazetteer });
  const listed = (count: number) => found.list(count, 0).ranked;
  const isLowered = ({ match }: Job) => match.why.includes('placed below other openings of this employer');
  expect(found.take(200).filter(isLowered).length).toBeGreaterThan(80);
  for (const count of [1, 3, 10, 40]) expect(listed(count)).toEqual(listed(200).slice(0, count));
});

describe('titles in the words of the keyword come before those found by a synonym or a translation', () => {
  const titles = [
    'Ingénieur logiciel',
    'Software Engineer',
    'Software Test Engineer, Platform',
    'Software Developer',
    'Nurse Practitioner',
    'Krankenpfleger',
    'DevOps Platform Engineer',
    'Site Reliability Engineer',
    'Golang Developer',
    'Go Developer',
  ];
  // The wanted ones are as old as can be, the others of today and on two boards.
  const jobsFor = (own: readonly string[]) =>
    titles.flatMap((title) =>
      own.includes(title)
        ? [made({ title, about, days: 300 })]
        : ['one', 'two'].map((source) => made({ title, about, days: 0, source, requisition: title })),
    );

  test.each([
    ['software engineer', ['Software Engineer', 'Software Test Engineer, Platform']],
    ['Ingénieur logiciel', ['Ingénieur logiciel']],
    ['nurse', ['Nurse Practitioner']],
    ['Krankenpfleger', ['Krankenpfleger']],
    ['devops engineer', ['DevOps Platform Engineer']],
    ['go developer', ['Go Developer']],
  ])('%s', (keyword, own) => {
    const found = search(jobsFor(own), { keyword });
    expect(found.titles.length).toBeGreaterThan(own.length);
    expect(found.titles.slice(0, own.length).sort()).toEqual([...own].sort());
  });
});

describe('a keyword that names an employer', () => {
  test('finds the openings of that employer before titles that mention it', () => {
    const jobs = [
      made({ title: 'Stripe Consultant', company: 'Other', about }),
      made({ title: 'Account Executive', company: 'Stripe', about, days: 9 }),
    ];
    const { jobs: found } = search(jobs, { keyword: 'stripe' });
    expect(found.map(({ title }) => title)).toEqual(['Account Executive', 'Stripe Consultant']);
  });
});

describe('of two postings that have all words', () => {
  test('the one whose title has the rarer word comes first', () => {
    const jobs = [
      made({ title: 'Senior Staff', about: 'kubernetes and more' }),
      made({ title: 'Kubernetes Operator', company: 'Beta', about: 'a senior role', text: 'For senior staff.' }),
    ];
    expect(search(jobs, { keyword: 'staff kubernetes' }).titles).toEqual(['Kubernetes Operator', 'Senior Staff']);
  });
});

describe('titles without spaces are found by their parts', () => {
  const jobs = [
    made({ title: '高级软件工程师（北京）', about }),
    made({ title: 'バックエンドエンジニア', about }),
    made({ title: '백엔드개발자 모집', about }),
    made({ title: 'พยาบาลวิชาชีพ', about }),
  ];

  test.each([
    ['软件工程师', '高级软件工程师（北京）'],
    ['北京工程师', '高级软件工程师（北京）'],
    ['"软件工程"', '高级软件工程师（北京）'],
    ['エンジニア', 'バックエンドエンジニア'],
    ['개발자', '백엔드개발자 모집'],
    ['พยาบาล', 'พยาบาลวิชาชีพ'],
  ])('%s', (keyword, title) => {
    const { titles, jobs: found } = search(jobs, { keyword });
    expect(titles).toEqual([title]);
    expect(found[0]?.match.why[0]).toMatch(/^title has "[^ ]+"( and "[^ ]+")?$/);
  });
});

test('postings in the language of their reader stand before others that are as good, and none is left out', () => {
  const german =
    'Wir suchen für unser Team eine Person, die mit uns und mit den Kunden arbeitet und die Akten in der Stadt ordnet. ';
  const jobs = [
    made({ title: 'Manager', company: 'Acme', days: 0 }),
    made({ title: 'Manager', company: 'Globex', days: 20, text: german.repeat(3) }),
    made({ title: 'Baker', company: 'Hooli', days: 0, text: `${german.repeat(3)} Der Manager hilft.` }),
  ];
  const companies = (reader?: 'de') =>
    search(jobs, { keyword: 'manager', reader }).jobs.map(({ company }) => company.name);
  expect(companies()).toEqual(['Acme', 'Globex', 'Hooli']);
  expect(companies('de')).toEqual(['Globex', 'Acme', 'Hooli']);
});
