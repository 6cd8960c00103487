import { describe, expect, test } from '@jest/globals';
import { RecentValues } from '../../../../worker/normalise/text/recent-values.js';

describe('values kept of recent texts', () => {
  test('stay while they are asked for, and are forgotten otherwise', () => {
    const recent = new RecentValues<number>(10);
    recent.set('often', 1);
    recent.set('once', 2);
    for (let other = 0; other < 20; other++) {
      recent.set(`other ${other}`, other);
      expect(recent.get('often')).toBe(1);
    }
    expect(recent.get('once')).toBeUndefined();
  });

  test('are no more than asked for', () => {
    const recent = new RecentValues<number>(10);
    for (let each = 0; each < 100; each++) recent.set(`text ${each}`, each);
    const kept = Array.from({ length: 100 }, (_, each) => each).filter(
      (each) => recent.get(`text ${each}`) !== undefined,
    );
    expect(kept.length).toBeLessThanOrEqual(10);
    expect(kept).toContain(99);
  });
});
