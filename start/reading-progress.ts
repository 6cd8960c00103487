import { attemptedBoards, type BoardFigures } from '../shared/schedule/board-figures.js';
import { describeSeconds } from '../shared/words/describe-seconds.js';

/** How far the first reading of all boards is, and at which speed it goes on. */
export type ReadingProgress = {
  boards: BoardFigures;
  /** Boards attempted at least once. */
  done: number;
  /** Boards a minute, lately; `null` while that is not known. */
  perMinute: number | null;
  secondsLeft: number | null;
};

/** The speed is that of the last minute: at a constant pace the time left is right, and it follows a change. */
const windowMs = 60_000;

/** With less than this (milliseconds) between two samples their difference says nothing. */
const leastMs = 3000;

/** Derives the progress from samples of the figures; `at` is a monotonic time in milliseconds. */
export function createReadingProgress(): (boards: BoardFigures, at: number) => ReadingProgress {
  let samples: { at: number; done: number }[] = [];
  return (boards, at) => {
    const done = attemptedBoards(boards);
    // Fewer than before: Redis was emptied, and the reading starts over.
    samples = [...samples.filter((sample) => at - sample.at <= windowMs && sample.done <= done), { at, done }];
    const first = samples[0] ?? { at, done };
    const ms = at - first.at;
    const perMinute = ms < leastMs ? null : ((done - first.done) / ms) * 60_000;
    const secondsLeft = perMinute === null || perMinute === 0 ? null : ((boards.total - done) / perMinute) * 60;
    return { boards, done, perMinute, secondsLeft };
  };
}

const count = new Intl.NumberFormat('en');

/** The progress as the parts of a line: those that matter most first. */
export function describeReading({ boards, perMinute, secondsLeft }: ReadingProgress): string[] {
  const { total, neverRead, postings, failing } = boards;
  return [
    `${count.format(total - neverRead)} of ${count.format(total)} boards read`,
    ...(secondsLeft === null ? [] : [`${describeSeconds(secondsLeft)} left`]),
    `${count.format(postings)} postings`,
    ...(failing === 0 ? [] : [`${count.format(failing)} failing`]),
    ...(perMinute === null ? [] : [`${count.format(Math.round(perMinute))} boards a minute`]),
  ];
}
