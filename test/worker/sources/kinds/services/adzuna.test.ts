import { describe, expect, test } from '@jest/globals';
import { expectChanged, inText, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const keys = { country: 'gb', appId: 'id-12345', appKey: 'key-12345678' };
const { source, asks, read } = openKind({ kind: 'adzuna', ...keys });
const first = readFixture('sources/adzuna.json');
const job = { id: 1, title: 'Steamer', redirect_url: 'https://www.ads.example/land/ad/1' };
const only = (more: object, country = 'gb') =>
  openKind({ kind: 'adzuna', ...keys, country }).read({ count: 1, results: [{ ...job, ...more }] }).postings[0];

describe('adzuna', () => {
  test('requests by keyword and place with the operator’s own keys, in pages of 50 to the end', () => {
    expect(source.kind.narrows(source.settings)).toEqual(['keyword', 'location']);
    const [one] = asks({ keyword: 'hat maker', location: 'Luton' });
    const query = 'app_id=id-12345&app_key=key-12345678&results_per_page=50&what=hat+maker&where=Luton';
    expect(one).toMatchObject({ url: `https://api.adzuna.com/v1/api/jobs/gb/search/1?${query}`, role: 'listing' });
    const [two] = read(first, one).follow;
    expect(two?.url).toBe(`https://api.adzuna.com/v1/api/jobs/gb/search/2?${query}`);
    expect(read(first, two).follow).toEqual([]);
    expect(read({ count: 900, results: [] }, one).follow).toEqual([]);
  });

  test('stays below 25 requests a minute and 250 a day', () => {
    const { perMinute = 60, maxPages = 50, freshSeconds = 600 } = source.settings;
    expect(perMinute).toBeLessThanOrEqual(25);
    expect((86_400 / freshSeconds) * maxPages).toBeLessThanOrEqual(250);
    expect(source.kind.attribution).toContain('https://www.adzuna.com');
  });

  test('reads every stated field', () => {
    const { postings, flaws } = read(first);
    expect(flaws).toEqual([]);
    expect(postings[0]).toEqual(
      posting({
        title: 'Hat <strong>Maker</strong> &amp; Trimmer',
        url: 'https://www.ads.example/land/ad/4400001?se=x&utm_medium=api',
        sourceJobId: '4400001',
        company: { name: 'Brim &amp; Crown', url: null, logoUrl: null },
        places: [{ ...inText('Luton, Bedfordshire'), country: 'GB' }],
        jobType: ['contract', 'full time'],
        salary: { text: null, min: 28_000.5, max: 31_000, currency: 'GBP', per: 'year' },
        postedAt: '2026-11-08T04:52:35Z',
        descriptionHtml: 'We make <strong>hats</strong> &amp; trim them. You will…',
        tags: ['Creative &amp; Design Jobs'],
      }),
    );
  });

  test('reads predicted pay as not stated, and what a posting omits as null', () => {
    expect(read(first).postings[1]).toEqual(
      posting({
        title: 'Felt Buyer',
        url: 'https://www.ads.example/land/ad/4400002',
        sourceJobId: '4400002',
        places: [{ ...inText('Perth, Scotland, UK'), country: 'GB' }],
        jobType: ['part time', 'permanent'],
      }),
    );
    for (const salary_is_predicted of [1, true, '1'])
      expect(only({ salary_min: 9, salary_is_predicted })?.salary).toBeNull();
    expect(only({})).toEqual(posting({ title: job.title, url: job.redirect_url, sourceJobId: '1' }));
  });

  test('reads pay in the currency of the country', () => {
    expect(only({ salary_min: 50_000, salary_is_predicted: 0 }, 'pl')?.salary).toMatchObject({
      currency: 'PLN',
      per: 'year',
    });
  });

  test('becomes records that hold every fact, without tags or entities', () => {
    const [hats, felt] = recordsOf(read(first));
    expect(hats).toMatchObject({
      title: 'Hat Maker & Trimmer',
      url: 'https://www.ads.example/land/ad/4400001?se=x',
      company: { name: 'Brim & Crown' },
      location: { city: 'Luton', country: 'GB' },
      jobType: 'contract',
      salary: { min: 28_000.5, max: 31_000, currency: 'GBP', per: 'year' },
      postedAt: '2026-11-08T04:52:35.000Z',
      description: 'We make hats & trim them. You will…',
      tags: ['Creative & Design Jobs'],
    });
    expect(felt).toMatchObject({ location: { city: 'Perth', country: 'GB' }, jobType: 'part time', salary: null });
  });

  test.each([
    ['an empty object', {}, 'an object with a list "results"', '{}'],
    ['an API error', { exception: 'AUTH_FAIL' }, 'an object with a list "results"', '{"exception"'],
    ['a page without its total', { results: [job] }, 'an object with a number "count"', '{"results":['],
    ['a list of another type', { results: {} }, 'an object with a list "results"', '{"results":{}}'],
    ['a page', '<html>', 'JSON', 'an HTML page.'],
    [
      'jobs without titles',
      { count: 1, results: [{ ...job, title: '' }] },
      'postings of the known shape',
      'Posting 1: title:',
    ],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('reads an empty search as empty, and names the job it cannot read', () => {
    expect(read({ count: 0, results: [] })).toEqual({ postings: [], flaws: [], follow: [] });
    const { postings, flaws } = read({
      count: 2,
      results: [
        { ...job, company: 'Brim' },
        { ...job, redirect_url: {} },
      ],
    });
    expect(postings).toMatchObject([{ title: job.title, company: { name: null } }]);
    expect(flaws).toEqual([expect.stringContaining('Posting 2: redirect_url:')]);
  });
});
