import { expect, test } from '@jest/globals';
import { prepareLocation } from '../../../../worker/normalise/place/prepare-location.js';

test.each([
  ['USA.VA.Reston', 'USA - VA - Reston'],
  ['IN_Indianapolis_HQ', 'IN - Indianapolis - HQ'],
  ['U.S.A', 'U.S.A'],
  ['Washington, D. C.', 'Washington, DC'],
  ['Portland, OR or Seattle, WA', 'Portland, OR; Seattle, WA'],
  ['São Paulo, Curitiba. Brasília', 'São Paulo, Curitiba, Brasília'],
  ['Alpha / Beta / Gamma County, NJ', 'Alpha County / Beta County / Gamma County, NJ'],
  ['Alpha County / Monroe, GA', 'Alpha County / Monroe, GA'],
  ['austin, tx', 'Austin, TX'],
  ['Roxas City, Western Visayas (Region VI)', 'Roxas City, Western Visayas'],
  ['Laguna, CALABARZON (Region IV-A)', 'Laguna, CALABARZON'],
  ['Hà Nội, Hải Phòng (mới)', 'Hà Nội, Hải Phòng'],
])('%j is read as %j', (text, expected) => {
  expect(prepareLocation(text)).toBe(expected);
});

test('a text is cut before anything reads it', () => {
  expect(prepareLocation('Ab, '.repeat(1000))).toHaveLength(1000);
});
