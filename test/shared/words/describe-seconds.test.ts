import { expect, test } from '@jest/globals';
import { describeSeconds } from '../../../shared/words/describe-seconds.js';

test.each([
  [0.2, '1 s'],
  [59, '59 s'],
  [61, '2 min'],
  [3599, '1 h'],
  [60, '1 min'],
  [12_000, '3 h 20 min'],
])('%d seconds are %s', (seconds, text) => expect(describeSeconds(seconds)).toBe(text));
