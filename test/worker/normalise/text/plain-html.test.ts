import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readDescription } from '../../../../worker/normalise/text/description.js';
import { readPlainHtml } from '../../../../worker/normalise/text/plain-html.js';
import { ReadableText } from '../../../../worker/normalise/text/readable-text.js';

const rules = { deepest: 100, addressOf: (href: string) => (href.startsWith('https:') ? href : null) };
const read = (html: string) => readPlainHtml(html, new ReadableText(), rules);

const tag = fc.constantFrom(
  ...'p div ul ol li h2 h4 strong em b i a span font section blockquote hr header o:p P table tr td'.split(' '),
);
const attributes = fc.constantFrom(
  ...[
    '',
    '',
    '',
    ' class="x"',
    " data-x='>'",
    ' disabled',
    ' style="a" href="https://a.example/?utm_source=b&amp;c=1&d=2"',
  ],
  ...[
    ' HREF="mailto:a@b.example"',
    ' href="javascript:alert(1)"',
    ' href=" https://b.example/"',
    ' href=x',
    ' /',
    '\n',
  ],
  ...[
    ' title="x href=\'https://c.example\'"',
    ' href href="https://d.example"',
    ' a="1"b="2"',
    ' href="https://e.example/&copy=1&lt=2"',
  ],
);
const piece = fc.oneof(
  fc.tuple(tag, attributes).map(([name, written]) => `<${name}${written}>`),
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
    ...[
      '&copy2',
      '&rsquo;',
      '&amp;lt;b&amp;gt;',
      '&lt;p&gt;',
      '&#0;',
      '&#x200b;',
      '&notit;',
      '& ',
      '&amp;#8217;',
      '\u00a0',
      '>',
      '< ',
    ],
    ...['</br>', '<img src="x">', '<script>', '<!-- c -->'],
    'Cooks',
    ' and waiters',
    '- ',
    '|',
  ),
  fc.string({ maxLength: 4 }),
);
/** A closed element, nested in others. */
const { element } = fc.letrec<{ element: string; inner: string }>((tie) => ({
  element: fc
    .tuple(tag, attributes, tie('inner'))
    .map(([name, written, inner]) => `<${name}${written}>${inner}</${name}>`),
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

  test('loses attributes, and the tags of elements that are not kept', () => {
    expect(read('<p class="x"><span style="color: red">A</span> <u>B</u></p><hr><img src="x.png">')).toBe('<p>A B</p>');
  });

  test('keeps the addresses of links that the rules allow', () => {
    expect(read('<a href="https://a.example/?b=1&amp;c=&quot;2">A</a> <a href="javascript:b()">B</a>')).toBe(
      '<a href="https://a.example/?b=1&amp;c=&quot;2" rel="nofollow noopener">A</a> <a>B</a>',
    );
  });

  test('is closed where a parser closes it', () => {
    expect(read('<p>A<p>B<ul><li>C<li>D')).toBe('<p>A</p><p>B</p><ul><li>C</li><li>D</li></ul>');
    expect(read('A</p><strong><em>B</strong></em>')).toBe('A<p></p><strong><em>B</em></strong>');
  });

  test.each([
    ['a comment', '<p>A</p><!-- B -->'],
    ['a script', '<script>a()</script>'],
    ['a table', '<table><tr><td>A</td></tr></table>'],
    ['an unknown element', '<p><blink>A</blink></p>'],
    ['an attribute without quotes', '<p class=x>A</p>'],
    ['a tag that is cut off', '<p>A</p><p class="x'],
    ['a bare sign', '<p>1 < 2</p>'],
    ['elements nested too deep', '<div>'.repeat(101)],
  ])('does not contain %s', (_, html) => {
    expect(read(html)).toBeNull();
  });
});
