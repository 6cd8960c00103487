import { expect, test } from '@jest/globals';
import { hybridDays } from '../../../../worker/normalise/classify/workplace-phrases.js';

test.each([
  ['you spend 3 days a week in our lisbon office.', '3 days a week in our lisbon office'],
  ['a minimum 2 days on site is expected', 'minimum 2 days on site'],
  ['two to three days per week from home', 'two to three days per week from home'],
  ['we meet in the office at least two days', 'in the office at least two days'],
  ['ten weeks of leave, 4 days of notice, and home office bis zu 3 tage', 'home office bis zu 3 tage'],
  ['2x weekly in the office', '2x weekly in the office'],
  ['we offer one day work from home once trained', 'one day work from home'],
  ['3 jours de teletravail', '3 jours de teletravail'],
])('In "%s", the days are "%s"', (text, phrase) => {
  expect(hybridDays(text)).toEqual({ at: text.indexOf(phrase), phrase });
});

test.each([
  'the office is open 5 days a week',
  'within 3 days of the offer',
  'fifteen days in the office',
  '12 days in the office',
  'office 3 daysoff',
  'in the office 4 xylophones',
  'remote',
])('"%s" names no days of hybrid work', (text) => {
  expect(hybridDays(text)).toBeNull();
});
