import { describe, expect, test } from '@jest/globals';
import { createStandstill } from '../../../api/server/queue-watch.js';
import type { WorkerQueue } from '../../../shared/config.js';

type Counts = Partial<Record<WorkerQueue, [waiting: number, active: string[]]>>;

/** Checks the same counts every two seconds, and returns what is warned of after 15 s. */
function lookFor(seconds: number, counts: (at: number) => Counts, taken: WorkerQueue[] = ['search', 'collect-http']) {
  const state = createStandstill();
  for (let at = 0; at <= seconds * 1000; at += 2000) {
    const rows = Object.entries(counts(at)).map(
      ([name, [waiting, active]]) => [name as WorkerQueue, { waiting, active }] as const,
    );
    state.observe(new Map(rows), { taken: new Set(taken), at });
  }
  return { warnings: state.warnings(15), ...state.seconds() };
}

describe('a stalled queue', () => {
  test('is reported when jobs wait, a worker is connected and none is active', () => {
    const { warnings, untaken } = lookFor(20, () => ({ search: [3, []] }));
    expect(untaken.search).toBe(20);
    expect(warnings).toEqual(['Jobs of queue search have waited for 20 s and no worker takes one.']);
    expect(lookFor(10, () => ({ search: [3, []] })).warnings).toEqual([]);
  });

  test('is not reported without a connected worker, or while jobs are active', () => {
    expect(lookFor(20, () => ({ search: [3, []] }), []).warnings).toEqual([]);
    expect(lookFor(20, () => ({ 'collect-http': [3, ['a']] })).warnings).toEqual([]);
  });

  test('is reported when one search stays active and nothing is collected', () => {
    expect(lookFor(20, () => ({ search: [0, ['a']], 'collect-http': [0, []] })).warnings).toHaveLength(1);
    expect(lookFor(20, () => ({ search: [0, ['a']], 'collect-http': [1, ['b']] })).warnings).toEqual([]);
    expect(lookFor(20, (at) => ({ search: [0, [`a${at}`]], 'collect-http': [0, []] })).warnings).toEqual([]);
  });

  test('is timed from the start again after a pause between checks', () => {
    const state = createStandstill();
    const counts = new Map([['search', { waiting: 1, active: [] }]] as const);
    const taken = new Set(['search'] as const);
    state.observe(counts, { taken, at: 0 });
    state.observe(counts, { taken, at: 60_000 });
    expect(state.warnings(15)).toEqual([]);
  });
});
