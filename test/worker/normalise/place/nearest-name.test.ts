import { expect, test } from '@jest/globals';
import { nearestName } from '../../../../worker/normalise/place/nearest-name.js';

test.each([
  ['Massachussetts', 'massachusetts'],
  ['Untied States', 'united states'],
  ['Phillipines', 'philippines'],
  ['San Fransisco', 'san francisco'],
])('"%s" is a misspelling of a well-known name', (text, name) => {
  expect(nearestName(text)).toBe(name);
});

test.each(['Virginville', 'Nowhere', 'Iran', 'massachussetts', 'Qwerty 3', 'Australasia and so on and so forth'])(
  '"%s" is none',
  (text) => {
    expect(nearestName(text)).toBeNull();
  },
);
