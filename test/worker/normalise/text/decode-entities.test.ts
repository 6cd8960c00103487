import { describe, expect, test } from '@jest/globals';
import { decodeHTML } from 'entities';
import { decodeEntities } from '../../../../worker/normalise/text/plain-html.js';

describe('entities', () => {
  test.each([
    ['&lt;p class=&quot;a&quot;&gt;R&amp;amp;D&lt;/p&gt;', '<p class="a">R&amp;D</p>'],
    ['&amp;lt;', '&lt;'],
    ['it&#39;s&nbsp;&apos;ours&apos;', "it's\u00a0'ours'"],
    ['no entities', 'no entities'],
    ['&lt;p&gt;caf&eacute; &amp co &#x2019; &lt', '<p>café & co ’ <'],
    ['R&D, &unknown; &', 'R&D, &unknown; &'],
  ])('%s', (text, decoded) => {
    expect(decodeEntities(text)).toBe(decoded);
    expect(decodeEntities(text)).toBe(decodeHTML(text));
  });
});
