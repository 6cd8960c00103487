import { type DayRecord, listedTimes } from './day-record.js';
import type { ExportChange } from './follow-export.js';
import type { DayBoard } from './simulated-day.js';

/** Postings that the copy of a client and the boards do not agree on, at most `named` of each kind by name. */
export type JudgedOpenings = {
  listed: number;
  held: number;
  opened: number;
  closed: number;
  /** Listed when their board was last read, and not held. */
  lost: string[];
  /** Said to be closed while their board listed them. */
  closedWrongly: string[];
  /** No longer listed when their board was last read, and still held. */
  leftOpen: string[];
};

type Judged = {
  boards: readonly DayBoard[];
  record: DayRecord;
  /** Names of the postings held at the end, and what came meanwhile; `beganAt`: epoch milliseconds of the first moment. */
  held: ReadonlySet<string>;
  later: readonly ExportChange[];
  beganAt: number;
};

/** Compares a client's copy with what the boards listed when each was last read with success. */
export function judgeOpenings({ boards, record, held, later, beganAt }: Judged): JudgedOpenings {
  const listed = listedTimes(boards, record.changes);
  const readAt = new Map<number, number>();
  for (const { at, board, answer } of record.requests)
    if (answer === 'whole' || answer === 'unchanged') readAt.set(board, at);
  const lost: string[] = [];
  const leftOpen: string[] = [];
  let count = 0;
  for (const [name, { from, until }] of listed) {
    const read = readAt.get(Number(name.split('/', 1)[0]));
    if (read === undefined) continue;
    if (from <= read && until > read) {
      count += 1;
      if (!held.has(name)) lost.push(name);
    } else if (until <= read && held.has(name)) leftOpen.push(name);
  }
  const closed = later.filter(({ change }) => change === 'closed');
  const closedWrongly = closed.filter(({ at, name }) => (listed.get(name)?.until ?? 0) > at - beganAt);
  return {
    ...{ listed: count, held: held.size, opened: later.length - closed.length, closed: closed.length },
    ...{ lost, leftOpen, closedWrongly: closedWrongly.map(({ name }) => name) },
  };
}
