import { describe, expect, test } from '@jest/globals';
import type { ReportedSources } from '../../cli/answer.js';
import { createAnsweredSources } from '../../cli/watch.js';

const round = (statuses: Readonly<Record<string, string>>, total?: number): ReportedSources => ({
  sources: Object.entries(statuses).map(([name, status]) => ({ name, status, jobs: 0, tookMs: 1, detail: null })),
  sourceCounts: total === undefined ? undefined : { total, ok: 0, pending: 0 },
});

describe('a source has answered before', () => {
  test('when a round named it as ok', () => {
    const answered = createAnsweredSources();
    expect(answered.has('a')).toBe(false);
    answered.add(round({ a: 'ok', b: 'failed' }));
    expect(['a', 'b', 'new'].filter(answered.has)).toEqual(['a']);
    answered.add(round({ a: 'failed', b: 'ok' }, 2));
    expect(['a', 'b', 'new'].filter(answered.has)).toEqual(['a', 'b']);
  });

  test('when a round of many sources did not name it among those that are missing', () => {
    const answered = createAnsweredSources();
    answered.add(round({ b: 'failed', c: 'timeout', a: 'ok' }, 5000));
    expect(['a', 'b', 'c', 'unnamed'].filter(answered.has)).toEqual(['a', 'unnamed']);
    answered.add(round({ c: 'timeout' }, 5000));
    expect(['a', 'b', 'c', 'unnamed'].filter(answered.has)).toEqual(['a', 'b', 'unnamed']);
    // Missing for the first time: it answered in an earlier round.
    answered.add(round({ unnamed: 'failed', c: 'ok' }, 5000));
    expect(['c', 'unnamed'].filter(answered.has)).toEqual(['c', 'unnamed']);
  });
});
