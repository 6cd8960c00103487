import { describe, expect, test } from '@jest/globals';
import type { Answer, Job } from '../../pages/search/answer.js';
import { retryDelay } from '../../pages/search/api-client.js';
import { mergeRows, noRows, rowsOf } from '../../pages/search/search-state.js';

const job = (id: string, title = id) => ({ id, title }) as Job;
const answerOf = (jobs: Job[], { limit = 3, pending = 0, stale = false } = {}) =>
  ({
    jobs,
    page: { index: 0, limit, count: jobs.length, total: 9, exact: 9 },
    stale,
    sourceCounts: { pending },
  }) as Answer;
const ids = ({ jobs }: { jobs: readonly Job[] }) => jobs.map(({ id }) => id).join('');

describe('the rows of a growing answer', () => {
  test('stay where they are; new jobs fill the page and wait when it is full', () => {
    let rows = rowsOf(answerOf([job('a'), job('b')]));
    rows = mergeRows(rows, answerOf([job('c'), job('a', 'A'), job('b')]));
    expect(ids(rows)).toBe('abc');
    expect(rows.jobs[0]?.title).toBe('A');
    expect(rows).toMatchObject({ held: 0, isInOrder: false });
    rows = mergeRows(rows, answerOf([job('d'), job('e'), job('a')]));
    expect(ids(rows)).toBe('abc');
    expect(rows).toMatchObject({ held: 2, isInOrder: false });
    expect(mergeRows(noRows, answerOf([job('a')]))).toMatchObject({ held: 0, isInOrder: true });
  });
});

describe('the next request', () => {
  const problem = (status: number, retryAfterSeconds?: number) => ({
    problem: {
      code: 'x',
      title: '',
      detail: '',
      status,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  });

  test('is planned for what passes by itself, later each time, and not for ever', () => {
    expect(retryDelay({ answer: answerOf([]) }, 0)).toBeNull();
    expect(retryDelay({ answer: answerOf([], { pending: 1 }) }, 0)).toBe(5);
    expect(retryDelay({ answer: answerOf([], { stale: true }) }, 3)).toBe(30);
    expect(retryDelay(problem(400), 0)).toBeNull();
    expect(retryDelay(problem(429, 40), 0)).toBe(40);
    expect(retryDelay(problem(503), 1)).toBe(6);
    expect(retryDelay(problem(0), 9)).toBe(60);
    expect(retryDelay(problem(0), 12)).toBeNull();
  });
});
