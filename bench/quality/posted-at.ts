import { readInstant } from '../../worker/normalise/date/posted-at.js';
import { baselineDay } from './baseline.js';
import { labelled, labelledNow, postedRow } from './labelled.js';
import { type Row, rowOf } from './row.js';

/** When a posting was made, to the day. */
export async function measurePostedAt(): Promise<Row[]> {
  return ['tuning', 'held-out'].map((set) =>
    rowOf(
      { fact: 'posted at', measure: 'right to the day, or rightly null', set, target: 0.99 },
      labelled(`posted-at-${set}`, postedRow).map(({ posted, country, day }) => ({
        ours: (readInstant(posted, labelledNow, { country })?.at.slice(0, 10) ?? null) === day,
        baseline: baselineDay(posted) === day,
      })),
    ),
  );
}
