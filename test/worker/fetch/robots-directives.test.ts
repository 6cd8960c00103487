import { describe, expect, test } from '@jest/globals';
import { directivesOfHeader, directivesOfHtml } from '../../../worker/fetch/robots-directives.js';

const token = 'job-search';
const none = { noindex: false, noarchive: false };

describe('the header X-Robots-Tag', () => {
  test.each<[string | null, { noindex: boolean; noarchive: boolean }]>([
    [null, none],
    ['', none],
    ['nofollow', none],
    ['index, follow', none],
    ['noindex', { noindex: true, noarchive: false }],
    ['NoIndex , NOARCHIVE', { noindex: true, noarchive: true }],
    ['none', { noindex: true, noarchive: false }],
    ['noarchive', { noindex: false, noarchive: true }],
    ['otherbot: noindex, noarchive', none],
    ['otherbot: nofollow, job-search: noindex', { noindex: true, noarchive: false }],
    ['noarchive,otherbot: noindex', { noindex: false, noarchive: true }],
    ['Job-Search: noindex', { noindex: true, noarchive: false }],
    ['*: noindex', { noindex: true, noarchive: false }],
    ['unavailable_after: 25 Jun 2010 15:00:00 PST, noindex', { noindex: true, noarchive: false }],
    ['max-snippet: 20, noarchive', { noindex: false, noarchive: true }],
    ['noindexing', none],
  ])('%p', (value, marks) => {
    expect(directivesOfHeader(value, token)).toEqual(marks);
  });

  test('matches our product token, whatever version follows it', () => {
    expect(directivesOfHeader('job-search: noindex', 'job-search/1.2 (+mailto:x@example.org)').noindex).toBe(true);
  });
});

describe('the robots meta of a page', () => {
  test.each<[string, { noindex: boolean; noarchive: boolean }]>([
    ['<p>Nothing</p>', none],
    ['<meta name="robots" content="noindex">', { noindex: true, noarchive: false }],
    ["<META NAME='Robots' CONTENT='NOARCHIVE, nofollow'/>", { noindex: false, noarchive: true }],
    ['<meta content=none name=robots>', { noindex: true, noarchive: false }],
    [
      '<meta\n  data-x="a > b"\n  name = "robots"\n  content = "noindex, noarchive">',
      { noindex: true, noarchive: true },
    ],
    ['<meta name="job-search" content="noindex">', { noindex: true, noarchive: false }],
    ['<meta name="otherbot" content="noindex">', none],
    ['<meta name="description" content="noindex">', none],
    ['<meta property="robots" content="noindex">', none],
    ['<metadata name="robots" content="noindex">', none],
    ['<meta name="robots" content="index"><meta name="robots" content="noindex">', { noindex: true, noarchive: false }],
    ['<body><p>Text<meta name="robots" content="noindex">', { noindex: true, noarchive: false }],
    ['<!-- <meta name="robots" content="noindex"> -->', none],
    ['<!-- a --><meta name="robots" content="noindex">', { noindex: true, noarchive: false }],
    ['<script>const a = `<meta name="robots" content="noindex">`;</script>', none],
    ['<title>a</TITLE><meta name="robots" content="noindex">', { noindex: true, noarchive: false }],
    ['<textarea><meta name="robots" content="noindex"></textarea>', none],
    ['<meta name="robots" content="noindex', { noindex: true, noarchive: false }],
  ])('%p', (html, marks) => {
    expect(directivesOfHtml(html, token)).toEqual(marks);
  });

  test.each([
    '<',
    '<meta ',
    '<meta name="',
    "<meta name='robots' ",
    '<!--',
    '<script>',
    '</script',
    '<meta a= ',
    '<meta =',
  ])('is parsed in linear time: 5 MB of %p', (piece) => {
    const html = piece.repeat(Math.ceil(5_000_000 / piece.length));
    const before = process.cpuUsage();
    directivesOfHtml(html, token);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2500);
  });
});
