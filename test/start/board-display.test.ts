import { describe, expect, test } from '@jest/globals';
import type { BoardFigures } from '../../shared/schedule/board-figures.js';
import { createBoardDisplay } from '../../start/board-display.js';

const progress = (read: number, more: Partial<BoardFigures> = {}): BoardFigures => ({
  ...{ total: 300, neverRead: 300 - read, failing: 0, unreadable: 0, gone: 0, forbidden: 0, postings: read * 10 },
  ...{ due: 0, overdue: 0, oldestAgeSeconds: null },
  ...more,
});

/** A display with its own clock; `lines` are those said, `bars` the states of the status line. */
function display(columns: number | null) {
  const lines: string[] = [];
  const bars: (string | null)[] = [];
  let at = 0;
  const terminal = {
    say: (line: string) => void lines.push(line),
    status: (line: string | null) => void bars.push(line),
    columns: () => columns,
  };
  const shown = createBoardDisplay(terminal, () => at);
  const update = (boards: BoardFigures, time: number): void => {
    at = time;
    shown.update(boards);
  };
  return { ...shown, lines, bars, update };
}

describe('on a terminal', () => {
  test('one bar is updated in place and ends in one line', () => {
    const { update, begin, lines, bars } = display(120);
    update(progress(0), 0);
    expect(bars).toEqual([]);
    begin();
    update(progress(150, { failing: 3, unreadable: 1, neverRead: 150 }), 30_000);
    update(progress(298, { failing: 2, unreadable: 2 }), 60_000);
    update(progress(298, { failing: 2, unreadable: 2 }), 61_000);
    expect(bars).toEqual([
      '[--------------------] 0 of 300 boards read, 0 postings',
      '[##########----------] 150 of 300 boards read, 30 s left, 1,500 postings, 3 failing, 302 boards a minute',
      null,
    ]);
    expect(lines).toEqual(['Boards    298 of 300 boards read, 2,980 postings, 2 failing; took 1 min']);
  });

  test('a narrow one drops the last parts, never half of one', () => {
    const { update, begin, bars } = display(60);
    update(progress(0), 0);
    begin();
    update(progress(150), 30_000);
    expect(bars.at(-1)).toBe('[##########----------] 150 of 300 boards read, 30 s left');
  });
});

describe('without a terminal', () => {
  test('a line is written every ten seconds while something changes, and none after it is complete', () => {
    const { update, begin, lines, bars } = display(null);
    update(progress(0), 0);
    begin();
    for (let second = 1; second <= 30; second++) update(progress(second), second * 1000);
    for (let second = 31; second <= 60; second++) update(progress(30), second * 1000);
    update(progress(300), 61_000);
    for (let second = 62; second <= 90; second++) update(progress(second), second * 1000);
    expect(lines).toEqual([
      'Boards    0 of 300 boards read, 0 postings',
      'Boards    10 of 300 boards read, 5 min left, 100 postings, 60 boards a minute',
      'Boards    20 of 300 boards read, 5 min left, 200 postings, 60 boards a minute',
      'Boards    30 of 300 boards read, 5 min left, 300 postings, 60 boards a minute',
      'Boards    300 of 300 boards read, 3,000 postings; took 2 min',
    ]);
    expect(bars.filter((bar) => bar !== null)).toEqual([]);
  });
});

describe('nothing is shown', () => {
  test.each([
    ['when hardly any board is left', progress(290)],
    ['when every board is held', progress(300)],
    ['of a few boards', progress(0, { total: 3, neverRead: 3 })],
    ['without whole boards', progress(0, { total: 0, neverRead: 0 })],
  ])('%s', (_, boards) => {
    const { update, begin, lines, bars } = display(80);
    update(boards, 0);
    begin();
    update(boards, 20_000);
    expect([lines, bars]).toEqual([[], []]);
  });

  test('after the service was told to stop', () => {
    const { update, begin, end, lines, bars } = display(80);
    update(progress(0), 0);
    begin();
    end();
    update(progress(100), 20_000);
    expect(bars.at(-1)).toBeNull();
    expect(bars).toHaveLength(2);
    expect(lines).toEqual([]);
  });
});
