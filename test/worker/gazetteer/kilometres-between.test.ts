import { describe, expect, test } from '@jest/globals';
import { kilometresBetween } from '../../../worker/gazetteer/memoize.js';

describe('the distance between two places', () => {
  test('is that of the great circle', () => {
    const london = { lat: 51.51, lon: -0.13 };
    const paris = { lat: 48.86, lon: 2.35 };
    expect(kilometresBetween(london, paris)).toBeCloseTo(344, -1);
    expect(kilometresBetween(london, london)).toBe(0);
    expect(kilometresBetween({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })).toBeCloseTo(111, 0);
  });

  test('is null when a place has no coordinates', () => {
    expect(kilometresBetween({ lat: null, lon: null }, { lat: 1, lon: 1 })).toBeNull();
  });
});
