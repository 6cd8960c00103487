import { describe, expect, test } from '@jest/globals';
import { expectChanged, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';
import { readFixture } from '../../../../lib/read-fixture.js';

const { source, asks, read } = openKind({ kind: 'weworkremotely' });
const feed = readFixture('sources/weworkremotely.rss');
const rss = (items: string) => `<rss version="2.0"><channel><title>x</title>${items}</channel></rss>`;
const item = '<item><title>A: Spinner</title><link>https://remote.example/1</link></item>';

describe('weworkremotely', () => {
  test('requests the feed of all jobs or of a category, and names the required link', () => {
    const ask = { role: 'listing', accept: 'xml' };
    expect(asks()).toEqual([{ ...ask, url: 'https://weworkremotely.com/remote-jobs.rss' }]);
    expect(openKind({ kind: 'weworkremotely', feed: 'categories/remote-design-jobs' }).asks()).toEqual([
      { ...ask, url: 'https://weworkremotely.com/categories/remote-design-jobs.rss' },
    ]);
    expect(source.kind.attribution).toContain('https://weworkremotely.com');
  });

  test('reads every stated field, the company’s logo and address among them', () => {
    const { postings, flaws, follow } = read(feed);
    expect([flaws, follow]).toEqual([[], []]);
    expect(postings[0]).toEqual({
      ...posting({
        title: 'Weaver: Night Shift',
        url: 'https://remote.example/remote-jobs/loom-weaver',
        sourceJobId: 'https://remote.example/remote-jobs/loom-weaver',
        company: {
          name: 'Loom & Shuttle',
          url: 'https://loom.example/?a=1&b=2',
          logoUrl: 'https://remote.example/logos/loom.gif?a=1&b=2',
        },
        remoteRegions: ['Anywhere'],
        workplace: ['remote'],
        jobType: ['Full-Time'],
        postedAt: 'Tue, 10 Nov 2026 21:35:29 +0000',
        validUntil: '2026-12-10T21:35:29Z',
        tags: ['Design', 'Weaving', 'Knots & Loops'],
      }),
      descriptionHtml: expect.stringContaining('<div>Weave &amp; knot.</div>'),
    });
  });

  test('returns null for what an item omits, and does not unescape CDATA', () => {
    expect(read(feed).postings[1]).toEqual(
      posting({
        title: 'Dyer',
        url: 'https://remote.example/remote-jobs/dyer',
        remoteRegions: ['Europe', 'Portugal'],
        workplace: ['remote'],
        descriptionHtml: '<p>Dye &lt;i&gt; cloth &amp; yarn.</p>',
      }),
    );
  });

  test('becomes records that hold every fact', () => {
    const [first, second] = recordsOf(read(feed));
    expect(first).toMatchObject({
      company: { name: 'Loom & Shuttle', logoUrl: 'https://remote.example/logos/loom.gif?a=1&b=2' },
      location: { text: 'Anywhere', city: null },
      remoteRegions: [],
      workplace: 'remote',
      jobType: 'full time',
      postedAt: '2026-11-10T21:35:29.000Z',
      validUntil: '2026-12-10T21:35:29.000Z',
      description: expect.stringContaining('Weave & knot.'),
    });
    expect(second).toMatchObject({ remoteRegions: [{ area: 'europe' }, { country: 'PT' }] });
  });

  test.each([
    ['an empty object', '{}', 'an element <channel>', '{}'],
    ['another format', '<feed><entry/></feed>', 'an element <channel>', '{"feed"'],
    [
      'a list of another type',
      '<rss><channel>none</channel></rss>',
      'an element <channel>',
      '{"rss":{"channel":"none"',
    ],
    ['a page', '<html><body>Moved</body></html>', 'an element <channel>', 'an HTML page.'],
    ['text that is not XML', '<rss><channel', 'XML', '"<rss><channel"'],
    ['items without titles', rss('<item><link>x</link></item>'), 'postings of the known shape', 'Posting 1: title:'],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('reads an empty feed as empty, and names the item it cannot read', () => {
    expect(read(rss(''))).toEqual({ postings: [], flaws: [], follow: [] });
    const { postings, flaws } = read(rss(`<item><title>No link</title></item>${item}`));
    expect(postings.map(({ title }) => title)).toEqual(['Spinner']);
    expect(flaws).toEqual([expect.stringContaining('Posting 1: link:')]);
  });
});
