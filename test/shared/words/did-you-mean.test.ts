import { expect, test } from '@jest/globals';
import { didYouMean } from '../../../shared/words/did-you-mean.js';

const words = ['full time', 'part time', 'contract', 'internship'];

test('a misspelt word suggests the nearest candidate within a third of its letters, in any case', () => {
  expect(didYouMean('Contrct', words)).toBe('contract');
  expect(didYouMean('internshpi', words)).toBe('internship');
  expect(didYouMean('prat time', words)).toBe('part time');
});

test('nothing is suggested for a word far from all candidates, for digits, or for an empty word', () => {
  expect(didYouMean('carpenter', words)).toBeNull();
  expect(didYouMean('3 days', ['7 days'])).toBeNull();
  expect(didYouMean(' ', words)).toBeNull();
});

test('only the beginning of a very long word is compared', () => {
  expect(didYouMean('x'.repeat(100_000), ['x'.repeat(39)])).toBe('x'.repeat(39));
});
