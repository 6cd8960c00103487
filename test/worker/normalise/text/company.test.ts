import { expect, test } from '@jest/globals';
import { readCompany } from '../../../../worker/normalise/text/company.js';

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
