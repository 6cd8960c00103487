import { expect, test } from '@jest/globals';
import { foldForMatching } from '../../../../worker/normalise/classify/fold-for-matching.js';
import { mayName } from '../../../../worker/normalise/classify/title-stems.js';

const engagements =
  'Praktikantin Vertrieb|Interim CFO|Apprendista elettricista|Voltijds verkoper|Nurse (PT)|Pfleger 80 %|インターン|Co-op Engineer|Vast contract';
const levels = 'VP Sales|Sr. Nurse|Teamleider Logistiek|Młodszy programista|C-Level Assistant|SSR Developer|ジュニア';

test.each(engagements.split('|'))('"%s" may name an engagement', (title) => {
  expect(mayName('engagement', foldForMatching(title))).toBe(true);
});

test.each(levels.split('|'))('"%s" may name a level', (title) => {
  expect(mayName('level', foldForMatching(title))).toBe(true);
});

test('a plain title names neither', () => {
  for (const kind of ['engagement', 'level'] as const) expect(mayName(kind, 'software engineer, payments')).toBe(false);
});
