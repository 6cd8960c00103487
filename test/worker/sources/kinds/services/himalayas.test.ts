import { describe, expect, test } from '@jest/globals';
import { expectChanged, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { source, asks, read } = openKind({ kind: 'himalayas' });
const page = readFixture('sources/himalayas.json');
const api = 'https://himalayas.app/jobs/api';
const job = { title: 'Sherpa', guid: 'https://remote.example/1' };

describe('himalayas', () => {
  test('follows the offsets in pages of 20 to the end', () => {
    const [first] = asks();
    expect(first).toEqual({ url: `${api}?limit=20&offset=0`, role: 'listing', accept: 'json', memo: 0 });
    const answer = (count: number) => ({ totalCount: 41, jobs: Array.from({ length: count }, () => job) });
    const [second] = read(answer(20), first).follow;
    expect(second?.url).toBe(`${api}?limit=20&offset=20`);
    const [third] = read(answer(20), second).follow;
    expect(third?.url).toBe(`${api}?limit=20&offset=40`);
    expect(read(answer(1), third).follow).toEqual([]);
    expect(read(answer(5), first).follow[0]?.url).toContain('offset=5');
    expect(read(answer(0), second).follow).toEqual([]);
  });

  test('follows the cursor where one is given', () => {
    const [next] = read({ totalCount: 900, nextCursor: 'a+b=', jobs: [job] }).follow;
    expect(next?.url).toBe(`${api}?limit=20&cursor=a%2Bb%3D`);
    expect(read({ totalCount: 900, nextCursor: 'end', jobs: [] }).follow).toEqual([]);
  });

  test('is read twice a day at most, since the data is renewed once a day, and names the required link', () => {
    expect(source.settings).toMatchObject({ freshSeconds: 43_200, maxPages: 25 });
    expect(source.kind.attribution).toContain('https://himalayas.app');
  });

  test('reads every stated field', () => {
    const { postings, flaws } = read(page);
    expect(flaws).toEqual([]);
    expect(postings[0]).toEqual(
      posting({
        title: 'Snow Reader',
        url: 'https://remote.example/companies/summit-ridge/jobs/snow-reader',
        sourceJobId: 'https://remote.example/companies/summit-ridge/jobs/snow-reader',
        applyUrl: 'https://remote.example/companies/summit-ridge/jobs/snow-reader/apply',
        company: { name: 'Summit &amp; Ridge', url: null, logoUrl: 'https://remote.example/summit.png' },
        remoteRegions: ['Austria', 'Switzerland'],
        workplace: ['remote'],
        jobType: ['Part Time'],
        level: ['Mid-level', 'Senior'],
        salary: { text: null, min: 40, max: 55, currency: 'EUR', per: 'hourly' },
        postedAt: 1_794_900_000,
        validUntil: 1_797_492_000,
        descriptionHtml: '<p>Read snow &amp; ice.</p>',
        tags: ['Science', 'Snow Science', 'Avalanche Forecasting'],
      }),
    );
  });

  test('returns null for what a posting omits, and reads regions given as objects', () => {
    expect(read(page).postings[1]).toEqual(
      posting({
        title: 'Rope Tester',
        url: 'https://remote.example/companies/rope/jobs/rope-tester',
        sourceJobId: 'https://remote.example/companies/rope/jobs/rope-tester',
        remoteRegions: ['Nepal'],
        workplace: ['remote'],
        postedAt: 1_794_900_000_000,
        descriptionHtml: 'Test ropes.',
      }),
    );
  });

  test('becomes records that hold every fact, in seconds and milliseconds alike', () => {
    const [first, second] = recordsOf(read(page));
    expect(first).toMatchObject({
      company: { name: 'Summit & Ridge', logoUrl: 'https://remote.example/summit.png' },
      remoteRegions: [{ country: 'AT' }, { country: 'CH' }],
      workplace: 'remote',
      jobType: 'part time',
      experienceLevel: 'senior',
      salary: { min: 40, max: 55, currency: 'EUR', per: 'hour' },
      postedAt: '2026-11-17T07:20:00.000Z',
      validUntil: '2026-12-17T07:20:00.000Z',
      description: 'Read snow & ice.',
    });
    expect(second).toMatchObject({ remoteRegions: [{ country: 'NP' }], postedAt: '2026-11-17T07:20:00.000Z' });
  });

  test.each([
    ['an empty object', {}, 'an object with a list "jobs"', '{}'],
    ['a renamed list', { offset: 0, data: [] }, 'an object with a list "jobs"', '{"offset":0'],
    ['a list of another type', { jobs: {} }, 'an object with a list "jobs"', '{"jobs":{}}'],
    ['a page without its total', { jobs: [job] }, 'an object with a number "totalCount"', '{"jobs":['],
    ['a page', '<html>', 'JSON', 'an HTML page.'],
    [
      'jobs without titles',
      { totalCount: 1, jobs: [{ ...job, title: null }] },
      'postings of the known shape',
      'Posting 1: title:',
    ],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('reads an empty page as empty, and names the job it cannot read', () => {
    expect(read({ totalCount: 0, jobs: [] })).toEqual({ postings: [], flaws: [], follow: [] });
    const { postings, flaws } = read({ totalCount: 2, jobs: [job, { title: 'No guid' }] });
    expect(postings).toHaveLength(1);
    expect(flaws).toEqual([expect.stringContaining('Posting 2: guid:')]);
  });
});
