import { expect, test } from '@jest/globals';
import { type PrintedAnswer, problemSchema, type Report } from '../../cli/answer.js';
import { explainProblem } from '../../cli/explain-failure.js';
import { summary } from '../../cli/main.js';
import { createProgress, type Screen } from '../../cli/progress.js';

const report = (index: number, status: string): Report => ({
  ...{
    name: `board-${index}`,
    status,
    jobs: 3,
    tookMs: 900,
    detail: status === 'ok' ? null : 'The source answered 503.',
  },
});
const reports = (count: number, status: string): Report[] =>
  Array.from({ length: count }, (_, index) => report(index, status));

const answerOf = (sources: Report[], ok: number): PrintedAnswer => ({
  ...{ page: { index: 0, limit: 10, count: 0, total: 0 }, next: null, notices: [], partial: true, stale: false },
  ...{ ageSeconds: 1, jobs: [], sources, sourceCounts: { total: 5000, ok, pending: 0 } },
});

test('a summary names ten missing sources and counts the others', () => {
  expect(summary(answerOf([report(1, 'failed'), ...reports(99, 'ok')], 4999))).toEqual([
    'No job matches.',
    'Missing: board-1 (failed: The source answered 503.)',
  ]);
  const lines = summary(answerOf(reports(100, 'failed'), 4850));
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toBe('Missing: 140 more of 5000 sources');
});

test('a problem names ten sources and counts the others', () => {
  const problem = problemSchema.parse({
    ...{ code: 'sources-failed', status: 503, title: 'No job source could be reached.' },
    ...{ sources: reports(100, 'failed'), sourceCounts: { total: 5000, ok: 0, pending: 0 } },
  });
  const { lines } = explainProblem(problem, {});
  expect(lines.filter((line) => line.includes('board-'))).toHaveLength(10);
  expect(lines).toContain('  and 4990 more sources');
});

test('the status line counts all sources, also those that no event names', () => {
  const written: string[] = [];
  const same = (text: string): string => text;
  const screen: Screen = {
    ...{ write: (text: string) => void written.push(text), isTerminal: true, columns: () => 100 },
    style: { bold: same, dim: same, good: same, bad: same },
  };
  const progress = createProgress(screen, () => new Date(0));
  const counts = (ok: number) => ({ total: 5000, ok, pending: 5000 - ok });
  progress.begin({ sources: reports(100, 'pending'), sourceCounts: counts(0) });
  progress.count(counts(1234));
  progress.clear();
  expect(written.join('')).toContain('\u001b[K0 of 5000 sources, 0 s');
  expect(written.join('')).toContain('\u001b[K1234 of 5000 sources, 0 s');
  expect(written.join('')).not.toContain('waiting for');
});

test('the status line names three of the sources it waits for', () => {
  const written: string[] = [];
  const same = (text: string): string => text;
  const screen: Screen = {
    ...{ write: (text: string) => void written.push(text), isTerminal: true, columns: () => 100 },
    style: { bold: same, dim: same, good: same, bad: same },
  };
  const progress = createProgress(screen, () => new Date(0));
  progress.begin({ sources: reports(60, 'pending') });
  progress.clear();
  expect(written.join('')).toContain('0 of 60 sources, 0 s; waiting for board-0, board-1, board-2 and 57 more');
});
