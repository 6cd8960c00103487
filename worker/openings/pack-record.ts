import { packJson, unpackJson } from '../../shared/search/packed-text.js';
import type { Reposts } from '../../shared/words/seen.js';
import type { GoneRow, OpeningRecord, OpenRow } from './opening-record.js';

/** Characters of a job's id after `job_`, and of a content hash (worker/openings/content-hash.ts). */
const idLength = 16;
const hashLength = 6;
const prefix = 'job_';

/**
 * The stored form: columns, which compress to some 20 bytes an opening. `absent` has a row for each opening that the last
 * reading did not list: its index, readings, since, last seen and, where its page was asked, when and how often it was gone. `reposts`
 * has one for each that was posted again: its index, how often, and when. The release before this one had none.
 */
type PackedRecord = Omit<OpeningRecord, 'open' | 'gone'> & {
  v: 1;
  open: { ids: string; firstSeen: number[]; hashes: string; absent: number[][]; reposts?: number[][] };
  gone: {
    ids: string;
    firstSeen: number[];
    lastSeen: number[];
    closedAt: (number | null)[];
    keys: string[];
    reposts?: number[][];
  };
};

/** Packs a record into compressed JSON. */
export async function packRecord({ open, gone, ...head }: OpeningRecord): Promise<Buffer> {
  const packed: PackedRecord = {
    v: 1,
    ...head,
    open: {
      ids: open.map(({ id }) => id.slice(prefix.length)).join(''),
      firstSeen: open.map(({ firstSeen }) => firstSeen),
      hashes: open.map(({ hash }) => hash).join(''),
      absent: open.flatMap(({ absence }, at): number[][] => {
        if (absence === null) return [];
        const { readings, since, lastSeen, asked, gone = 0 } = absence;
        return [[at, readings, since, lastSeen, ...(asked === undefined ? [] : [asked, gone])]];
      }),
      reposts: packReposts(open),
    },
    gone: {
      ids: gone.map(({ id }) => id.slice(prefix.length)).join(''),
      firstSeen: gone.map(({ firstSeen }) => firstSeen),
      lastSeen: gone.map(({ lastSeen }) => lastSeen),
      closedAt: gone.map(({ closedAt }) => closedAt),
      keys: gone.map(({ keys }) => keys.join(' ')),
      reposts: packReposts(gone),
    },
  };
  return packJson(packed);
}

type Reposted = { reposts?: Reposts };

const packReposts = (rows: readonly Reposted[]): number[][] =>
  rows.flatMap(({ reposts }, at) => (reposts === undefined ? [] : [[at, reposts.times, reposts.at]]));

function addReposts(rows: readonly Reposted[], packed: readonly number[][] = []): void {
  for (const [index = -1, times = 0, at = 0] of packed) {
    const row = rows[index];
    if (row !== undefined) row.reposts = { times, at };
  }
}

/** The record as it was packed; `null` when another release wrote it in a form of its own. */
export async function unpackRecord(bytes: Buffer): Promise<OpeningRecord | null> {
  const packed = await unpackJson<PackedRecord>(bytes);
  if (packed.v !== 1) return null;
  const { v: _v, open, gone, ...head } = packed;
  return { ...head, open: openRows(open), gone: goneRows(gone) };
}

function openRows({ ids, firstSeen, hashes, absent, reposts }: PackedRecord['open']): OpenRow[] {
  const rows = firstSeen.map(
    (seen, at): OpenRow => ({
      id: idAt(ids, at),
      firstSeen: seen,
      hash: hashes.slice(at * hashLength, (at + 1) * hashLength),
      absence: null,
    }),
  );
  for (const [at = -1, readings = 0, since = 0, lastSeen = 0, asked, gone = 0] of absent) {
    const row = rows[at];
    if (row !== undefined) row.absence = { readings, since, lastSeen, ...(asked !== undefined && { asked, gone }) };
  }
  addReposts(rows, reposts);
  return rows;
}

function goneRows({ ids, firstSeen, lastSeen, closedAt, keys, reposts }: PackedRecord['gone']): GoneRow[] {
  const rows = firstSeen.map(
    (seen, at): GoneRow => ({
      id: idAt(ids, at),
      firstSeen: seen,
      lastSeen: lastSeen[at] ?? seen,
      closedAt: closedAt[at] ?? null,
      keys: (keys[at] ?? '').split(' ').filter((key) => key !== ''),
    }),
  );
  addReposts(rows, reposts);
  return rows;
}

const idAt = (ids: string, at: number): string => prefix + ids.slice(at * idLength, (at + 1) * idLength);
