import { describe, expect, test } from '@jest/globals';
import { kindNamed } from '../../../../../worker/sources/kinds/source-kinds.js';
import { expectChanged, inText, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { source, asks, read } = openKind({ kind: 'greenhouse', board: 'tidewater' });
const board = readFixture('sources/greenhouse.json');
const job = { id: 7, title: 'Welder', absolute_url: 'https://boards.example/acme/jobs/7' };

describe('greenhouse', () => {
  test('requests the whole board with its descriptions and pay', () => {
    expect(asks()).toMatchObject([
      {
        url: 'https://boards-api.greenhouse.io/v1/boards/tidewater/jobs?content=true&pay_transparency=true',
        role: 'listing',
        accept: 'json',
        list: { member: 'jobs' },
      },
    ]);
    expect(source.kind.narrows(source.settings)).toEqual([]);
    expect(kindNamed('greenhouse')).toBe(source.kind);
  });

  test('reads every stated field in the source’s own words', () => {
    const { postings, flaws, follow } = read(board);
    expect([flaws, follow]).toEqual([[], []]);
    expect(postings[0]).toEqual(
      posting({
        title: 'Lock Keeper &amp; Pump Operator',
        url: 'https://job-boards.example/tidewater/jobs/7001',
        sourceJobId: '7001',
        requisitionId: 'TW-44',
        applyUrl: 'https://job-boards.example/tidewater/jobs/7001#app',
        company: { name: 'Tidewater Canals', url: null, logoUrl: null },
        places: [inText('Leeds, UK; Hull, UK')],
        workplace: ['Hybrid'],
        jobType: ['Part-time'],
        level: ['Senior'],
        salary: { text: null, min: 29_000, max: 36_000, currency: 'GBP', per: 'year' },
        postedAt: '2026-11-01T10:00:00-05:00',
        validUntil: '2026-12-15T23:59:00-05:00',
        descriptionHtml:
          '&lt;p&gt;Keep the locks of the &lt;strong&gt;Aire &amp;amp; Calder&lt;/strong&gt; in order.&lt;/p&gt;',
        tags: ['Waterways'],
      }),
    );
  });

  test('returns null for what a posting omits, its offices for its place, and pay from a custom field', () => {
    expect(read(board).postings[1]).toEqual(
      posting({
        title: 'Dredger Apprentice',
        url: 'https://job-boards.example/tidewater/jobs/7002',
        sourceJobId: '7002',
        applyUrl: 'https://job-boards.example/tidewater/jobs/7002#app',
        places: [inText('Ghent, Belgium'), inText('Antwerp')],
        workplace: ['remote'],
        salary: { text: null, min: '24000', max: '28000.0', currency: 'EUR', per: null },
        postedAt: '2026-11-10T10:00:00-05:00',
      }),
    );
  });

  test('becomes records that hold every fact, unescaped', () => {
    const [first, second] = recordsOf(read(board));
    expect(first).toMatchObject({
      title: 'Lock Keeper & Pump Operator',
      location: { city: 'Leeds', country: 'GB' },
      places: [{ city: 'Leeds' }, { city: 'Hull' }],
      workplace: 'hybrid',
      jobType: 'part time',
      experienceLevel: 'senior',
      salary: { min: 29_000, max: 36_000, currency: 'GBP', per: 'year' },
      postedAt: '2026-11-01T15:00:00.000Z',
      validUntil: '2026-12-16T04:59:00.000Z',
      description: 'Keep the locks of the Aire & Calder in order.',
      inferred: [],
    });
    expect(second).toMatchObject({ location: { city: 'Ghent', country: 'BE' }, salary: { min: 24_000, per: 'year' } });
  });

  test('reads an hourly range, and no range where there is no amount', () => {
    const paid = (range: object) => read({ jobs: [{ ...job, pay_input_ranges: [range] }] }).postings[0]?.salary;
    expect(paid({ min_cents: 2150, max_cents: null, currency_type: 'USD', title: 'Hourly rate' })).toEqual({
      text: null,
      min: 21.5,
      max: null,
      currency: 'USD',
      per: 'hour',
    });
    expect(paid({ min_cents: 0, max_cents: null, currency_type: 'USD', title: null })).toBeNull();
  });

  test('reads an empty board as empty', () => {
    expect(read({ jobs: [], meta: { total: 0 } })).toEqual({ postings: [], flaws: [], follow: [] });
  });

  test.each([
    ['an empty object', {}, 'an object with a list "jobs"', '{}'],
    ['a renamed list', { openings: [job] }, 'an object with a list "jobs"', '{"openings":'],
    ['a list of another type', { jobs: { 7: job } }, 'an object with a list "jobs"', '{"jobs":{"7"'],
    ['a page', '<html>moved</html>', 'JSON', 'an HTML page'],
    [
      'postings without titles',
      { jobs: [{ ...job, title: null }] },
      'postings of the known shape',
      'Posting 1: title:',
    ],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('names a posting that it cannot read and keeps the others', () => {
    const { postings, flaws } = read({ jobs: [job, { ...job, id: 8, title: ' ' }, { id: 9 }] });
    expect(postings.map(({ title }) => title)).toEqual(['Welder']);
    expect(flaws).toEqual([
      'Posting 2: title: expected a text, got " "',
      'Posting 3: absolute_url: expected a text, got nothing',
    ]);
  });
});
