import { describe, expect, test } from '@jest/globals';
import {
  isPartial,
  maxSourceReports,
  type SourceReport,
  sourceCountsSchema,
  summarizeSources,
  summaryOf,
} from '../../../shared/search/result.js';

const report = (name: string, status: SourceReport['status'] = 'ok'): SourceReport => ({
  ...{ name, status, jobs: 0, tookMs: 1, detail: null },
});
const named = (reports: readonly SourceReport[]): string[] => summarizeSources(reports).sources.map(({ name }) => name);

describe('summarizeSources', () => {
  test('names failures first, then pending sources, then those that answered, each in the order given', () => {
    const reports = [
      report('a'),
      report('b', 'pending'),
      report('c', 'resting'),
      report('d'),
      report('e', 'failed'),
      report('f', 'timeout'),
    ];
    expect(named(reports)).toEqual(['c', 'e', 'f', 'b', 'a', 'd']);
    expect(summarizeSources(reports).sourceCounts).toEqual({
      ...{ total: 6, ok: 2, pending: 1, timeout: 1, failed: 1, resting: 1 },
    });
  });

  test('counts thousands and names a hundred of them, among which every failure has precedence', () => {
    const reports = Array.from({ length: 5000 }, (_, index) =>
      report(`s${index}`, index % 1000 === 999 ? 'failed' : 'ok'),
    );
    const { sources, sourceCounts } = summarizeSources(reports);
    expect(sourceCountsSchema.parse(sourceCounts)).toMatchObject({ total: 5000, ok: 4995, failed: 5 });
    expect(sources).toHaveLength(maxSourceReports);
    expect(sources.slice(0, 6).map(({ name }) => name)).toEqual(['s999', 's1999', 's2999', 's3999', 's4999', 's0']);
    const failing = reports.map((each) => ({ ...each, status: 'failed' as const }));
    expect(named(failing)).toEqual(reports.slice(0, 100).map(({ name }) => name));
  });

  test('summarises no source as none', () => {
    expect(summarizeSources([])).toEqual({
      ...{ sources: [], sourceCounts: { total: 0, ok: 0, pending: 0, timeout: 0, failed: 0, resting: 0 } },
    });
  });
});

describe('summaryOf', () => {
  test('takes stored counts as they are, and counts the reports of a release that stored all of them', () => {
    const all = Array.from({ length: 300 }, (_, index) => report(`s${index}`, index === 7 ? 'timeout' : 'ok'));
    const stored = summarizeSources(all);
    expect(summaryOf(stored)).toEqual(stored);
    expect(summaryOf({ sources: all })).toEqual(stored);
  });
});

test('a search is partial when a source has not answered, named or not', () => {
  expect(isPartial(summarizeSources([report('a'), report('b')]).sourceCounts)).toBe(false);
  expect(isPartial(summarizeSources([report('a'), report('b', 'pending')]).sourceCounts)).toBe(true);
  expect(isPartial(summarizeSources([]).sourceCounts)).toBe(false);
});
