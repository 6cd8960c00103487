import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chanceOf } from '../../../demo-board/postings/chance.js';

describe('chanceOf', () => {
  test('returns the same for the same keys and differs for others', () => {
    const draw = (...keys: (string | number)[]): number[] => {
      const chance = chanceOf(...keys);
      return Array.from({ length: 20 }, () => chance.int(0, 1_000_000));
    };
    expect(draw(1, 'a', 7)).toEqual(draw(1, 'a', 7));
    expect(draw(1, 'a', 7)).not.toEqual(draw(1, 'a', 8));
    expect(draw(1, 'ab')).not.toEqual(draw(1, 'a', 'b'));
  });

  test('keeps integers within their bounds', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: -50, max: 50 }), fc.nat(100), (seed, low, width) => {
        const drawn = chanceOf(seed).int(low, low + width);
        return Number.isInteger(drawn) && drawn >= low && drawn <= low + width;
      }),
    );
  });

  test('is uniform: each of ten numbers is about as frequent', () => {
    const chance = chanceOf('even');
    const counts = new Array<number>(10).fill(0);
    for (let at = 0; at < 20_000; at++) {
      const drawn = chance.int(0, 9);
      counts[drawn] = (counts[drawn] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(200);
  });

  test('does not start alike for neighbouring seeds', () => {
    const first = Array.from({ length: 1000 }, (_, seed) => chanceOf(seed).next());
    const mean = first.reduce((sum, one) => sum + one, 0) / first.length;
    expect(mean).toBeGreaterThan(0.45);
    expect(mean).toBeLessThan(0.55);
  });

  test('picks distinct items, and all of a short list', () => {
    const list = ['a', 'b', 'c', 'd'];
    const taken = chanceOf(3).some(list, 3);
    expect(new Set(taken).size).toBe(3);
    expect(chanceOf(3).some(list, 9).sort()).toEqual(list);
    expect(list).toEqual(['a', 'b', 'c', 'd']);
  });

  test('respects weights: weight zero never comes, triple weight comes three times as often', () => {
    const chance = chanceOf('weigh');
    const counts = { rare: 0, often: 0, never: 0 };
    for (let at = 0; at < 8000; at++) {
      counts[
        chance.weigh([
          ['rare', 1],
          ['never', 0],
          ['often', 3],
        ] as const)
      ]++;
    }
    expect(counts.never).toBe(0);
    expect(counts.often / counts.rare).toBeGreaterThan(2.6);
    expect(counts.often / counts.rare).toBeLessThan(3.4);
  });

  test('refuses to pick from an empty list', () => {
    expect(() => chanceOf(1).pick([])).toThrow('list of 0');
  });
});
