import { expect, test } from '@jest/globals';
import { cutText } from '../../../shared/words/text.js';

test.each([
  ['short', 5, 'short'],
  ['longer', 5, 'longe'],
  // A surrogate pair.
  ['abc💥', 4, 'abc'],
  ['abc💥d', 5, 'abc💥'],
  // A letter and its mark, a family, a flag, a skin tone.
  ['abe\u0301cd', 3, 'ab'],
  ['ab👩‍👩‍👧 cd', 9, 'ab'],
  ['ab👩‍👩‍👧 cd', 10, 'ab👩‍👩‍👧'],
  ['🇩🇪🇫🇷', 6, '🇩🇪'],
  ['a👍🏽b', 4, 'a'],
  ['नमस्ते', 3, 'नम'],
])('%j cut at %d is %j', (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
});

test('a text is never cut inside a character, wherever it is cut', () => {
  const text = 'Zoë 👩🏽‍🚒 naïve 東京 🏴󠁧󠁢󠁳󠁣󠁴󠁿 e\u0301\u0302 💥';
  const whole = new Set([
    0,
    ...[...new Intl.Segmenter().segment(text)].map((each) => each.index + each.segment.length),
  ]);
  for (let most = 0; most <= text.length; most++) {
    const cut = cutText(text, most);
    expect([most, whole.has(cut.length), text.startsWith(cut), cut.length <= most]).toEqual([most, true, true, true]);
  }
});

test('a letter with any number of marks is cut, at a whole code point', () => {
  expect(cutText(`a${'\u0301'.repeat(1000)}`, 200)).toHaveLength(200);
  expect(cutText(`a${'\u{e0100}'.repeat(1000)}`, 200)).toHaveLength(199);
});
