import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readDescription } from '../../../../worker/normalise/text/description.js';
import { hasTag } from '../../../../worker/normalise/text/plain-line.js';

const read = (html: string) => readDescription(html, null);

describe('the HTML output', () => {
  test.each([
    ['<p onclick="x()" class="y" style="color:red">Hi</p>', '<p>Hi</p>'],
    ['<script>alert(1)</script><style>p{}</style><p>Hi</p>', '<p>Hi</p>'],
    ['<img src=x onerror=alert(1)>Hi', 'Hi'],
    ['<a href="javascript:alert(1)">x</a>', 'x'],
    ['<a href="/jobs">x</a> <a href="//evil.example">y</a>', 'x y'],
    [
      '<a href="https://a.example/?a=1&b=2" target=_top>x</a>',
      '<a href="https://a.example/?a=1&amp;b=2" rel="nofollow noopener">x</a>',
    ],
    ['<a href="mailto:jobs@a.example">write</a>', '<a href="mailto:jobs@a.example" rel="nofollow noopener">write</a>'],
    ['<h1>Role</h1><h2>You</h2>', '<h3>Role</h3><h3>You</h3>'],
    ['<b>a</b> <i>b</i>', '<strong>a</strong> <em>b</em>'],
    ['<div><div>One</div><div>Two</div></div>', '<p>One</p><p>Two</p>'],
    ['<p>Real</p><p>&nbsp;</p><p><br></p><ul><li></li></ul>', '<p>Real</p>'],
    ['<iframe src="https://evil.example"></iframe><form><input><p>Hi</p></form>', '<p>Hi</p>'],
    ['<svg><script>alert(1)</script></svg><math><p>x</p></math>ok', 'ok'],
    ['<p>5 < 6 & 7 > 3</p>', '<p>5 &lt; 6 &amp; 7 &gt; 3</p>'],
  ])('%s', (html, clean) => {
    expect(read(html).html).toBe(clean);
  });
});

describe('the readable text', () => {
  test.each([
    ['<h2>What you do</h2><ul><li>Build</li><li>Run</li></ul>', 'What you do\n\n- Build\n- Run'],
    ['<p>See <a href="https://a.example">our site</a>.</p>', 'See our site.'],
    ['<p>Caf&eacute; &amp; bar&nbsp;– d&eacute;j&agrave; vu</p>', 'Café & bar – déjà vu'],
    ['<p>AT&amp;amp;T &amp;nbsp;x</p>', 'AT&T x'],
  ])('%s', (html, text) => {
    expect(
      read(html)
        .text.replace(/\u00a0/g, ' ')
        .replace(/ +/g, ' '),
    ).toBe(text);
  });
});

describe('escaping', () => {
  const clean = { html: '<p>Hi <strong>you</strong></p>', text: 'Hi you' };

  test.each([
    '<p>Hi <b>you</b></p>',
    '&lt;p&gt;Hi &lt;b&gt;you&lt;/b&gt;&lt;/p&gt;',
    '&amp;lt;p&amp;gt;Hi &amp;lt;b&amp;gt;you&amp;lt;/b&amp;gt;&amp;lt;/p&amp;gt;',
    '<p>Hi &lt;b&gt;you&lt;/b&gt;</p>',
    '&#60;p&#62;Hi &#x3c;b&#x3e;you&#x3C;/b&#x3E;&#60;/p&#62;',
  ])('is undone: %s', (html) => {
    expect(read(html)).toEqual(clean);
  });

  test('never lets escaped scripts through', () => {
    expect(read('<p>a &lt;script&gt;alert(1)&lt;/script&gt; b &lt;img src=x onerror=alert(1)&gt;</p>')).toEqual({
      html: '<p>a b </p>',
      text: 'a b',
    });
  });
});

describe('plain text', () => {
  test('becomes paragraphs and lists', () => {
    expect(readDescription(null, 'Who we are\nTwo people & a dog\n\n* one\n• two\n\nBye')).toEqual({
      html: '<p>Who we are<br />Two people &amp; a dog</p><ul><li>one</li><li>two</li></ul><p>Bye</p>',
      text: 'Who we are\nTwo people & a dog\n\n- one\n- two\n\nBye',
    });
  });

  test('keeps its lines when it contains a few tags', () => {
    expect(readDescription(null, 'one\ntwo <b>three</b>').text).toBe('one\ntwo three');
  });

  test.each([null, '', '  ', 'null', 'undefined', 'N/A', 'UNAVAILABLE'])('%j is empty', (text) => {
    expect(readDescription(text, text)).toEqual({ html: '', text: '' });
    expect(readDescription(text, 'Real')).toMatchObject({ text: 'Real' });
  });
});

describe('any input', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '<p>',
      '</p>',
      '<div>',
      '</div>',
      '<ul>',
      '<li>',
      '</li>',
      '<a href="',
      '">',
      '<b>',
      '</i>',
      '&lt;',
      '&gt;',
      '&amp;',
      'script',
      '<script>',
      '</script>',
      '<svg>',
      '<!--',
      '-->',
      '<h1>',
      '<br',
      '/>',
      'onload=',
      "javascript:x'",
      '\n- ',
    ),
  );
  const anything = fc.array(part, { maxLength: 25 }).map((parts) => parts.join(''));
  const allowed =
    /<\/?(?:p|ul|ol|li|h[3-6]|strong|em|blockquote|table|thead|tbody|tr|th|td)>|<br \/>|<a href="(?:https?:|mailto:)[^"<>]*" rel="nofollow noopener">|<\/a>/gi;

  test('gives only the allowed tags, everything else is escaped, and the text contains no tag', () => {
    fc.assert(
      fc.property(anything, (source) => {
        const { html, text } = read(source);
        expect(html.replace(allowed, '')).not.toMatch(/[<>]/);
        expect(hasTag(text)).toBe(false);
        expect(text).not.toMatch(/&(?:amp|lt|gt|nbsp|quot|#\d+);/);
        expect((html + text).isWellFormed()).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });

  test('keeps the lines of plain text that HTML was put behind', () => {
    const lines =
      'We cook.\n\nConditions\n- Fully remote\n- Full-time\n<p>Apply <a href="https://a.example/">here</a></p>';
    expect(read(lines).text.split('\n')).toEqual(expect.arrayContaining(['- Fully remote', '- Full-time']));
    expect(read('<div>\nWe\ncook\nin\nthe\nopen.\n</div>').text).toBe('We cook in the open.');
  });

  test('keeps the text alone of elements nested too deep, escaped or not', () => {
    const deep = (before: string, open: string, times: number) => read(`${before}${open.repeat(times)}Cook`).html;
    for (const open of ['<table><b>', '</p><table><b>', '<!--><table><b>']) {
      expect(deep('', open, 40)).toContain('<strong>Cook</strong>');
      expect(deep('', open, 400)).toBe('<p>Cook</p>');
    }
    expect(deep('<p>x</p>', '&lt;table&gt;&lt;b&gt;', 40)).toContain('<table><strong>');
    expect(deep('<p>x</p>', '&lt;table&gt;&lt;b&gt;', 400)).not.toContain('<table>');
  });

  test('is read quickly when huge and deeply nested', () => {
    const began = process.cpuUsage();
    read('<div>'.repeat(5000) + 'x'.repeat(1000) + '&lt;'.repeat(20_000));
    read('<ul><li>'.repeat(3000));
    read('- a\n'.repeat(40_000));
    // CPU time: other tests share the machine.
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(6000);
  });
});
