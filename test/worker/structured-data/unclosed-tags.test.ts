import { expect, test } from '@jest/globals';
import { refuseUnclosedTags } from '../../../worker/structured-data/parse-markup.js';
import { cpuMs } from '../../lib/cpu-ms.js';

const feed = (title: string): string => `<rss><channel><item><title>${title}</title></item></channel></rss>`;

test('a feed with closed tags is read, also with comments, CDATA, quotes and a stray "<"', () => {
  const texts = [
    'Cook',
    'Cook <!-- < < -->',
    '<![CDATA[a < b < c]]>',
    '<b title="a > b">x</b>',
    'pay < 50 > 40',
    "it's",
  ];
  for (const text of texts) expect(() => refuseUnclosedTags(feed(text))).not.toThrow();
});

test.each(['<', '<">"', '<"', "<'>'", '<a b="', '<x '])('a page of %p is refused in linear time', (piece) => {
  const page = `<rss><title>${piece.repeat(Math.ceil(1_000_000 / piece.length))}`;
  const spent = cpuMs(() => {
    try {
      refuseUnclosedTags(page);
    } catch (error) {
      expect((error as Error).message).toBe('The page has more than 20 tags that never close.');
    }
  }, 500);
  expect(spent).toBeLessThan(500);
});
