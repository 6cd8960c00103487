import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { packRanked, rankedBytes, unpackRanked } from '../../../shared/search/ranked-list.js';

const base62 = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const id = fc.array(base62, { minLength: 16, maxLength: 16 }).map((digits) => `job_${digits.join('')}`);
const list = fc.array(fc.record({ id, score: fc.integer({ min: 0, max: 1000 }) }), { maxLength: 40 });

test('a packed list holds every id and score, in 14 bytes per job', () => {
  fc.assert(
    fc.property(list, (jobs) => {
      const packed = packRanked(jobs);
      expect(packed.length).toBe(14 * jobs.length);
      expect(unpackRanked(packed, 0, jobs.length)).toEqual(jobs);
    }),
  );
});

test('a slice equals that part of the list, also past its end', () => {
  fc.assert(
    fc.property(list, fc.nat({ max: 50 }), fc.nat({ max: 50 }), (jobs, from, count) => {
      expect(unpackRanked(packRanked(jobs), from, from + count)).toEqual(jobs.slice(from, from + count));
    }),
  );
});

test('the largest possible id is kept too', () => {
  const largest = { id: 'job_zzzzzzzzzzzzzzzz', score: 1000 };
  expect(unpackRanked(packRanked([largest]), 0, 1)).toEqual([largest]);
  expect(packRanked([largest]).length).toBe(rankedBytes);
});
