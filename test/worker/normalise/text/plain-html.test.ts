import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readDescription } from '../../../../worker/normalise/text/description.js';
import { readPlainHtml } from '../../../../worker/normalise/text/plain-html.js';
import { createReadableText } from '../../../../worker/normalise/text/readable-text.js';

const read = (html: string) => readPlainHtml(html, createReadableText());

const tag = fc.constantFrom('p', 'div', 'ul', 'ol', 'li', 'h2', 'h4', 'strong', 'em', 'b', 'i');
const piece = fc.oneof(
  tag.map((name) => `<${name}>`),
  tag.map((name) => `</${name}>`),
  fc.constantFrom(
    '<br>',
    '<br/>',
    '<br />',
    ' ',
    '\n',
    '&nbsp;',
    '&amp; ',
    '&quot;',
    '&#39;',
    'Cooks',
    ' and waiters',
    '- ',
    '|',
  ),
  fc.string({ maxLength: 4 }),
);
/** A closed element, nested in others. */
const { element } = fc.letrec<{ element: string; inner: string }>((tie) => ({
  element: fc.tuple(tag, tie('inner')).map(([name, inner]) => `<${name}>${inner}</${name}>`),
  inner: fc.array(fc.oneof({ depthSize: 'small' }, piece, tie('element')), { maxLength: 5 }).map((all) => all.join('')),
}));

describe('HTML that needs no parser', () => {
  test('gives the same result as the sanitiser', () => {
    const html = fc.oneof(fc.array(piece, { maxLength: 12 }), fc.array(element, { maxLength: 4 }));
    fc.assert(
      fc.property(html, (pieces) => {
        const source = `<p>A</p>${pieces.join('')}`;
        // A comment leaves no trace, but only a parser recognises it.
        expect(readDescription(source, null)).toEqual(readDescription(`<!-- -->${source}`, null));
      }),
      { numRuns: 2000 },
    );
  });

  test('is written with the tag names we keep', () => {
    expect(read('<h1>The job</h1><ul><li><b>Cook</b> &amp; <i>serve</i><br>daily</li></ul>')).toBe(
      '<h3>The job</h3><ul><li><strong>Cook</strong> &amp; <em>serve</em><br />daily</li></ul>',
    );
  });

  test.each([
    ['an attribute', '<p class="x">A</p>'],
    ['an element we do not keep', '<p><u>A</u></p>'],
    ['an element that is not closed', '<p>A'],
    ['an end without a beginning', 'A</p>'],
    ['elements that overlap', '<strong><em>A</strong></em>'],
    ['a block where a parser would end another', '<p>A<p>B</p></p>'],
    ['a rare entity', '<p>&eacute;</p>'],
    ['an escaped entity', '<p>&amp;lt;b&amp;gt;</p>'],
    ['a bare sign', '<p>1 < 2</p>'],
  ])('does not contain %s', (_, html) => {
    expect(read(html)).toBeNull();
  });
});
