import { expect, test } from '@jest/globals';
import { companiesIn, companyKey, companyKeys, companyList } from '../../../shared/words/company-names.js';

test('a company is one in all spellings of its name', () => {
  expect(['Acme', 'ACME, Inc.', 'The Acme Group', 'Acme S.A.', "Ac'me"].map(companyKey)).toEqual(Array(5).fill('acme'));
  expect(['Acme NHS Foundation Trust', 'ACME NHS Trust', 'Acme Trust'].map(companyKey)).toEqual([
    'acme',
    'acme',
    'acmetrust',
  ]);
  expect(['Acme Robotics', '...', 'The Company'].map(companyKey)).toEqual(['acmerobotics', '', 'thecompany']);
});

test('a list of companies has each once, in one order; names may have commas', () => {
  expect(companiesIn(' Globex ; ; Acme, Inc.;... ')).toEqual(['Globex', 'Acme, Inc.']);
  expect(companyList(['Globex', 'Acme, Inc.', 'acme'])).toBe('Acme, Inc.; Globex');
  expect(companyKeys('Acme, Inc.; Globex')).toBe(companyKeys(companyList(['globex ltd', 'ACME'])));
  expect(companyList([])).toBe('');
});
