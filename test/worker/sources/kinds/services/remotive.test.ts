import { describe, expect, test } from '@jest/globals';
import { readSourcesFile } from '../../../../../worker/sources/config/sources-file.js';
import { createFreshTimes } from '../../../../../worker/sources/fresh-times.js';
import { expectChanged, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { source, asks, read } = openKind({ kind: 'remotive' });
const list = readFixture('sources/remotive.json');
const job = { id: 1, title: 'Baker', url: 'https://remote.example/1' };

describe('remotive', () => {
  test('requests everything once, and at most four times a day', () => {
    expect(asks()).toEqual([
      { url: 'https://remotive.com/api/remote-jobs', role: 'listing', accept: 'json', list: { member: 'jobs' } },
    ]);
    expect(86_400 / createFreshTimes([source], 600).secondsOf(source)).toBeLessThanOrEqual(4);
    const file = (freshSeconds: number) => JSON.stringify({ sources: [{ id: 'r', kind: 'remotive', freshSeconds }] });
    expect(() => readSourcesFile(file(3600), 'f')).toThrow('Remotive allows four fetches a day: at least 21600.');
    expect(readSourcesFile(file(43_200), 'f')).toHaveLength(1);
  });

  test('names the link that its owner requires', () => {
    expect(source.kind.attribution).toContain('https://remotive.com');
  });

  test('reads every stated field; a zone is no region', () => {
    const { postings, flaws, follow } = read(list);
    expect([flaws, follow]).toEqual([[], []]);
    expect(postings[0]).toEqual(
      posting({
        title: 'Tea Seller',
        url: 'https://remote.example/remote-jobs/sales/tea-seller-31001',
        sourceJobId: '31001',
        company: { name: 'Leaves &amp; Co', url: null, logoUrl: 'https://remote.example/job/31001/logo-large' },
        remoteRegions: ['USA', 'Canada'],
        workplace: ['remote'],
        jobType: ['part time'],
        salary: { text: '$55k - $60k', min: null, max: null, currency: null, per: null },
        postedAt: '2026-11-09T08:01:56',
        descriptionHtml: '<p>Sell tea &amp; scones.</p>',
        tags: ['Sales', 'tea', 'crm'],
      }),
    );
  });

  test('returns null for what a posting omits', () => {
    expect(read(list).postings[1]).toEqual(
      posting({
        title: 'Scone Tester',
        url: 'https://remote.example/remote-jobs/other/scone-tester-31002',
        sourceJobId: '31002',
        remoteRegions: ['Worldwide'],
        workplace: ['remote'],
      }),
    );
  });

  test('becomes records that hold every fact', () => {
    const [first, second] = recordsOf(read(list));
    expect(first).toMatchObject({
      company: { name: 'Leaves & Co', logoUrl: 'https://remote.example/job/31001/logo-large' },
      remoteRegions: [{ country: 'US' }, { country: 'CA' }],
      workplace: 'remote',
      jobType: 'part time',
      salary: { min: 55_000, max: 60_000, currency: 'USD', per: 'year' },
      postedAt: '2026-11-09T08:01:56.000Z',
      description: 'Sell tea & scones.',
    });
    expect(second).toMatchObject({ remoteRegions: [{ area: 'worldwide' }], salary: null, jobType: null });
  });

  test.each([
    ['an empty object', {}, 'an object with a list "jobs"', '{}'],
    ['a renamed list', { '0-legal-notice': 'x', data: [] }, 'an object with a list "jobs"', '{"0-legal-notice"'],
    ['a list of another type', { jobs: {} }, 'an object with a list "jobs"', '{"jobs":{}}'],
    ['a page', '<html>', 'JSON', 'an untyped answer beginning "<html>"'],
    ['jobs without titles', { jobs: [{ ...job, title: '' }] }, 'postings of the known shape', 'Posting 1: title:'],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('reads an empty list as empty, and names the job it cannot read', () => {
    expect(read({ jobs: [] })).toEqual({ postings: [], flaws: [], follow: [] });
    const { postings, flaws } = read({ jobs: [job, { ...job, id: null }] });
    expect(postings).toHaveLength(1);
    expect(flaws).toEqual([expect.stringContaining('Posting 2: id:')]);
  });
});
