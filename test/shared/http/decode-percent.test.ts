import { expect, test } from '@jest/globals';
import { decodePercent } from '../../../shared/http/http-hosts.js';

test('a part of an address is decoded where it is well encoded, and stands for itself where not', () => {
  expect(decodePercent('p%40ss%C3%A9')).toBe('p@ssé');
  for (const text of ['100%', '%zz', '%ff', '%ed%a0%80']) expect(decodePercent(text)).toBe(text);
});
