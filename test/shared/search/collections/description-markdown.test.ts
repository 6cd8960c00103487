import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { marked } from 'marked';
import { descriptionMarkdown } from '../../../../shared/search/collections/description-markdown.js';

test.each([
  ['', ''],
  ['<p>One.</p><p>Two &amp; three.</p>', 'One.\n\nTwo & three.'],
  ['<h3>What you do</h3><p>Cook.</p>', '### What you do\n\nCook.'],
  ['<ul><li>Cook</li><li><strong>Bake</strong> bread</li></ul>', '- Cook\n- **Bake** bread'],
  [
    '<ol><li>First</li><li>Second<ul><li>Inner</li></ul></li></ol><p>After</p>',
    '1. First\n2. Second\n  - Inner\n\nAfter',
  ],
  [
    '<p>See <a href="https://a.example/x?a=1&amp;b=(2)" rel="nofollow">our page</a>.</p>',
    'See [our page](https://a.example/x?a=1&b=%282%29).',
  ],
  ['<p>A line<br>and one more</p>', 'A line\nand one more'],
  ['<p>5 * 3 &lt; 16, snake_case</p>', '5 \\* 3 \\< 16, snake\\_case'],
  ['<p>- no list</p><p>1. neither</p>', '\\- no list\n\n\\1. neither'],
  ['<blockquote><p>Said so</p></blockquote>', '> Said so'],
  ['<table><tr><td>Pay</td><td>€50k</td></tr><tr><td>Start</td><td>now</td></tr></table>', 'Pay · €50k\nStart · now'],
  ['<p><strong></strong>Text</p>', 'Text'],
  ['<p>~now~, &amp;lt;b&amp;gt; &amp; co</p>', '\\~now\\~, \\&lt;b\\&gt; & co'],
])('%s', (html, markdown) => {
  expect(descriptionMarkdown(html)).toBe(markdown);
});

test('no sign of a text becomes an element', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (text) => {
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      const html = marked.parse(descriptionMarkdown(`<p>${escaped}</p>`), { async: false });
      expect(html).not.toMatch(/<(?!\/?(?:p|br|h[1-6]|hr|pre|code)\b)/);
    }),
    { numRuns: 300 },
  );
});
