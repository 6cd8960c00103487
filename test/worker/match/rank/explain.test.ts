import { describe, expect, test } from '@jest/globals';
import type { SearchSubject } from '../../../../shared/search/query/query.js';
import { type Made, made, search } from '../../lib/made-jobs.js';

const why = (job: Made | Made[], query: Partial<SearchSubject>): string[] | undefined =>
  search([job].flat().map(made), query).jobs[0]?.match.why;

describe('the reasons of a match', () => {
  test.each<[string, Made, Partial<SearchSubject>, string[]]>([
    ['title', { title: 'Staff Nurse' }, { keyword: 'staff nurse' }, ['title has "staff nurse"', 'posted 3 days ago']],
    [
      'other words',
      { title: 'Software Developer' },
      { keyword: 'SWE' },
      ['title has "software developer" for "swe"', 'posted 3 days ago'],
    ],
    [
      'one of the alternatives',
      { title: 'Forklift Driver' },
      { keyword: 'plumber OR forklift' },
      ['title has "forklift"', 'posted 3 days ago'],
    ],
    ['the number the title has', { title: 'Nurse' }, { keyword: 'nurses' }, ['title has "nurse"', 'posted 3 days ago']],
    [
      'words that stand apart as two quotations',
      { title: 'Software Test Engineer' },
      { keyword: 'software engineer' },
      ['title has "software" and "engineer"', 'posted 3 days ago'],
    ],
    [
      'words in the order of the title',
      { title: 'Software Engineer (Payments)' },
      { keyword: 'payments engineer' },
      ['title has "engineer" and "payments"', 'posted 3 days ago'],
    ],
    [
      'the spelling of the title',
      { title: 'Front-End Developer, CPP' },
      { keyword: 'c++ frontend' },
      ['title has "front-end" and "cpp"', 'posted 3 days ago'],
    ],
    [
      'the alternative that is met whole, not one that is excluded',
      { title: 'Night Nurse, Ward 3' },
      { keyword: '(nurse -night) OR (nurse ward)' },
      ['title has "nurse" and "ward"', 'posted 3 days ago'],
    ],
    [
      'the field that was asked for',
      { title: 'Linden Cook', company: 'Linden Rooms' },
      { keyword: 'company:linden' },
      ['company is called "linden"', 'posted 3 days ago'],
    ],
    [
      'company',
      { title: 'Cook', company: 'Linden Rooms' },
      { keyword: 'linden' },
      ['company is called "linden"', 'posted 3 days ago'],
    ],
    [
      'skills',
      { title: 'Cook', tags: ['Pastry'] },
      { keyword: 'pastry' },
      ['skills include "pastry"', 'posted 3 days ago'],
    ],
    [
      'facts',
      { title: 'Cook', workplace: ['hybrid'] },
      { keyword: 'hybrid cook' },
      ['listed as "hybrid"', 'title has "cook"', 'posted 3 days ago'],
    ],
    [
      'text',
      { title: 'Cook', about: 'Kubernetes' },
      { keyword: 'k8s' },
      ['description mentions "kubernetes" for "k8s"', 'posted 3 days ago'],
    ],
    [
      'place',
      { title: 'Cook', place: 'Potsdam, Germany' },
      { location: 'Berlin' },
      ['in Potsdam, 27 km from Berlin, Germany', 'posted 3 days ago'],
    ],
    [
      'pay in a range',
      { title: 'Cook', pay: '£30k - £40k a year' },
      { salary: '35000 GBP' },
      ['pays up to 40000 GBP a year', 'posted 3 days ago'],
    ],
    [
      'pay in a currency that is asked for',
      { title: 'Cook', pay: '£30k - £40k a year' },
      { salary: '30000 GBP' },
      ['pays 30000 GBP a year or more', 'posted 3 days ago'],
    ],
    [
      'pay in another currency than is asked for',
      { title: 'Cook', pay: '$100k - $120k a year' },
      { salary: '80000-100000 EUR' },
      ['≈ 89,500–107,400 EUR (pays 100,000–120,000 USD)', 'posted 3 days ago'],
    ],
    [
      'pay by the hour of part-time work in another currency',
      { title: 'Cook', pay: '$20 an hour', jobType: ['part time'] },
      { salary: '30000 EUR' },
      ['≈ 37,200 EUR (pays 41,600 USD a year of full-time work)', 'posted 3 days ago'],
    ],
    [
      'pay that is in a range',
      { title: 'Cook', pay: '£30k - £40k a year' },
      { salary: '35000-50000 GBP' },
      ['pays 30000 to 40000 GBP a year', 'posted 3 days ago'],
    ],
    [
      'pay that is below an upper end',
      { title: 'Cook', pay: '£30k a year' },
      { salary: 'up to 50000 GBP' },
      ['pays 30000 GBP a year', 'posted 3 days ago'],
    ],
    [
      'pay for sixteen hours a week',
      { title: 'Cook (16 hours per week)', pay: '$49 an hour', jobType: ['part time'] },
      { salary: '40000-41000' },
      ['pays 40768 USD a year', 'posted 3 days ago'],
    ],
    [
      'pay by the hour',
      { title: 'Cook', pay: '$20 an hour' },
      { salary: '35000' },
      ['pays 41600 USD a year or more', 'posted 3 days ago'],
    ],
    [
      'pay by the hour of part-time work',
      { title: 'Cook', pay: '$20 an hour', jobType: ['part time'] },
      { salary: '35000' },
      ['pays 41600 USD a year of full-time work or more', 'posted 3 days ago'],
    ],
    [
      'pay by the hour for the hours of the job',
      { title: 'Cook (20 hours per week)', pay: '$20 an hour', jobType: ['part time'] },
      { salary: '20000' },
      ['pays 20800 USD a year or more', 'posted 3 days ago'],
    ],
    [
      'pay up to',
      { title: 'Cook', pay: 'up to €40,000 a year' },
      { salary: '35000 EUR' },
      ['pays up to 40000 EUR a year', 'posted 3 days ago'],
    ],
    [
      'level, type, workplace',
      { title: 'Senior Cook', jobType: ['part time'], workplace: ['remote'] },
      { experienceLevel: 'senior', jobType: 'part time', remoteFilter: 'remote' },
      ['remote', 'part time', 'senior level', 'posted 3 days ago'],
    ],
    [
      'entry level, said once',
      { title: 'Junior Cook' },
      { experienceLevel: 'entry level' },
      ['entry level', 'posted 3 days ago'],
    ],
    ['no date, no word of it', { title: 'Cook', days: null }, { keyword: 'cook' }, ['title has "cook"']],
  ])('%s', (_, job, query, reasons) => {
    expect(why(job, query)).toEqual(reasons);
  });

  test.each([
    [0, 'within the hour'],
    [1 / 24, 'an hour ago'],
    [0.5, '12 hours ago'],
    [1, 'yesterday'],
    [13, '13 days ago'],
    [20, '2 weeks ago'],
    [70, '2 months ago'],
  ])('%s days are written in words', (days, words) => {
    expect(why({ title: 'Cook', days }, {})).toEqual([`posted ${words}`]);
  });

  test('name the boards that agree', () => {
    const boards = ['one', 'two', 'three'].map((source) => ({ title: 'Cook', source }));
    expect(why(boards, {})).toEqual(['posted 3 days ago', 'found on 3 boards']);
  });
});
