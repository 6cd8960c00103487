import { expect, test } from '@jest/globals';
import { feed } from '../../../worker/sources/kinds/feed.js';
import { readHiringComment } from '../../../worker/sources/kinds/services/hn-hiring.js';
import { blockedBy } from '../../../worker/sources/parse/closed-page.js';
import { readSitemap } from '../../../worker/sources/parse/read-sitemap.js';
import { readDeclared } from '../../../worker/sources/parse/selector-extraction.js';
import { readStructured } from '../../../worker/sources/parse/site-page.js';
import { cpuMs } from '../../lib/cpu-ms.js';

/** What pages of 1 MB consist of: everything that a reader could open and never close. */
const pieces = [
  ...['<', '</', '<b', '<!--', '<![CDATA[', '<!doctype ', '<?xml ', '<x:y ', '<h1', '<title>', '<a href="', '="', '"'],
  ...['<div>', '<p>', '<p><b a=1>', '<a></b>', '<ul><li>', '<td>', '<br>', '<em><strong>', '<font color=1>', '<style>'],
  ...['application/ld+json', '<script type="application/ld+json">', '<script type="application/ld+json">x</SCRIPT>'],
  ...[
    '<script>',
    '{"@type":"JobPosting",',
    '{"a":[',
    '[',
    '{',
    '\\"',
    "'",
    '“',
    '"a" ',
    '//\n',
    'JobPosting',
    'itemtype=',
  ],
  ...[
    '<div itemscope itemtype="http://schema.org/JobPosting">',
    '<span itemprop="title">',
    'typeof="',
    '<item>',
    '<url>',
  ],
  ...[
    '</p>',
    '</br>',
    '<svg/>',
    '<svg></p>',
    '<!-->',
    '<!--->',
    '<iframe>',
    '<noembed>',
    '<script/>',
    '<table><b>',
    '<b><a>',
  ],
  ...['&amp;', 'amp;', '&#38;', '&', '&lt;p ', ' ', '\n', '\t', '(', '| ', '0.', '$1 ', 'https://a.example ', '\u200b'],
];

const url = 'https://board.example/jobs';
const answer = (body: string) => ({ url, body, contentType: 'text/html', rendered: false });
const ask = { url, role: 'listing', accept: 'xml' } as const;
const settings = { id: 'board', kind: 'feed', url };

/** Every reader of foreign pages, with the text that costs it the most. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'structured data': (text) => readStructured(answer(text)),
  'a block of JSON-LD': (text) =>
    readStructured(answer(`<script type="application/ld+json">[${text} "JobPosting"]</script>`)),
  'a title in JSON-LD': (text) =>
    readStructured(answer(`<script type="application/ld+json">{"@type":"JobPosting","title":"${text}"}</script>`)),
  microdata: (text) =>
    readStructured(answer(`<div itemscope itemtype="https://schema.org/JobPosting"><p itemprop="title">${text}`)),
  'a posting of many parts': (text) =>
    readDeclared(`<main>${text}`, url, { item: 'main', fields: { title: 'b', city: 'i', tags: 'p' } }),
  'declared postings': (text) => readDeclared(text, url, { item: 'li, div', fields: { title: 'b' } }),
  'a sitemap': (text) => readSitemap(answer(`<urlset><url><loc>${text}`)),
  'a feed': (text) => feed.parse(answer(`<rss><channel><item><title>${text}`), ask, settings),
  'a comment': (text) => readHiringComment({ id: '1', html: `Acme | Engineer | ${text}`, at: null }),
  'a challenge': blockedBy,
};

/** CPU limit for a page of 1 MB, in ms: a few passes of a parser. */
const most = 3000;

/** A quarter of the page first shows whether quadratic work could exceed the limit. */
const share = 4;
const full = 1_000_000;

/** `npm test -- --suite fuzz` reads every page at its full length. */
const smallestFirst = process.env.GROWN_TEXTS === undefined;

test.each(Object.entries(readers))(
  '%s is read from any page of 1 MB in bounded time, or refused',
  (_, read) => {
    const spent = (length: number, piece: string, enough: number, times: number): number => {
      const text = piece.repeat(Math.ceil(length / piece.length));
      return cpuMs(
        () => {
          try {
            read(text);
          } catch (error) {
            // Refused with a sentence; anything else is an internal error.
            expect((error as Error).name).toBe('SourceError');
          }
        },
        enough,
        times,
      );
    };
    for (const piece of pieces) {
      const enough = most / share ** 2;
      if (smallestFirst && spent(full / share, piece, enough, 1) <= enough) continue;
      const ms = spent(full, piece, most, 3);
      if (ms > most) throw new Error(`${ms.toFixed(0)} ms of CPU with ${JSON.stringify(piece)}`);
    }
  },
  600_000,
);
