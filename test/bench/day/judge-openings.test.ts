import { expect, test } from '@jest/globals';
import { changeList } from '../../../bench/day/day-record.js';
import { judgeOpenings } from '../../../bench/day/judge-openings.js';
import type { DayBoard } from '../../../bench/day/simulated-day.js';
import { createRandom } from '../../../bench/lib/postings/random.js';

const board: DayBoard = { id: 'board-0', number: 0, host: 0, size: 3, isTagged: true, isForbidden: false };
const beganAt = 1_000_000;
const record = {
  changes: [{ at: 5000, board: 0, added: [3], removed: [0] }],
  requests: [
    { at: 1000, board: 0, answer: 'whole' as const },
    { at: 6000, board: 0, answer: 'unchanged' as const },
    { at: 9000, board: 0, answer: 'error' as const },
  ],
  robots: [],
};
const judge = (held: string[], later: { at: number; change: 'added' | 'closed'; name: string }[] = []) =>
  judgeOpenings({ boards: [board], record, held: new Set(held), later, beganAt });

test('a copy that has what the board listed when it was last read agrees', () => {
  const judged = judge(['0/1', '0/2', '0/3'], [{ at: beganAt + 7000, change: 'closed', name: '0/0' }]);
  expect(judged).toMatchObject({ listed: 3, closed: 1, lost: [], closedWrongly: [], leftOpen: [] });
});

test('lost, left open and closed wrongly are told apart', () => {
  const judged = judge(['0/0', '0/1', '0/2'], [{ at: beganAt + 4000, change: 'closed', name: '0/2' }]);
  expect(judged).toMatchObject({ lost: ['0/3'], leftOpen: ['0/0'], closedWrongly: ['0/2'] });
});

test('a board that changes loses a posting at least and is never empty', () => {
  const random = createRandom(1);
  for (let times = 0; times < 200; times++) {
    const postings = Array.from({ length: 1 + random.below(4) }, (_, at) => at);
    const changed = changeList({ postings, next: 10 }, random);
    expect(changed.removed.length).toBeGreaterThan(0);
    expect(changed.postings.length).toBeGreaterThan(0);
    expect(new Set(changed.postings).size).toBe(changed.postings.length);
  }
});
