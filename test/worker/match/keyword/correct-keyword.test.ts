import { describe, expect, test } from '@jest/globals';
import { parseKeyword } from '../../../../shared/keyword/parse-keyword.js';
import { type Corpus, createCorpus, updateCorpus } from '../../../../worker/match/corpus/corpus.js';
import { prepareCollection } from '../../../../worker/match/corpus/load-collections.js';
import { correctKeyword, vocabularyOf } from '../../../../worker/match/keyword/correct-keyword.js';
import { runSync } from '../../../../worker/process/cooperative.js';
import { made, search } from '../../lib/made-jobs.js';

const jobs = [
  made({ title: 'Software Engineer' }),
  made({ title: 'Accountant' }),
  made({ title: 'Electrician', about: 'Swift work in the shift' }),
  made({ title: 'Shift Supervisor' }),
];

describe('a misspelling in a keyword', () => {
  test.each([
    ['sofware engineer', 'sofware', 'software', ['Software Engineer']],
    ['acountant', 'acountant', 'accountant', ['Accountant']],
    ['elcetrician', 'elcetrician', 'electrician', ['Electrician']],
    ['electricion -shiftless', 'electricion', 'electrician', ['Electrician']],
  ])('%s is corrected, and reported', (keyword, slip, word, titles) => {
    const found = search(jobs, { keyword });
    expect(found.titles).toEqual(titles);
    expect(found.notices).toEqual([
      `No job has "${slip}", so these are the jobs for "${word}". Put "${slip}" in quotes to look for just that.`,
    ]);
  });

  test.each([
    ['baecker', 'bäcker', 'Bäcker (m/w/d)'],
    ['programer', 'programmer', 'Cobol Programmer'],
    ['programers', 'programmers', 'Cobol Programmer'],
    ['electricions', 'electricians', 'Electrician'],
  ])('%s is reported as %s, as people write it', (keyword, written, title) => {
    const { titles, notices, jobs: found } = search([...jobs, made({ title })], { keyword });
    expect(titles).toContain(title);
    expect(notices).toEqual([
      `No job has "${keyword}", so these are the jobs for "${written}". Put "${keyword}" in quotes to look for just that.`,
    ]);
    expect(found.find((job) => job.title === title)?.match.why[0]).toMatch(/^title has "[^"]*"$/);
  });

  test.each([
    ['softwareetnwickler', 'softwareentwickler', true],
    ['softwareentwicklr', 'softwareentwickler', true],
    ['sotfwareentwickler', 'software', true],
    ['gartenetnwickler', 'gartenentwickler', false],
  ])('%s, a compound with a slip in one part, is read as %s: %s', (keyword, written, isRead) => {
    const found = search([...jobs, made({ title: 'Softwareentwickler' })], { keyword });
    expect(found.titles.includes('Softwareentwickler')).toBe(isRead);
    expect(found.notices.some((notice) => notice.includes(`the jobs for "${written}"`))).toBe(isRead);
  });

  test.each([
    ['swift', 'a word some job has, however rare'],
    ['"acountant"', 'what is quoted'],
    ['-acountant', 'what is forbidden'],
    ['shaft', 'a short word'],
    ['oceanographer', 'a word that is near to none'],
    ['web3js engineer', 'a word with digits'],
    ['electricians', 'a plural of a word of titles'],
  ])('%s is left unchanged: %s', (keyword) => {
    expect(search(jobs, { keyword }).notices.filter((notice) => notice.includes('so these are'))).toEqual([]);
  });
});

describe('a word that only texts have', () => {
  const about = (at: number): string => `You write Kubernetes manifests and ${at % 2 === 0 ? 'Terraform' : 'Ansible'}.`;
  const boards = Array.from({ length: 30 }, (_, at) =>
    made({ title: 'Operations Engineer', about: about(at), company: `Company ${at}` }),
  );

  test('is what a slip means when many postings have it', () => {
    const { titles, notices } = search(boards, { keyword: 'kubernets engineer' });
    expect(titles).toContain('Operations Engineer');
    expect(notices).toEqual([
      'No job has "kubernets", so these are the jobs for "kubernetes". Put "kubernets" in quotes to look for just that.',
    ]);
  });

  test('is not when few have it', () => {
    expect(search(boards, { keyword: 'terrafrom engineer' }).notices).toEqual([
      'No job has "terrafrom"; these jobs have the other words.',
    ]);
  });
});

describe('a word is corrected by how common words are', () => {
  const about = 'the work of the day';
  const boards = [
    ...Array.from({ length: 12 }, (_, at) => made({ title: 'Python Developer', about, company: `Company ${at}` })),
    ...Array.from({ length: 12 }, (_, at) => made({ title: 'Registered Nurse', about, company: `Clinic ${at}` })),
    ...Array.from({ length: 12 }, (_, at) => made({ title: 'Data Scientist', about, company: `Lab ${at}` })),
    made({ title: 'Bookkeeper', about }),
    made({ title: 'Leerling Monteur', about }),
  ];

  test.each([
    ['pyton developer', 'Python Developer', 'one error in a short word'],
    ['nures', 'Registered Nurse', 'two letters swapped'],
    ['regitsred nurse', 'Registered Nurse', 'two errors'],
    ['sientist', 'Data Scientist', 'a missing letter'],
    ['datascientist', 'Data Scientist', 'two words written as one'],
    ['book keeper', 'Bookkeeper', 'one word written as two'],
  ])('%s finds %s: %s', (keyword, title) => {
    const { titles, notices } = search(boards, { keyword });
    expect([...new Set(titles)]).toEqual([title]);
    expect(notices).toHaveLength(1);
  });

  test.each([
    ['Lehrling', 'is a German word, though a Dutch one is similar'],
    ['swift', 'is the name of a language'],
  ])('%s is left as it is: it %s', (keyword) => {
    expect(search(boards, { keyword })).toMatchObject({ titles: [], notices: [] });
  });
});

test('Kellner finds no server software', () => {
  const jobs = [made({ title: 'SQL Server Developer', about: 'servers' }), made({ title: 'Waiter', about: 'guests' })];
  expect(search(jobs, { keyword: 'Kellner' }).titles).toEqual(['Waiter']);
});

test('over many boards a slip is corrected to a word of the titles that are held now, however often it is asked', () => {
  const boardOf = (title: string, at: number) =>
    prepareCollection(`board${at}`, [made({ title, source: `board${at}` })]);
  const drivers = Array.from({ length: 230 }, (_, at) => boardOf('Driver', at));
  const [electricians, roofers] = [boardOf('Elektroniker Électricien', 300), boardOf('Roofer', 301)];
  const read = (corpus: Corpus, keyword: string): string[] =>
    correctKeyword(parseKeyword(keyword).root, vocabularyOf(corpus)).notices.map(
      (notice) => /these are the jobs for "(.*?)"/.exec(notice)?.[1] ?? '',
    );
  const former = createCorpus([...drivers, electricians]);
  for (let time = 0; time < 5; time++) {
    expect(read(former, 'elektronikr')).toEqual(['elektroniker']);
    expect(read(former, 'électricein')).toEqual(['électricien']);
    expect(read(former, 'rofer')).toEqual([]);
  }
  const updated = runSync(updateCorpus(former, [...drivers, roofers]));
  for (let time = 0; time < 3; time++) {
    expect(read(updated, 'elektronikr')).toEqual([]);
    expect(read(updated, 'rofer')).toEqual([]);
    expect(read(updated, 'drivver')).toEqual(['driver']);
  }
});
