import { describe, expect, test } from '@jest/globals';
import { expectChanged, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { source, asks, read } = openKind({ kind: 'jobicy' });
const list = readFixture('sources/jobicy.json');
const job = { id: 1, jobTitle: 'Milker', url: 'https://jobs.example/1' };

describe('jobicy', () => {
  test('requests the newest hundred once, less than once an hour, and names the required link', () => {
    expect(asks()).toMatchObject([
      { url: 'https://jobicy.com/api/v2/remote-jobs?count=100', role: 'listing', accept: 'json' },
    ]);
    expect(source.settings.freshSeconds).toBeGreaterThanOrEqual(3600);
    expect(source.kind.attribution).toContain('https://jobicy.com');
  });

  test('reads every stated field, each region by itself', () => {
    const { postings, flaws, follow } = read(list);
    expect([flaws, follow]).toEqual([[], []]);
    expect(postings[0]).toEqual(
      posting({
        title: 'Cheese Grader &#8211; Alps',
        url: 'https://jobs.example/501-cheese-grader',
        sourceJobId: '501',
        company: { name: 'Rind &amp; Rennet', url: null, logoUrl: 'https://jobs.example/rind.png' },
        remoteRegions: ['EMEA', 'Canada', 'USA'],
        workplace: ['remote'],
        jobType: ['Part-Time', 'Contract'],
        level: ['Mid level'],
        salary: { text: null, min: 4000, max: 4500, currency: 'EUR', per: 'monthly' },
        postedAt: '2026-11-10T20:00:05+00:00',
        descriptionHtml: '<p>Grade cheese &amp; age it.</p>',
        tags: ['Food &amp; Drink'],
      }),
    );
  });

  test('reads the yearly pay of older answers, and returns null for what is omitted', () => {
    const [, second, third] = read(list).postings;
    expect(second).toEqual(
      posting({
        title: 'Hole Counter',
        url: 'https://jobs.example/502-hole-counter',
        sourceJobId: '502',
        remoteRegions: ['Anywhere'],
        workplace: ['remote'],
        salary: { text: null, min: '30000', max: '32000', currency: 'USD', per: 'year' },
        descriptionHtml: 'Count holes.',
      }),
    );
    expect(third).toEqual(
      posting({ title: 'Whey Hand', url: 'https://jobs.example/503-whey', sourceJobId: '503', workplace: ['remote'] }),
    );
  });

  test('becomes records that hold every fact, unescaped; "Anywhere" is no city', () => {
    const [first, second] = recordsOf(read(list));
    expect(first).toMatchObject({
      title: 'Cheese Grader – Alps',
      company: { name: 'Rind & Rennet', logoUrl: 'https://jobs.example/rind.png' },
      remoteRegions: [{ area: 'emea' }, { country: 'CA' }, { country: 'US' }],
      jobType: 'contract',
      experienceLevel: 'associate',
      salary: { min: 4000, max: 4500, currency: 'EUR', per: 'month' },
      postedAt: '2026-11-10T20:00:05.000Z',
      description: 'Grade cheese & age it.',
      tags: ['Food & Drink'],
    });
    expect(second).toMatchObject({
      location: { text: 'Anywhere', city: null, country: null },
      remoteRegions: [],
      experienceLevel: null,
      salary: { min: 30_000, max: 32_000, per: 'year' },
    });
  });

  test.each([
    ['an empty object', {}, 'an object with a list "jobs"', '{}'],
    ['an API error', { success: false, error: 'geo' }, 'an object with a list "jobs"', '{"success":false'],
    ['a list of another type', { jobs: {} }, 'an object with a list "jobs"', '{"jobs":{}}'],
    ['a page', '<html>', 'JSON', 'an HTML page.'],
    [
      'jobs without titles',
      { jobs: [{ ...job, jobTitle: '' }] },
      'postings of the known shape',
      'Posting 1: jobTitle:',
    ],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('reads an empty list as empty, and names the job it cannot read', () => {
    expect(read({ success: true, jobs: [] })).toEqual({ postings: [], flaws: [], follow: [] });
    const { postings, flaws } = read({
      jobs: [
        { ...job, jobGeo: ['USA'] },
        { ...job, url: null },
      ],
    });
    expect(postings).toMatchObject([{ title: job.jobTitle, remoteRegions: [] }]);
    expect(flaws).toEqual([expect.stringContaining('Posting 2: url:')]);
  });
});
