import { expect, test } from '@jest/globals';
import { describeOpenings, linesOf } from '../../../shared/watches/write-message.js';

const bodyOf = (titles: readonly string[]): string =>
  JSON.stringify({
    type: 'jobs.found',
    data: {
      jobs: titles.map((title) => ({
        ...{ title, company: { name: 'Klinik' }, location: { text: 'Berlin' } },
        url: 'https://example.com/1',
      })),
    },
  });

test('a subject and a line end after a whole character, and have it whole', () => {
  for (const picture of ['💥', '👩🏽‍🚒', 'e\u0301'])
    for (let before = 100; before < 125; before++) {
      const title = 'x'.repeat(before) + picture.repeat(60);
      const described = describeOpenings(bodyOf([title]));
      const { subject } = described;
      const [line = ''] = (linesOf(described)[0] ?? '').split('\n');
      for (const [text, most] of [
        [subject, 120],
        [line, 200],
      ] as const) {
        expect(text.length).toBeLessThanOrEqual(most);
        expect((Math.max(before, text.length) - before) % picture.length).toBe(0);
        expect(title.startsWith(text)).toBe(true);
      }
    }
});

test('controls and marks that change the direction of a text become spaces', () => {
  expect(describeOpenings(bodyOf(['Nurse\r\nBcc: x\u202e\u2028'])).subject).toBe('Nurse  Bcc: x  ');
});
