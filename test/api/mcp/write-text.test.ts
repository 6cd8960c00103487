import { expect, test } from '@jest/globals';
import { writeProblem, writeSearch } from '../../../api/mcp/write-text.js';
import { Problem } from '../../../shared/problems/problem.js';
import { type SearchAnswer, type SourceReport, summarizeSources } from '../../../shared/search/result.js';

/** 5,000 reports, of which the first ones failed. */
const reports = (failed: number): SourceReport[] =>
  Array.from({ length: 5000 }, (_, index) => ({
    ...{ name: `board-${index}`, jobs: 0, tookMs: 1 },
    ...(index < failed ? { status: 'failed', detail: 'It broke.' } : { status: 'ok', detail: null }),
  }));

const textOf = (failed: number): string =>
  writeSearch({
    ...{ page: { index: 0, limit: 10, count: 0, total: 0, exact: 0 }, next: null, notices: [], stale: false, jobs: [] },
    ...{ partial: failed > 0, ...summarizeSources(reports(failed)) },
  } as Partial<SearchAnswer> as SearchAnswer);

test('an answer for a model names ten missing sources and counts the others', () => {
  expect(textOf(2)).toContain('Not complete: board-0 failed (It broke); board-1 failed (It broke).');
  expect(textOf(150)).toContain('board-9 failed (It broke); 140 more of 5000 sources.');
  expect(textOf(150).length).toBeLessThan(600);
  expect(textOf(0)).not.toContain('Not complete');
});

test('so does a problem', () => {
  const members = { retryAfterSeconds: 60, ...summarizeSources(reports(5000)) };
  const text = writeProblem(new Problem('sources-failed', { detail: 'Every source failed.', members }));
  expect(text.split('\n').filter((line) => line.startsWith('- board-'))).toHaveLength(10);
  expect(text).toContain('- 4990 more sources');
});
