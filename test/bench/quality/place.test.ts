import { describe, expect, test } from '@jest/globals';
import { measurePlace } from '../../../bench/quality/place.js';

describe('the measurement of places', () => {
  test('meets its target on every set, far above the baseline', async () => {
    const rows = await measurePlace();
    expect(rows.map(({ set }) => set)).toEqual(expect.arrayContaining(['tuning', 'held-out']));
    for (const { set, cases, ours, baseline, target } of rows) {
      expect({ set, reached: ours >= target }).toEqual({ set, reached: true });
      expect(cases).toBeGreaterThan(20);
      if (baseline !== null) expect(ours).toBeGreaterThan(baseline);
    }
  });
});
