import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createSketchCount, versionField } from '../../../shared/stats/unique-row.js';
import { cellOf, countByHour } from '../../../shared/stats/unique-sketch.js';

/** A sketch as stored in Redis: the hour in which each cell was last hit. */
function sketchOf(sightings: readonly (readonly [member: string, hour: number])[]): Map<number, number> {
  const cells = new Map<number, number>();
  for (const [member, hour] of sightings) cells.set(cellOf(member), Math.max(hour, cells.get(cellOf(member)) ?? 0));
  return cells;
}

const since = (counts: Map<number, number>, hour: number): number =>
  [...counts].reduce((sum, [at, count]) => (at >= hour ? sum + count : sum), 0);

describe('a sliding sketch', () => {
  test('counts every window within 2 % of the unique members, or one for few', () => {
    const sightings = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 400 }).map(String), fc.integer({ min: 1, max: 48 })),
      {
        maxLength: 600,
      },
    );
    fc.assert(
      fc.property(sightings, fc.integer({ min: 1, max: 48 }), (seen, from) => {
        const exact = new Set(seen.filter(([, hour]) => hour >= from).map(([member]) => member)).size;
        const told = since(countByHour(sketchOf(seen)), from);
        expect(Math.abs(told - exact)).toBeLessThanOrEqual(Math.max(2, exact * 0.02));
      }),
      { numRuns: 60 },
    );
  });

  test('counts many members within 2 %', () => {
    const many = Array.from({ length: 200_000 }, (_, index) => [`job_${index}`, 1 + (index % 24)] as const);
    const counts = countByHour(sketchOf(many));
    expect(Math.abs(since(counts, 1) / 200_000 - 1)).toBeLessThan(0.02);
    expect(Math.abs(since(counts, 13) / 100_000 - 1)).toBeLessThan(0.02);
  });

  test('counts a member seen again only where it was seen last', () => {
    const counts = countByHour(
      sketchOf([
        ['one', 3],
        ['one', 9],
        ['two', 3],
      ] as const),
    );
    expect(counts).toEqual(
      new Map([
        [9, 1],
        [3, 1],
      ]),
    );
  });

  test('counts zero without members', () => {
    expect(countByHour([]).size).toBe(0);
  });
});

describe('the sketch of a place', () => {
  const at = Date.parse('2026-11-21T12:00:00Z');
  const hour = at / 3_600_000;
  const sketch = new Map(
    Array.from({ length: 3000 }, (_, index) => {
      const cell = cellOf(`job_${index}`).toString(36);
      return [
        [`r${cell}`, String(hour - (index % 24))],
        [`$EUR${cell}`, `${hour - (index % 24)}:${40_000 + (index % 7)}`],
      ] as const;
    }).flat(),
  );
  const fields = [...sketch];

  test('counts the same in parts, in another order and with fields that come again', () => {
    const whole = createSketchCount(at);
    whole.note([...fields.flat(), versionField, '7']);
    const inParts = createSketchCount(at);
    const reversed = [...fields].reverse();
    for (let from = 0; from < reversed.length; from += 500)
      inParts.note([...reversed.slice(from, from + 500), ...reversed.slice(0, 100)].flat());
    const counted = inParts.finish();
    expect(counted).toEqual(whole.finish());
    expect(Object.values(counted.row.p.EUR ?? {}).flatMap((amounts) => Object.values(amounts)).length).toBeGreaterThan(
      100,
    );
  });

  test('gives up fields that are older than anything that is kept', () => {
    const count = createSketchCount(at);
    count.note(['r1', String(hour), 'r2', '1']);
    expect(count.finish().dropped).toEqual(['r2']);
  });
});
