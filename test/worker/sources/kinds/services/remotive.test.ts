import { describe, expect, test } from '@jest/globals';
import { readSourcesFile } from '../../../../../worker/sources/config/sources-file.js';
import { createFreshTimes } from '../../../../../worker/sources/fresh-times.js';
import { expectChanged, openKind, posting, recordsOf } from '../../../../lib/open-kind.js';

const { source, asks, read } = openKind({ kind: 'remotive' });
const rss = (...items: string[]): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Jobs</title>${items.join('')}</channel></rss>`;
const list = rss(
  '<item><title>Tea Seller</title><jobId>31001</jobId><company>Leaves &amp;amp; Co</company>' +
    '<location>USA, Canada, CST (UTC-6)</location><type>part_time</type><salary>$55k - $60k</salary>' +
    '<link>https://remote.example/remote-jobs/sales/tea-seller-31001</link><category>Sales</category><category>tea</category>' +
    '<pubDate>Mon, 09 Nov 2026 08:01:56 GMT</pubDate><description><![CDATA[<p>Sell tea &amp; scones.</p>]]></description></item>',
  '<item><title>Scone Tester</title><jobId>31002</jobId><location>Worldwide</location><type>other</type><salary/>' +
    '<link>https://remote.example/remote-jobs/other/scone-tester-31002</link></item>',
);
const job = '<item><title>Baker</title><jobId>1</jobId><link>https://remote.example/1</link></item>';

describe('remotive', () => {
  test('requests everything once, and at most four times a day', () => {
    expect(asks()).toEqual([{ url: 'https://remotive.com/remote-jobs/feed', role: 'listing', accept: 'xml' }]);
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
        company: { name: 'Leaves &amp; Co', url: null, logoUrl: null },
        remoteRegions: ['USA', 'Canada'],
        workplace: ['remote'],
        jobType: ['part time'],
        salary: { text: '$55k - $60k', min: null, max: null, currency: null, per: null },
        postedAt: 'Mon, 09 Nov 2026 08:01:56 GMT',
        descriptionHtml: '<p>Sell tea &amp; scones.</p>',
        tags: ['Sales', 'tea'],
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
      company: { name: 'Leaves & Co', logoUrl: null },
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
    ['an empty object', {}, 'an element <channel>', '{}'],
    ['an Atom feed', '<feed><entry/></feed>', 'an element <channel>', '{"feed"'],
    ['a page', '<html>', 'an element <channel>', 'an HTML page.'],
    ['jobs without titles', rss(job.replace('Baker', '')), 'postings of the known shape', 'Posting 1: title:'],
  ])('reports %s as a changed answer', (_, body, expected, came) => {
    expectChanged(() => read(body), expected, came);
  });

  test('reads an empty list as empty, and names the job it cannot read', () => {
    expect(read(rss())).toEqual({ postings: [], flaws: [], follow: [] });
    const { postings, flaws, unread } = read(rss(job, job.replace('Baker', '').replace('1', '2')));
    expect(postings).toHaveLength(1);
    expect(flaws).toEqual([expect.stringContaining('Posting 2: title:')]);
    expect(unread).toContain('2');
  });
});
