import { describe, expect, test } from '@jest/globals';
import { createChance } from './chance.js';
import { type Point, secondHalf, slopeOf, verdictOf } from './slope.js';

/** An hour of samples, one per half minute, with autocorrelated noise of ± `noise` MB. */
function hour(perHour: number, noise: number, lasting = 0, seed = 7): Point[] {
  const chance = createChance(seed);
  let drift = 0;
  return Array.from({ length: 120 }, (_, index) => {
    drift = drift * lasting + (chance() - 0.5) * 2 * noise * (1 - lasting);
    return { hours: index / 120, value: 200 + (perHour * index) / 120 + drift };
  });
}

const judge = (points: Point[]) => {
  const slope = slopeOf(points);
  if (slope === null) throw new Error('too few points');
  return { ...slope, verdict: verdictOf(slope) };
};

describe('the slope of a run', () => {
  test.each([0, 0.7])('lies within its confidence bounds in about 95 of 100 runs (autocorrelation: %p)', (lasting) => {
    const seeds = Array.from({ length: 300 }, (_, seed) => seed + 1);
    const held = seeds.filter((seed) => {
      const { low, high } = judge(hour(25, 10, lasting, seed));
      return low < 25 && high > 25;
    });
    expect(held.length / seeds.length).toBeGreaterThan(0.9);
  });

  test('counts correlated samples as fewer', () => {
    const width = (lasting: number) => {
      const { low, high } = judge(hour(0, 10 / (1 - lasting), lasting));
      return high - low;
    };
    expect(width(0.9)).toBeGreaterThan(2 * width(0));
  });

  test('is classified by name', () => {
    expect(judge(hour(0, 10)).verdict).toBe('flat');
    expect(judge(hour(-60, 10)).verdict).toBe('flat');
    expect(judge(hour(50, 10)).verdict).toBe('rises');
    expect(judge(hour(1, 0.01)).verdict).toBe('flat');
    expect(judge(hour(0, 10_000, 0.5)).verdict).toBe('unclear');
    expect(slopeOf(hour(50, 10).slice(0, 7))).toBeNull();
    expect(judge(hour(0, 0))).toMatchObject({ perHour: 0, low: 0, high: 0, verdict: 'flat' });
  });
});

test('splits the second half into buckets, by the mean of each', () => {
  const points = Array.from({ length: 40 }, (_, index) => ({ hours: index, value: index % 4 }));
  const means = secondHalf(points, 4);
  expect(means.map(({ value }) => value)).toEqual([1.5, 1.5, 1.5, 1.5, 1.5]);
  expect(means[0]?.hours).toBe(21.5);
});
