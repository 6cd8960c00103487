import { expect, test } from '@jest/globals';
import { readDateWord } from '../../../../shared/search/query/parse-query.js';

test.each([
  ['past hour', '1hr'],
  ['Past-Hour', '1hr'],
  ['last hour', '1hr'],
  ['1h', '1hr'],
  ['past day', '24hr'],
  ['past 3 days', '72hr'],
  ['3-days', '72hr'],
  ['2 WEEKS', '336hr'],
  ['past year', '8760hr'],
  ['Past_Year', '8760hr'],
  ['1 year', '8760hr'],
  ['within the last month', 'past month'],
  ['', ''],
])('%j reaches back %j', (text, hours) => expect(readDateWord(text)).toBe(hours));

test.each(['hour', 'year', '2 years', '0 days', '1.5 days', 'past', 'fortnight', '9999h'])(
  '%j is no span of time up to a year',
  (text) => expect(readDateWord(text)).toMatchObject({ code: 'unknown-value' }),
);
