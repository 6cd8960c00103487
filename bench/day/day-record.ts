import type { Random } from '../lib/postings/random.js';
import type { DayBoard, Failure } from './simulated-day.js';

/** What a board was asked; `at`: milliseconds since the first moment. */
export type DayRequest = { at: number; board: number; answer: 'whole' | 'unchanged' | Failure };

/** What a board lists from a moment on, and no longer. */
export type DayChange = { at: number; board: number; added: number[]; removed: number[] };

/** Everything that the boards know of the day. `robots`: how often each host was asked for its robots.txt. */
export type DayRecord = { requests: DayRequest[]; changes: DayChange[]; robots: number[] };

/** Most postings that a board gains and loses at once. */
const most = 3;

type Listing = { postings: readonly number[]; next: number };
type Changed = { postings: number[]; next: number; added: number[]; removed: number[] };

/** Lets one to three postings of a list close and up to three others open; the list is never empty. */
export function changeList({ postings, next }: Listing, random: Random): Changed {
  const removed = new Set<number>();
  const wanted = Math.min(1 + random.below(most), postings.length);
  while (removed.size < wanted) removed.add(random.pick(postings));
  const least = wanted === postings.length ? 1 : 0;
  const added = Array.from({ length: Math.max(least, random.below(most + 1)) }, (_, at) => next + at);
  return {
    postings: [...postings.filter((each) => !removed.has(each)), ...added],
    ...{ next: next + added.length, added, removed: [...removed] },
  };
}

/** A posting by its board and number. */
export const nameOf = (board: number, posting: number): string => `${board}/${posting}`;

/** From when until when a posting is listed, in milliseconds since the first moment. */
export type Listed = { from: number; until: number };

/** When each posting of the day was listed, by its name. */
export function listedTimes(boards: readonly DayBoard[], changes: readonly DayChange[]): Map<string, Listed> {
  const listed = new Map<string, Listed>();
  for (const { number, size } of boards)
    for (let posting = 0; posting < size; posting++)
      listed.set(nameOf(number, posting), { from: 0, until: Number.POSITIVE_INFINITY });
  for (const { at, board, added, removed } of changes) {
    for (const posting of added) listed.set(nameOf(board, posting), { from: at, until: Number.POSITIVE_INFINITY });
    for (const posting of removed) {
      const times = listed.get(nameOf(board, posting));
      if (times !== undefined) times.until = at;
    }
  }
  return listed;
}
