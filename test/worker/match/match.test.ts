import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anySearch, type SearchSubject } from '../../../shared/search/query/query.js';
import { searchCorpus } from '../../../worker/match/rank/search-corpus.js';
import { corpusOf, gazetteer, made, now, search } from '../lib/made-jobs.js';

describe('a keyword', () => {
  const jobs = [
    made({ title: 'Software Engineer' }),
    made({ title: 'Engineering Manager', about: 'Software engineers report to you' }),
    made({ title: 'C++ Developer' }),
    made({ title: 'Front-end Developer' }),
    made({ title: 'Registered Nurse' }),
    made({ title: 'Product Manager' }),
    made({ title: 'Sales Assistant', about: 'Kubernetes is not needed here' }),
  ];

  test.each([
    ['software engineer', ['Software Engineer', 'Engineering Manager']],
    ['"software engineer"', ['Software Engineer', 'Engineering Manager']],
    ['SWE', ['Software Engineer']],
    ['Softwareentwickler', ['Software Engineer']],
    ['c++', ['C++ Developer']],
    ['frontend', ['Front-end Developer']],
    ['front end', ['Front-end Developer']],
    ['RN', ['Registered Nurse']],
    ['nurses', ['Registered Nurse']],
    ['nursing', ['Registered Nurse']],
    ['pm', ['Product Manager']],
    ['k8s', ['Sales Assistant']],
    ['manager -product', ['Engineering Manager']],
    ['manager NOT product', ['Engineering Manager']],
    ['nurse OR "product manager"', ['Product Manager', 'Registered Nurse']],
    ['product manager OR registered nurse', ['Product Manager', 'Registered Nurse']],
    ['(nurse OR product) -registered', ['Product Manager']],
    ['nurse of the', ['Registered Nurse']],
    ['nurse berlin', ['Registered Nurse']],
    ['astronaut', []],
    ['-nurse -manager -developer -engineer', ['Sales Assistant']],
  ])('%s finds the right jobs', (keyword, titles) => {
    expect([...search(jobs, { keyword }).titles].sort()).toEqual([...titles].sort());
  });

  test('ranks titles above texts, and roles above other words of a title', () => {
    expect(search(jobs, { keyword: 'software engineer' }).titles[0]).toBe('Software Engineer');
    const nurses = [made({ title: 'Nurse Recruiter', days: 0 }), made({ title: 'Staff Nurse', days: 9 })];
    expect(search(nurses, { keyword: 'nurse' }).titles).toEqual(['Staff Nurse', 'Nurse Recruiter']);
  });

  test('that names a fact does not match a text that only mentions it', () => {
    const cooks = [
      made({ title: 'Cook', jobType: ['part time'] }),
      made({ title: 'Cook', about: 'Part of the time is spent on part-time colleagues', company: 'Beta' }),
      made({ title: 'Cook (Part-Time)', company: 'Gamma' }),
    ];
    expect(
      search(cooks, { keyword: 'part-time cook' })
        .jobs.map(({ company }) => company.name)
        .sort(),
    ).toEqual(['Acme', 'Gamma']);
  });

  test('never throws, and matches everything when it has only punctuation', () => {
    const corpus = corpusOf(jobs);
    const signs = fc.array(
      fc.constantFrom('nurse', 'OR', 'AND', 'NOT', '(', ')', '"', '-', '|', 'front end', 'c++', '  '),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          signs.map((list) => list.join(' ')),
        ),
        (keyword) => {
          const { total } = searchCorpus(corpus, { ...anySearch, keyword }, { now, gazetteer });
          expect(total).toBeLessThanOrEqual(jobs.length);
        },
      ),
    );
    expect(search(jobs, { keyword: '!!! --' }).total).toBe(jobs.length);
  });
});

describe('an order', () => {
  test('is total: newest first without a keyword, independent of the order of the jobs', () => {
    const jobs = Array.from({ length: 40 }, (_, index) => made({ title: `Clerk ${index}`, days: index % 4 }));
    const first = search(jobs, {}).jobs.map(({ id }) => id);
    expect(search([...jobs].reverse(), {}).jobs.map(({ id }) => id)).toEqual(first);
    const dates = search(jobs, { sortBy: 'recent' }).jobs.map(({ postedAt }) => postedAt ?? '');
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test('has descending scores without a keyword, even with jobs on several boards', () => {
    const jobs = Array.from({ length: 40 }, (_, index) => {
      const job = { title: `Clerk ${index}`, days: index / 2, url: `https://jobs.example/${index}` };
      return index % 3 === 0 ? [made(job), made({ ...job, source: 'two' })] : [made(job)];
    }).flat();
    const scores = search(jobs, {}).jobs.map(({ match }) => match.score);
    expect(scores).toHaveLength(40);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
  });

  test('puts unknown dates last', () => {
    const jobs = [
      made({ title: 'Undated', days: null }),
      made({ title: 'Old', days: 300 }),
      made({ title: 'New', days: 1 }),
    ];
    expect(search(jobs, { sortBy: 'recent' }).titles).toEqual(['New', 'Old', 'Undated']);
  });

  test('makes pages that together have every job exactly once', () => {
    const job = fc.record({
      title: fc.constantFrom('Cook', 'Head Cook', 'Nurse', 'Cook and Nurse'),
      company: fc.constantFrom('Acme', 'Beta', 'Gamma', 'Delta'),
      source: fc.constantFrom('one', 'two'),
      place: fc.constantFrom('Berlin', 'Leeds, UK', 'Remote'),
      days: fc.constantFrom(0, 1, 1, 2, null),
      url: fc.integer({ min: 0, max: 500 }).map((number) => `https://jobs.example/${number}`),
    });
    const query: fc.Arbitrary<Partial<SearchSubject>> = fc.record(
      {
        keyword: fc.constantFrom('', 'cook', 'cook OR nurse', '-nurse'),
        sortBy: fc.constantFrom('recent', 'relevant'),
        location: fc.constantFrom('', 'Berlin', 'Qwertyville'),
        dateSincePosted: fc.constantFrom('', '24hr', 'past week'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(job, { maxLength: 40 }), query, fc.integer({ min: 1, max: 7 }), (list, asked, limit) => {
        const corpus = corpusOf(list.map(made));
        const subject = { ...anySearch, ...asked };
        const { total, take } = searchCorpus(corpus, subject, { now, gazetteer });
        const whole = take(total).map(({ id }) => id);
        expect(whole).toHaveLength(total);
        const pages: string[] = [];
        for (let page = 0; page * limit < total; page++) {
          const again = searchCorpus(corpus, subject, { now, gazetteer });
          pages.push(
            ...again
              .take((page + 1) * limit)
              .slice(page * limit)
              .map(({ id }) => id),
          );
        }
        expect(pages).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });
});
