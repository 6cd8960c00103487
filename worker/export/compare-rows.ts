import type { SentRow, SentRows } from '../../shared/export/sent-rows.js';

/** What a response has to say of an opening. */
export type RowChange = { change: 'added' | 'changed' | 'closed'; id: string };

type Compared = {
  /** What is sent. */
  changes: RowChange[];
  /** What is noted as sent in this round. */
  sent: SentRows;
};

/**
 * Compares the openings of a bucket with what their reader has: `former` is what the round before sent, all of which it
 * has; `tried` is what earlier responses of this round sent, of which it may have any part (`null` = nothing was sent). What
 * it may not have as it is now is sent, so that a reader that applies everything in order ends with the openings as they are.
 */
export function compareRows(
  now: ReadonlyMap<string, number>,
  { former, tried }: { former: SentRows; tried: SentRows | null },
): Compared {
  const changes: RowChange[] = [];
  const sent: SentRows = new Map();
  for (const [id, hash] of now) {
    const before = settled(former.get(id));
    const attempt = tried?.get(id);
    if (before === hash && isCertain(attempt, hash)) sent.set(id, { hash, unsure: false });
    else {
      changes.push({ change: before === undefined ? 'added' : 'changed', id });
      sent.set(id, { hash, unsure: tried !== null && (attempt !== undefined || before !== undefined) });
    }
  }
  for (const id of new Set([...former.keys(), ...(tried?.keys() ?? [])])) {
    if (now.has(id) || (settled(former.get(id)) === undefined && tried?.get(id) === undefined)) continue;
    changes.push({ change: 'closed', id });
    sent.set(id, { hash: null, unsure: true });
  }
  return { changes, sent };
}

/** The hash of a row that the round before has sent; what it sent as closed is gone. */
const settled = (row: SentRow | undefined): number | undefined => row?.hash ?? undefined;

/** Whether no earlier response of the round sent anything else. */
const isCertain = (attempt: SentRow | undefined, hash: number): boolean =>
  attempt === undefined || (attempt.hash === hash && !attempt.unsure);
