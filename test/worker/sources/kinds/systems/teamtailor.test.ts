import { describe, expect, test } from '@jest/globals';
import { expectChanged, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { asks, read } = openKind({ kind: 'teamtailor', site: 'career.moss.example' });
const feed = readFixture('sources/teamtailor.json');
const item = { id: '1', title: 'Raker', url: 'https://career.moss.example/jobs/1' };

describe('teamtailor', () => {
  test('uses its own host, or a subdomain of Teamtailor', () => {
    const ask = { role: 'listing', accept: 'json' };
    expect(asks()).toEqual([{ ...ask, url: 'https://career.moss.example/jobs.json' }]);
    expect(openKind({ kind: 'teamtailor', site: 'moss' }).asks()).toEqual([
      { ...ask, url: 'https://moss.teamtailor.com/jobs.json' },
    ]);
  });

  test('follows the feed to its next page, on the original host', () => {
    const [ask] = asks();
    expect(read(feed, ask).follow).toEqual([{ ...ask, url: 'https://career.moss.example/jobs.json?page=2' }]);
    const elsewhere = openKind({ kind: 'teamtailor', site: 'moss', baseUrl: 'http://127.0.0.1:9' });
    expect(elsewhere.read(feed).follow).toMatchObject([{ url: 'http://127.0.0.1:9/jobs.json?page=2' }]);
    expect(read({ items: [item] }).follow).toEqual([]);
  });

  test('reads every field of an item’s JobPosting', () => {
    const { postings, flaws } = read(feed);
    expect(flaws).toEqual([]);
    expect(postings[0]).toEqual(
      posting({
        title: 'Gardener - Roof Terraces',
        url: 'https://career.moss.example/jobs/501-gardener',
        sourceJobId: '11111111-aaaa-4bbb-8ccc-000000000001',
        company: {
          name: 'Moss & Stone Malmö',
          url: 'https://moss.example',
          logoUrl: 'https://moss.example/logo.png',
        },
        places: [
          { text: null, city: 'Malmö', region: 'Sweden', country: 'SE' },
          { text: null, city: 'København', region: 'Europe', country: 'DK' },
        ],
        remoteRegions: ['Sweden'],
        workplace: ['TELECOMMUTE'],
        jobType: ['PART_TIME'],
        salary: { text: null, min: 28_000, max: 31_000, currency: 'SEK', per: 'MONTH' },
        postedAt: '2026-10-04T09:26:20+02:00',
        validUntil: '2026-12-24',
        descriptionHtml: '<p>Plant, water &amp; prune.</p>',
      }),
    );
  });

  test('reads an item without JobPosting from the feed alone', () => {
    expect(read(feed).postings[1]).toEqual(
      posting({
        title: 'Stone Mason',
        url: 'https://career.moss.example/jobs/502-mason',
        sourceJobId: '11111111-aaaa-4bbb-8ccc-000000000002',
        company: { name: 'Moss & Stone', url: null, logoUrl: null },
        postedAt: '2026-10-05T09:00:00+02:00',
        descriptionText: 'Cut stone.',
        tags: ['Stone'],
      }),
    );
  });

  test('becomes records that hold every fact', () => {
    const [first, second] = recordsOf(read(feed));
    expect(first).toMatchObject({
      company: { name: 'Moss & Stone Malmö', logoUrl: 'https://moss.example/logo.png' },
      location: { city: 'Malmö', country: 'SE' },
      places: [{ city: 'Malmö' }, { city: 'Copenhagen', country: 'DK' }],
      remoteRegions: [{ country: 'SE' }],
      workplace: 'remote',
      jobType: 'part time',
      salary: { min: 28_000, max: 31_000, currency: 'SEK', per: 'month' },
      postedAt: '2026-10-04T07:26:20.000Z',
      validUntil: '2026-12-24T23:59:59.000Z',
      description: 'Plant, water & prune.',
    });
    expect(second).toMatchObject({ description: 'Cut stone.', tags: ['Stone'] });
  });

  test.each([
    ['an empty object', {}, 'an object with a list "items"', '{}'],
    ['a renamed list', { data: [] }, 'an object with a list "items"', '{"data":[]}'],
    ['a list of another type', { items: {} }, 'an object with a list "items"', '{"items":{}}'],
    ['a page', '<html>', 'JSON', 'an HTML page.'],
    ['items without titles', { items: [{ url: item.url }] }, 'postings of the known shape', 'Posting 1: title:'],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('reads a feed without items as empty, and names the item it cannot read', () => {
    expect(read({ items: [] })).toEqual({ postings: [], flaws: [], follow: [] });
    const { postings, flaws, unread } = read({
      items: [
        { ...item, title: '' },
        { ...item, _jobposting: 'none' },
      ],
    });
    expect(postings.map(({ title }) => title)).toEqual(['Raker']);
    expect(flaws).toEqual([expect.stringContaining('Posting 1: title:')]);
    expect(unread).toContain('1');
  });

  test('goes on after a full page that names no next one', () => {
    const full = { items: Array.from({ length: 100 }, (_, at) => ({ ...item, id: `${at}` })) };
    const [second] = read(full).follow;
    expect(second?.url).toBe('https://career.moss.example/jobs.json?page=2');
    expect(read(full, second).follow[0]?.url).toBe('https://career.moss.example/jobs.json?page=3');
  });
});
