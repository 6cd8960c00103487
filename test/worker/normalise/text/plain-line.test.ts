import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hasTag, plainLine, saidLine, withoutEntities } from '../../../../worker/normalise/text/plain-line.js';

describe('a plain line', () => {
  test.each([
    ['a &amp;amp;lt;b&amp;amp;gt; c', 'a c'],
    ['one<br/>two', 'one two'],
    ['<b>£400</b>/day', '£400/day'],
    ['Map<String, Integer> & 3 < 5', 'Map<String, Integer> & 3 < 5'],
    ['a\u00ad\u200bb\u0000c', 'ab c'],
    ['<!-- hidden -->seen', 'seen'],
    ['<script>alert(1)</script>Cook', 'Cook'],
    ['Salt &amp Pepper', 'Salt & Pepper'],
    ['tab\tand\n line', 'tab and line'],
  ])('%j → %j', (text, line) => {
    expect(plainLine(text)).toBe(line);
  });

  test('tags of HTML are tags, other angle brackets are text', () => {
    expect(hasTag('a <p class="x">')).toBe(true);
    expect(hasTag('</div>')).toBe(true);
    expect(hasTag('List<String> <T> 3<5')).toBe(false);
  });

  test('an unknown entity is unchanged', () => {
    expect(withoutEntities('Q&A; black&white; &amp;')).toBe('Q&A; black&white; &');
  });

  test('is idempotent', () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom('<', '>', 'b', '/', '&', 'amp;', 'lt;', '&gt;', '<br', '&#60;', '&#x26;'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const line = plainLine(parts.join(''));
        expect(plainLine(line)).toBe(line);
        expect(hasTag(line)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});

test.each(['N/A', 'n/a', 'NULL', 'undefined', 'UNAVAILABLE', 'Not specified', 'TBD', '—', '', '[object Object]'])(
  '%j is empty',
  (text) => {
    expect(saidLine(text)).toBeNull();
  },
);
