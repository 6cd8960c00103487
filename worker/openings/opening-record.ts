import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { closedMs } from '../../shared/search/collections/collected-jobs.js';
import { packJson, unpackJson } from '../../shared/search/packed-text.js';
import type { Reposts } from '../../shared/words/seen.js';

/** Readings that did not list an opening which an earlier one did. Times in this folder are epoch seconds. */
export type Absence = {
  /** Consecutive readings that should have listed it; 0 = only readings that were cut off. */
  readings: number;
  /** The first of them. */
  since: number;
  /** The last reading that listed it. */
  lastSeen: number;
  /** When its own page was last requested, and how often in succession it was gone; absent = never requested. */
  asked?: number;
  gone?: number;
};

/** An opening that a source lists, or listed and probably has not closed. */
export type OpenRow = {
  id: string;
  firstSeen: number;
  /** `contentHash` of the source's data about it. */
  hash: string;
  /** `null`: the last reading listed it. */
  absence: Absence | null;
  /** Absent = never reposted. */
  reposts?: Reposts;
};

/** An opening no longer searched for. */
export type GoneRow = {
  id: string;
  firstSeen: number;
  lastSeen: number;
  /** `null`: it left the listing, which does not mean that it closed. */
  closedAt: number | null;
  /** Keys for recognising a repost (`repostKeys`); empty once one was found. */
  keys: readonly string[];
  reposts?: Reposts;
};

/** The record of one source's openings between two readings of its full board. */
export type OpeningRecord = {
  /** The collection it belongs to, by key and version. */
  key: string;
  version: string;
  /** The last reading. */
  at: number;
  /** Openings first seen by then are from the board's first reading: they are known, not new. `null`: never read. */
  stockAt: number | null;
  /** Postings listed by the last trusted readings, oldest first. */
  sizes: readonly number[];
  /** Postings that the last reading did not store because their owner forbids it. */
  withheld: number;
  /** In the order of the collection's jobs. */
  open: readonly OpenRow[];
  gone: readonly GoneRow[];
};

/** The record of a source never read; `key` is that of its collection. */
export const emptyRecord = (key: string): OpeningRecord => ({
  key,
  version: '',
  at: 0,
  stockAt: null,
  withheld: 0,
  sizes: [],
  open: [],
  gone: [],
});

/** Characters of a job's id after `job_`, and of a content hash (worker/openings/compare-listing.ts). */
const idLength = 16;
const hashLength = 6;
const prefix = 'job_';

/**
 * The stored form: columns, which compress to some 20 bytes per opening. `absent` has a row for each opening that the
 * last reading did not list: its index, readings, since, last seen and, if its page was requested, when and how often
 * it was gone. `reposts` has one for each repost: its index, how often, and when. The previous release had none.
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

/** The unpacked record; `null` when another release wrote it in its own format. */
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

/**
 * Kept longer than any collection, and by source instead of by collection: a source that could not be read for days, or
 * whose settings changed, still knows when its openings were first seen.
 */
const recordMs = closedMs + 86_400_000;

/** Reads the record of a source's openings; `null` = none. */
export async function readOpeningRecord(redis: RedisConnection, source: string): Promise<OpeningRecord | null> {
  const packed = await redis.getBuffer(redisKeys.openings(source));
  return packed === null ? null : unpackRecord(packed);
}

/** Replaces the record of a source's openings. */
export async function writeOpeningRecord(redis: RedisConnection, source: string, record: OpeningRecord): Promise<void> {
  await redis.set(redisKeys.openings(source), await packRecord(record), 'PX', recordMs);
}

/** Keeps the record of a source that was read again without a change. */
export async function touchOpeningRecord(redis: RedisConnection, source: string): Promise<void> {
  await redis.pexpire(redisKeys.openings(source), recordMs);
}
