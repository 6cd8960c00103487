import { expect, test } from '@jest/globals';
import { industryKey, industryKeys, industryPattern } from '../../../shared/words/industry.js';

test('an industry is found as a whole and by its parts, however it is written', () => {
  expect(industryKeys('Retail & E-commerce')).toEqual(['retailecommerce', 'retail', 'ecommerce']);
  expect(industryKeys('Food and Drink')).toEqual(['foodanddrink', 'food', 'drink']);
  expect(industryKeys('Énergie')).toEqual(['energie']);
  expect(industryKeys('Финансы')).toEqual(['финансы']);
  expect(industryKey('retail e-COMMERCE')).toBe('retailecommerce');
});

test('it has letters, and no signs that a keyword reads', () => {
  expect(['Robotics', 'R&D / Labs', '金融'].every((text) => industryPattern.test(text))).toBe(true);
  expect(['', '&', 'a, b', 'the "best"'].some((text) => industryPattern.test(text))).toBe(false);
});
