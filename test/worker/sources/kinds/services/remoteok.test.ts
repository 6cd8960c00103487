import { describe, expect, test } from '@jest/globals';
import { expectChanged, inText, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { source, asks, read } = openKind({ kind: 'remoteok' });
const list = readFixture('sources/remoteok.json');
const notice = { legal: 'Please link back.' };
const job = { id: 1, position: 'Sailor', url: 'https://remote.example/1' };

describe('remoteok', () => {
  test('requests everything once and names the link that its owner requires', () => {
    expect(asks()).toMatchObject([
      { url: 'https://remoteok.com/api', role: 'listing', accept: 'json', list: { member: null } },
    ]);
    expect(source.kind.attribution).toContain('https://remoteok.com');
  });

  test('reads every stated field; the legal notice is no posting', () => {
    const { postings, flaws, follow } = read(list);
    expect([flaws, follow]).toEqual([[], []]);
    expect(postings).toHaveLength(2);
    expect(postings[0]).toEqual(
      posting({
        title: 'Map Maker',
        url: 'https://remote.example/remote-jobs/201',
        sourceJobId: '201',
        applyUrl: 'https://remote.example/l/201',
        company: { name: 'Atlas &amp; Globe', url: null, logoUrl: 'https://remote.example/logo-201.png' },
        places: [inText('Lisbon, Portugal')],
        workplace: ['remote'],
        salary: { text: null, min: 60_000, max: 80_000, currency: 'USD', per: 'year' },
        postedAt: '2026-11-17T07:20:00+00:00',
        descriptionHtml: 'Draw maps<br>&amp; globes.',
        tags: ['design', 'maps'],
      }),
    );
  });

  test('returns null for what a posting omits, and for pay of 0', () => {
    expect(read(list).postings[1]).toEqual(
      posting({
        title: 'Compass Tuner',
        url: 'https://remote.example/remote-jobs/202',
        sourceJobId: '202',
        company: { name: null, url: null, logoUrl: 'https://remote.example/logo-202.png' },
        places: [inText('Europe')],
        workplace: ['remote'],
        postedAt: 1_794_900_001,
      }),
    );
  });

  test('becomes records that hold every fact', () => {
    const [first, second] = recordsOf(read(list));
    expect(first).toMatchObject({
      company: { name: 'Atlas & Globe', logoUrl: 'https://remote.example/logo-201.png' },
      location: { city: 'Lisbon', country: 'PT' },
      workplace: 'remote',
      salary: { min: 60_000, max: 80_000, currency: 'USD', per: 'year' },
      postedAt: '2026-11-17T07:20:00.000Z',
      description: 'Draw maps\n& globes.',
    });
    expect(second).toMatchObject({
      remoteRegions: [{ area: 'europe' }],
      salary: null,
      postedAt: '2026-11-17T07:20:01.000Z',
    });
  });

  test.each([
    ['an empty object', {}, 'a list of postings', '{}'],
    ['a list under a name', { jobs: [job] }, 'a list of postings', '{"jobs":['],
    ['a page', '<html>', 'JSON', 'an HTML page.'],
    ['a list of texts', [notice, 'x'], 'postings of the known shape', 'Posting 1: '],
    [
      'postings without titles',
      [notice, { ...job, position: '' }],
      'postings of the known shape',
      'Posting 1: position',
    ],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('reads a notice alone as no postings, and names the posting it cannot read', () => {
    expect(read([notice])).toEqual({ postings: [], flaws: [], follow: [] });
    const { postings, flaws } = read([notice, { ...job, url: null }, { ...job, tags: {} }]);
    expect(postings).toMatchObject([{ title: job.position, tags: [] }]);
    expect(flaws).toEqual([expect.stringContaining('Posting 1: url:')]);
  });
});
