import { expect, test } from '@jest/globals';
import { ReadableText } from '../../../../worker/normalise/text/readable-text.js';

/** Writes `<tag>`, `</tag>` and the texts between, as a parser reports them. */
function write(html: string): string {
  const writer = new ReadableText();
  for (const [, close, tag, text] of html.matchAll(/<(\/?)(\w+)>|([^<]+)/g)) {
    if (tag === undefined) writer.text(text ?? '');
    else if (close) writer.close(tag);
    else writer.open(tag);
  }
  return writer.read();
}

test.each([
  ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
  ['<h3>About</h3><p>Us</p>', 'About\n\nUs'],
  ['<ul><li>One</li><li>Two</li></ul>after', '- One\n- Two\n\nafter'],
  ['<ul><li><p>One</p></li><li><div>Two</div></li></ul>', '- One\n- Two'],
  ['<ul><li>One<ul><li>Deep</li></ul></li><li>Two</li></ul>', '- One\n  - Deep\n- Two'],
  ['<ol><li>One</li></ol>', '- One'],
  ['One<br>Two<br><br>Three', 'One\nTwo\nThree'],
  ['<table><tr><th>Level</th><th>Pay</th></tr><tr><td>L3</td><td>1</td></tr></table>', 'Level | Pay\nL3 | 1'],
  ['<p>  many \n spaces </p><p> </p>', 'many spaces'],
  ['<ul><li> </li></ul>', ''],
  ['<dl><dt>Term</dt><dd>Meaning</dd></dl>', 'Term\nMeaning'],
])('%s', (html, text) => {
  expect(write(html)).toBe(text);
});
