import { describe, expect, test } from '@jest/globals';
import { createPlaceCounts } from '../../../worker/stats/place-counts.js';

const nobody = (error: unknown): void => {
  throw error;
};

describe('places are counted after their collections', () => {
  test('the first ones at once, later ones in batches, each at the time it was last seen', async () => {
    const counted: [string, number][][] = [];
    let resumeFromFastPath = (): void => undefined;
    const counts = createPlaceCounts({
      count: async (seen) => {
        counted.push([...seen]);
        if (counted.length === 1) await new Promise<void>((resolve) => (resumeFromFastPath = resolve));
      },
      failed: nobody,
    });
    counts.add(['a', 'b'], 1);
    counts.add(['b', 'c'], 2);
    counts.add(['c'], 3);
    counts.add(['b'], 1);
    expect(counted).toEqual([
      [
        ['a', 1],
        ['b', 1],
      ],
    ]);
    resumeFromFastPath();
    await counts.close();
    expect(counted[1]).toEqual([
      ['b', 2],
      ['c', 3],
    ]);
    expect(counted).toHaveLength(2);
  });

  test('many in steps, so that other work runs in between', async () => {
    const sizes: number[] = [];
    const counts = createPlaceCounts({ count: async (seen) => void sizes.push(seen.size), failed: nobody });
    counts.add(
      Array.from({ length: 120 }, (_, index) => `place ${index}`),
      1,
    );
    await counts.close();
    expect(sizes).toEqual([50, 50, 20]);
  });

  test('and a failed count is reported; later ones go on', async () => {
    const failures: unknown[] = [];
    let calls = 0;
    const counts = createPlaceCounts({
      count: async () => {
        calls += 1;
        if (calls === 1) throw new Error('away');
      },
      failed: (error) => failures.push(error),
    });
    counts.add(['a'], 1);
    counts.add(['b'], 1);
    await counts.close();
    expect(failures).toEqual([new Error('away')]);
    expect(calls).toBe(2);
  });
});
