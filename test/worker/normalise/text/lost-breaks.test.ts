import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { hasJoints, linesWithBreaks } from '../../../../worker/normalise/text/lost-breaks.js';

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

test('a hyphen within a name is no lost break, one behind a word in small letters is', () => {
  const line = `We sell cars.You repair Mercedes-Benz vans.Bring your toolsKnow the trade-Drive to Ems-Weser clients${rest}`;
  expect(linesWithBreaks(line)).toEqual([
    'We sell cars.',
    'You repair Mercedes-Benz vans.',
    'Bring your tools',
    'Know the trade',
    `-Drive to Ems-Weser clients${rest}`,
  ]);
});

test('headings of a posting and years behind a full stop begin lines', () => {
  const line = `Company DescriptionWe bake bread.Role DescriptionThis is a full-time job.Diplomas are preferred.5+ years of baking.Qualifications• Ovens${rest}`;
  expect(linesWithBreaks(line)).toEqual([
    'Company Description',
    'We bake bread.',
    'Role Description',
    'This is a full-time job.',
    'Diplomas are preferred.',
    '5+ years of baking.',
    `Qualifications• Ovens${rest}`,
  ]);
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

test('a line whose joints are fewer than its breaks would be has none to get back', () => {
  expect(hasJoints('You bake bread, with three of us, in an e-mail shop of 12 ovens - and sell it (here).', 1)).toBe(
    false,
  );
  expect(hasJoints('We bake bread.You sell it', 1)).toBe(true);
  const pieces = fc.constantFrom(
    'oven',
    'Oven',
    'Óli',
    'É',
    '.',
    ':',
    ')',
    ' ',
    '1. ',
    '12',
    '- ',
    '-',
    'Benefits',
    '面包',
    'Ａｂｃ',
  );
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 60, maxLength: 90 }), (parts) => {
      const line = parts.join('');
      const breaks = linesWithBreaks(line).length - 1;
      fc.pre(breaks > 0);
      expect(hasJoints(line, breaks)).toBe(true);
    }),
  );
});
