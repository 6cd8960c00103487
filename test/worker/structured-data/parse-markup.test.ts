import { describe, expect, test } from '@jest/globals';
import { markupLimits, parseMarkup } from '../../../worker/structured-data/parse-markup.js';
import { cpuMs } from '../../lib/cpu-ms.js';

const { depth, foreign } = markupLimits;
const tooDeep = `The page nests deeper than ${depth} elements.`;
const neverClosed = `The page has more than ${foreign} SVG elements that never close.`;

describe('the depth of markup', () => {
  test.each([
    ['<div>'],
    ['<div a=">" b=\'>\'>'],
    ['<ul><li>'],
    ['<b><a>'],
    ['<table><b>'],
    ['<template>'],
    ['<!--><div>'],
    ['<!---><div>'],
    ['<p></p><i>'],
  ])('counts the elements that the parser opens: %s again and again is refused', (piece) => {
    const html = piece.repeat(20 * depth);
    expect(() => parseMarkup(html)).toThrow(tooDeep);
  });

  test.each([
    ...['</p>', '</br>', '<p>', '<br>', '<div></div>', '<select><option>a</select>', '<table><tr><td>a</table>'],
    ...['<div><span><i></div>', '<!--<div>-->', '<a title="<div><div>">x</a>', 'a < b <3 ', '</div>', '<svg></svg>'],
  ])('does not grow with %s', (piece) => {
    expect(() => parseMarkup(piece.repeat(20 * depth))).not.toThrow();
  });

  test.each(['iframe', 'noembed', 'noframes', 'script/', '!--', '!---'])('counts what follows <%s>', (name) => {
    expect(() => parseMarkup(`<${name}>${'<div>'.repeat(20 * depth)}`)).toThrow(tooDeep);
  });

  test('is that of XML where markup is XML', () => {
    expect(() => parseMarkup('<br>'.repeat(20 * depth), { xml: true })).toThrow(tooDeep);
    expect(parseMarkup('<a/>'.repeat(20 * depth), { xml: true })('a').length).toBe(20 * depth);
    expect(() => parseMarkup(`<![CDATA[${'<a>'.repeat(20 * depth)}]]>`, { xml: true })).not.toThrow();
  });
});

test.each(['<svg/>', '<math/>', '<div><svg></div>', '<li><svg></li>', '<i><desc></i>'])(
  'elements of SVG that never close, for which the parser keeps a list, are bounded: %s',
  (piece) => {
    expect(() => parseMarkup(piece.repeat(foreign + 1))).toThrow(neverClosed);
    expect(() => parseMarkup(piece.repeat(foreign))).not.toThrow();
  },
);

test('a page of many closed icons is read', () => {
  const icon = '<a href="/jobs/1"><svg viewBox="0 0 1 1"><title>Job</title><path d="M0 0"/></svg></a>';
  expect(parseMarkup(icon.repeat(5 * foreign))('a').length).toBe(5 * foreign);
});

test('a selector finds what lies in its context, and nothing else', () => {
  const page = parseMarkup(`<title>T</title><ul><li><b>1</b><li><b>2</b><ul><li><b>3</b></ul></ul><b>4</b>`);
  const texts = (css: string, within?: ReturnType<typeof page>): string[] =>
    (within === undefined ? page(css) : page(css, within)).toArray().map((element) => page(element).text());
  expect(texts('b')).toEqual(['1', '2', '3', '4']);
  expect(texts('b', page('ul').first())).toEqual(['1', '2', '3']);
  expect(texts('> b', page('li').first())).toEqual(['1']);
  expect(texts(':scope > b', page('li').first())).toEqual(['1']);
  expect(texts('+ li > b', page('li').first())).toEqual(['2']);
  expect(texts('ul b', page('ul').eq(1))).toEqual(['3']);
  expect(texts('b:first, title')).toEqual(['T', '1']);
  expect(texts('li:eq(1) > b')).toEqual(['2']);
  expect(texts('b', page('li'))).toEqual(['1', '2', '3']);
  expect(page('li').find('b').last().text()).toBe('3');
  expect(parseMarkup('<Feed><Item>x</Item></Feed>', { xml: true })('Item').text()).toBe('x');
});

/** What could cost a parser or a selector more than in proportion to its length. */
const pieces = [
  ...['</p>', '</br>', '<p>', '<br>', '<b><a>', '<table><b>', '<select><option>', '<template>', '<svg></p>', '<svg/>'],
  ...['<svg><desc>', '<i><foreignObject></i>', '<!--', '<!-->', '<!--->', '<script/>', '<iframe>', '<noembed>'],
  ...['<noframes>', '<frameset>', '<plaintext>', '<textarea>', '<title>', '<xmp>', '<style>', '&', '&amp', '&amp;'],
  ...['&#x', '<', '</', '<a ', '<a b="', '<a b=&', '<!', '<?', '<![CDATA[', '</x>', '<div></x>', '</svg>', '<i a>'],
  ...['<table><tr><td></table><b></b>', '<div a=1></div>', '<p><b></p>', '<h1>x</h1> ', '<li><ul></ul>'],
];
const size = 1_000_000;

const pages: [string, string][] = [
  ...pieces.map((piece): [string, string] => [piece, piece.repeat(Math.ceil(size / piece.length))]),
  ['an element of 100,000 attributes', `<p ${Array.from({ length: 100_000 }, (_, at) => `a${at}=1`).join(' ')}>`],
];

test.each(pages)('%s: 1 MB is parsed and searched in linear time, or refused', (_, html) => {
  const read = (): void => {
    try {
      const page = parseMarkup(html);
      for (const css of ['title', 'a[href]', 'h1, h2 a, li > b', '[itemtype*="JobPosting"]', 'p b', '#x'])
        page(css).first().text();
      page('body').text();
    } catch (error) {
      expect((error as Error).name).toBe('SourceError');
    }
  };
  // Some 500 ms; a quadratic step takes minutes.
  expect(cpuMs(read, 2500, 3)).toBeLessThan(8000);
});
