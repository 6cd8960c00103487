import { expect, test } from '@jest/globals';
import { nestsDeeper } from '../../../worker/structured-data/markup-depth.js';
import { parseMarkup } from '../../../worker/structured-data/parse-markup.js';
import { cpuMs } from '../../lib/cpu-ms.js';

const deep = (open: string, depth: number) => open.repeat(depth);

test.each([
  ['<div>'.repeat(600), true],
  ['<div a=">" b=\'>\'>'.repeat(600), true],
  ['<ul><li>'.repeat(300), true],
  ['<b><p>'.repeat(300), true],
  ['<div></div>'.repeat(9000), false],
  ['<p>'.repeat(9000), false],
  [`<ul>${'<li>a'.repeat(9000)}`, false],
  [`<table>${'<tr><td>a<td>b'.repeat(9000)}`, false],
  ['<br><img src=a><input>'.repeat(9000), false],
  ['<div><span><i></div>'.repeat(9000), false],
  [`<script>${'<div>'.repeat(9000)}</script>`, false],
  [`<!--${'<div>'.repeat(9000)}-->`, false],
  [`<a title="${'<div>'.repeat(9000)}">`, false],
  ['a < b <3 '.repeat(9000), false],
] as const)('the depth of %.24s… is the one the parser would build', (html, isDeep) => {
  expect(nestsDeeper(html, 512)).toBe(isDeep);
});

test('XML has no void or implied elements, but self-closing ones', () => {
  expect(nestsDeeper(deep('<br>', 600), 512, { xml: true })).toBe(true);
  expect(nestsDeeper('<a/>'.repeat(9000), 512, { xml: true })).toBe(false);
  expect(nestsDeeper(`<![CDATA[${deep('<a>', 600)}]]>`, 512, { xml: true })).toBe(false);
});

test('markup too deep or too broad is refused before it is parsed', () => {
  expect(() => parseMarkup(deep('<div>', 100_000))).toThrow('The page nests deeper than 512 elements.');
  const broad = 'The page has more than 10000 elements beside one another.';
  for (const piece of ['<p>', '<br>', '<div></div>', '<b>x</b> '])
    expect(() => parseMarkup(`<main>${piece.repeat(10_001)}`)).toThrow(broad);
  expect(() => parseMarkup('<a/>'.repeat(10_001), { xml: true })).toThrow(broad);
});

test('a feed of many items is not too broad', () => {
  const items = '<item><title>Cook</title></item>'.repeat(20_000);
  expect(() => parseMarkup(`<rss><channel>${items}</channel></rss>`, { xml: true })).not.toThrow();
});

test('the depth is computed in linear time, whatever is left open', () => {
  const pieces = [
    '<',
    '<!--',
    '<div',
    '<div a="',
    '<div a=',
    '<script>',
    '</div>',
    '<![CDATA[',
    '<a></b>',
    '<div></p>',
    '<?',
    '</',
  ];
  for (const piece of pieces)
    for (const xml of [false, true])
      expect(cpuMs(() => nestsDeeper(piece.repeat(1_000_000 / piece.length), 1e9, { xml }), 400)).toBeLessThan(1000);
});
