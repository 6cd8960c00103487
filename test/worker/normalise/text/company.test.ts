import { expect, test } from '@jest/globals';
import { readCompany, withBoardCompany } from '../../../../worker/normalise/text/company.js';

test.each([
  ['Acme &amp; Sons, Inc.', 'Acme & Sons, Inc.'],
  ['  Acme\u00a0Robotics ', 'Acme Robotics'],
  ['Acme Robotics\n3.8', 'Acme Robotics'],
  ['Boulangerie <i>Léa</i>', 'Boulangerie Léa'],
  ['Stealth Startup', 'Stealth Startup'],
  ['Unknown Worlds', 'Unknown Worlds'],
  ['7-Eleven', '7-Eleven'],
])('%j is %s', (name, company) => {
  expect(readCompany(name)).toBe(company);
});

test.each([
  null,
  '',
  'N/A',
  'UNAVAILABLE',
  'null',
  'undefined',
  'Confidential',
  'Company Confidential',
  'Anonymous',
  '-',
  'Private Advertiser',
  '&nbsp;',
])('%j names no company', (name) => {
  expect(readCompany(name)).toBeNull();
});

test('a company has what is stated of the board’s, and its own address before that', () => {
  const company = { name: 'Acme', url: null, logoUrl: null };
  expect(withBoardCompany(company, {})).toEqual(company);
  const stated = { industry: 'Robotics', size: '51-200', website: 'https://acme.example' } as const;
  const facts = { industry: 'Robotics', size: '51-200' };
  expect(withBoardCompany(company, stated)).toEqual({ ...company, ...facts, url: 'https://acme.example/' });
  const own = { ...company, url: 'https://own.example/' };
  expect(withBoardCompany(own, stated)).toEqual({ ...own, ...facts });
});
