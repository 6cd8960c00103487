import { expect, test } from '@jest/globals';
import { createNewSince } from '../../../worker/watches/identify-openings.js';

const known = { collectedAt: 1_800_000_000_400 };
const head = { collectedAt: 1_800_000_500_900 };
const newIn = (versions: Parameters<typeof createNewSince>[0], since: number, seconds: readonly number[]) =>
  seconds.filter(createNewSince(versions, since)).map((each) => each - 1_800_000_000);
const around = [-61, -60, -59, -1, 0, 1, 499, 500].map((each) => 1_800_000_000 + each);

test('what is first seen by the known version is not looked at again, what another clock dates shortly before is', () => {
  expect(newIn({ known, head }, 0, around)).toEqual([-60, -59, -1, 1, 499, 500]);
});

test('a version of the same second has postings that the known one lacks', () => {
  const same = { collectedAt: known.collectedAt + 500 };
  expect(newIn({ known, head: same }, 0, around)).toContain(0);
});

test('nothing is looked at from before the oldest watch, whose second is not whole', () => {
  expect(newIn({ known: null, head }, 1_800_000_000_500, around)).toEqual([0, 1, 499, 500]);
  expect(newIn({ known, head }, 1_800_000_000_500, around)).toEqual([1, 499, 500]);
});
