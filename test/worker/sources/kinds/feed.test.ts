import { describe, expect, test } from '@jest/globals';
import { readInstant } from '../../../../worker/normalise/date/posted-at.js';
import { openKind } from '../../../lib/open-kind.js';

const { read } = openKind({ kind: 'feed', url: 'https://oven.example/feeds/jobs.xml' });
const urlsOf = (body: unknown): string[] => read(body).postings.map(({ url }) => url);

const rss = (items: string, channel = ''): string =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Oven</title>${channel}${items}</channel></rss>`;
const item = (link: string, more = ''): string => `<item><title>Baker</title><link>${link}</link>${more}</item>`;

describe('links of a feed', () => {
  test('of RSS are relative to the link of the channel, or to the feed', () => {
    expect(urlsOf(rss(item('/jobs/1') + item('2') + item('//ovens.example/3')))).toEqual([
      'https://oven.example/jobs/1',
      'https://oven.example/feeds/2',
      'https://ovens.example/3',
    ]);
    expect(urlsOf(rss(item('jobs/1'), '<link>https://www.oven.example/careers/</link>'))).toEqual([
      'https://www.oven.example/careers/jobs/1',
    ]);
  });

  test('of Atom are relative to xml:base of the entry within that of the feed', () => {
    const atom =
      '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://oven.example/a/"><title>Oven</title>' +
      '<entry xml:base="b/"><title>Baker</title><link href="1"/><id>urn:1</id></entry>' +
      '<entry><title>Baker</title><link href="2"/><id>urn:2</id></entry></feed>';
    expect(urlsOf(atom)).toEqual(['https://oven.example/a/b/1', 'https://oven.example/a/2']);
  });

  test('of a JSON Feed are relative to the feed', () => {
    const feed = {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Oven',
      items: [{ id: '1', url: '/jobs/1', title: 'Baker' }],
    };
    expect(urlsOf(feed)).toEqual(['https://oven.example/jobs/1']);
  });

  test('are not made of an id that is no address', () => {
    expect(urlsOf(rss('<item><title>Baker</title><guid isPermaLink="false">7</guid></item>'))).toEqual(['']);
    expect(urlsOf(rss('<item><title>Baker</title><guid>https://oven.example/7</guid></item>'))).toEqual([
      'https://oven.example/7',
    ]);
  });
});

test('dates are also those of Dublin Core, and written in German or French', () => {
  const dates = ['<dc:date>2026-11-05</dc:date>', '<pubDate>Do, 05 Nov 2026 10:00:00 +0100</pubDate>'];
  const found = read(rss(dates.map((date, at) => item(`/${at}`, date)).join(''))).postings;
  const now = new Date('2026-11-28T12:00:00Z');
  expect(found.map(({ postedAt }) => readInstant(postedAt, now)?.at)).toEqual([
    '2026-11-05T00:00:00.000Z',
    '2026-11-05T09:00:00.000Z',
  ]);
  const written = [
    'Mi, 14 Okt 2026 08:30:00 +0200',
    'jeu., 05 févr. 2026 08:30:00 +0100',
    'lundi, 12 octobre 2026 06:30:00 GMT',
  ];
  expect(written.map((text) => readInstant(text, now)?.at)).toEqual([
    '2026-10-14T06:30:00.000Z',
    '2026-02-05T07:30:00.000Z',
    '2026-10-12T06:30:00.000Z',
  ]);
});
