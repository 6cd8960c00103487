import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { linesWithBreaks } from '../../../../worker/normalise/text/lost-breaks.js';

const rest =
  ' and keeps all the tables of the kitchen, the cellar and both of the halls clean before each evening of the week';

test('a line that has lost its breaks gets them back', () => {
  const line = `Requirements:Two years in a kitchenKnowledge of winesDriving licence for vans.You start at 6${rest}`;
  expect(linesWithBreaks(line)).toEqual([
    'Requirements:',
    'Two years in a kitchen',
    'Knowledge of wines',
    'Driving licence for vans.',
    `You start at 6${rest}`,
  ]);
});

test('a list in one line is cut at its dashes and numbers', () => {
  const line = `- Cleans the halls - Serves guests - Keeps the cellar - Orders wine${rest}`;
  expect(linesWithBreaks(line)).toHaveLength(4);
  expect(linesWithBreaks(`Tasks1. Cleans the halls2. Serves guests3. Keeps the cellar${rest}`)).toHaveLength(4);
});

test('names with capitals, few seams and short lines are left alone', () => {
  const names = `We write JavaScript, TypeScript and PowerPoint, use GitHub, LinkedIn, iPhones and eBooks, MacBooks and OpenSearch${rest}`;
  expect(linesWithBreaks(names)).toEqual([names]);
  const slip = `We bake bread.You sell it${rest}`;
  expect(linesWithBreaks(slip)).toEqual([slip]);
  expect(linesWithBreaks('one twoThree fourFive sixSeven eight')).toHaveLength(1);
});

test('no letter is lost, whatever the line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (line) => {
      expect(linesWithBreaks(line).join('').replace(/\s/g, '')).toBe(line.replace(/\s/g, ''));
    }),
  );
});
