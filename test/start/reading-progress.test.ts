import { describe, expect, test } from '@jest/globals';
import type { BoardFigures } from '../../shared/schedule/board-figures.js';
import { createReadingProgress, describeReading } from '../../start/board-display.js';

const progress = (read: number, more: Partial<BoardFigures> = {}): BoardFigures => ({
  ...{ total: 5000, neverRead: 5000 - read, failing: 0, unreadable: 0, gone: 0, forbidden: 0, postings: read * 100 },
  ...{ due: 0, overdue: 0, oldestAgeSeconds: null },
  ...more,
});

describe('the figures of boards', () => {
  test('derive the speed of the last minute and the time left from it', () => {
    const progressOf = createReadingProgress();
    expect(progressOf(progress(0), 0)).toMatchObject({ done: 0, perMinute: null, secondsLeft: null });
    expect(progressOf(progress(10), 1000).perMinute).toBeNull();
    expect(progressOf(progress(100), 60_000)).toMatchObject({ perMinute: 100, secondsLeft: 2940 });
    // A minute later four times as fast: what was before no longer counts.
    expect(progressOf(progress(500), 120_000).perMinute).toBe(400);
  });

  test('know no time left while nothing is read', () => {
    const progressOf = createReadingProgress();
    progressOf(progress(7), 0);
    expect(progressOf(progress(7), 30_000)).toMatchObject({ perMinute: 0, secondsLeft: null });
  });

  test('count boards that failed once as done but not as read', () => {
    const figures = createReadingProgress()(progress(4980, { failing: 25, unreadable: 20 }), 0);
    expect(figures).toMatchObject({ done: 5000 });
    expect(describeReading(figures)).toEqual(['4,980 of 5,000 boards read', '498,000 postings', '25 failing']);
  });

  test('start over when Redis has lost them', () => {
    const progressOf = createReadingProgress();
    progressOf(progress(4000), 0);
    expect(progressOf(progress(0), 10_000).perMinute).toBeNull();
    expect(progressOf(progress(50), 20_000).perMinute).toBe(300);
  });

  test('are described with what matters most first', () => {
    const progressOf = createReadingProgress();
    progressOf(progress(0), 0);
    expect(describeReading(progressOf(progress(1234, { failing: 12 }), 30_000))).toEqual([
      '1,234 of 5,000 boards read',
      '2 min left',
      '123,400 postings',
      '12 failing',
      '2,468 boards a minute',
    ]);
  });
});
