import { expect, test } from '@jest/globals';
import type { DayRequest } from '../../../bench/day/day-record.js';
import { type HeldHead, judgeRequests } from '../../../bench/day/judge-requests.js';
import { failureOf, layOutDay } from '../../../bench/day/simulated-day.js';

const seed = 1;
/** A board that answers for the first twenty hours. */
const number = Array.from({ length: 50 }, (_, at) => at).find((at) =>
  [0, 1, 2, 3, 4].every((window) => failureOf(seed, at, window * 4 * 3600) === null),
);
const boards = layOutDay(seed, 50).map((board) => ({ ...board, isForbidden: board.number !== number }));
const minute = 60_000;

function judge(answers: readonly DayRequest['answer'][], everyMs: number) {
  const requests = answers.map((answer, at): DayRequest => ({ at: at * everyMs, board: number ?? -1, answer }));
  const heads: HeldHead[] = requests.map(({ at }) => ({ collectedAt: at + 10, freshMs: minute }));
  const record = { requests, changes: [], robots: [1] };
  const to = requests.length * everyMs;
  return judgeRequests({ seed, boards, record, heads: new Map([[number ?? -1, heads]]), from: 0, to });
}

test('a board that is read whenever its fresh time ends needs no request more', () => {
  const judged = judge(['whole', 'unchanged', 'unchanged', 'unchanged'], minute);
  expect(judged).toMatchObject({ whole: 1, unchanged: 3, failed: 0, readings: 2, leastReadings: 2, forbidden: 0 });
  expect(Math.max(...judged.ages)).toBeLessThanOrEqual(1);
});

test('a board that is read twice as often takes twice the requests, one that is read late is too old', () => {
  const often = judge(['whole', 'unchanged', 'unchanged', 'unchanged'], minute / 2);
  expect(often.readings / often.leastReadings).toBe(2);
  expect(Math.max(...judge(['whole', 'whole', 'whole'], 2 * minute).ages)).toBeGreaterThan(1.9);
});

test('a reading after a failure is no reading again, and the age counts from the next success', () => {
  const judged = judge(['whole', 'whole', 'error', 'whole'], minute);
  expect(judged).toMatchObject({ whole: 3, failed: 1, readings: 0 });
  expect(Math.max(...judged.ages)).toBeLessThanOrEqual(1);
});
