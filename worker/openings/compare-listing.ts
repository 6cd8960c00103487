import { hash } from 'node:crypto';
import type { HeldJob } from '../../shared/search/job.js';
import type { AbsenceMeaning } from '../sources/source.js';
import type { Absence, GoneRow, OpeningRecord, OpenRow } from './opening-record.js';

/**
 * Six characters that change with an opening's content. Dates are left out: a source that states "3 days ago" would
 * change every posting every day.
 */
export function contentHash({
  title,
  company,
  location,
  workplace,
  jobType,
  salary,
  url,
  description,
}: HeldJob): string {
  const facts = [title, company.name, location.text, workplace, jobType, salary?.text, url, description];
  return hash('md5', facts.join('\n'), 'base64url').slice(0, 6);
}

/** Shorter texts are only compared for equality. */
const fewestWords = 15;

/** The share of common word triples that makes two texts nearly the same. */
const nearlySame = 0.8;

/** Whether two texts are nearly the same: at least 80 % of the word triples of the longer one are in both. Symmetric. */
export function isSameText(one: string, other: string): boolean {
  const [mine, theirs] = [wordsOf(one), wordsOf(other)];
  if (mine.length === 0 || theirs.length === 0) return false;
  if (Math.min(mine.length, theirs.length) < fewestWords) return mine.join(' ') === theirs.join(' ');
  const [a, b] = [triplesOf(mine), triplesOf(theirs)];
  let common = 0;
  for (const triple of a) if (b.has(triple)) common += 1;
  return common >= nearlySame * Math.max(a.size, b.size);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function triplesOf(words: readonly string[]): Set<string> {
  const triples = new Set<string>();
  for (let at = 2; at < words.length; at++) triples.add(`${words[at - 2]} ${words[at - 1]} ${words[at]}`);
  return triples;
}

/**
 * How complete a reading is. `whole`: nothing is missing. `gaps`: single pages or entries could not be read. `cut`: it
 * ended early, or a limit was reached.
 */
export type Completeness = 'whole' | 'gaps' | 'cut';

/** One reading of a full board. `at`: epoch seconds. */
export type Listing = {
  at: number;
  openings: readonly { id: string; hash: string }[];
  /** Postings not stored because their owner forbids it. */
  withheld: number;
  /** Ids of openings whose own pages state that they are closed. */
  stated: ReadonlySet<string>;
  /** Ids of openings that may be listed, but could not be read: open ones stay open. */
  unread: ReadonlySet<string>;
  completeness: Completeness;
  absence: AbsenceMeaning;
};

/** `staleSeconds`: how long unlisted openings stay without a complete reading; `room`: most openings kept. */
export type KeepLimits = { staleSeconds: number; room: number };

/** The changes by a reading. Every former opening is in exactly one of `listed`, `kept`, `closed` and `unlisted`. */
export type Comparison = {
  /** The openings of the listing, in its order. */
  listed: OpenRow[];
  /** Unlisted openings that stay. */
  kept: OpenRow[];
  closed: OpenRow[];
  /** Openings that left the listing, which does not mean that they closed. */
  unlisted: OpenRow[];
  opened: number;
  changed: number;
  /** Listed openings that were gone before. */
  reopened: GoneRow[];
  /** `null`: the reading is trusted; otherwise the approximate number of openings expected. */
  doubt: { expected: number } | null;
  /** `OpeningRecord.sizes` and `OpeningRecord.stockAt` after this reading. */
  sizes: readonly number[];
  stockAt: number;
};

/** A board below this share of its usual size is doubted. */
const usualShare = 0.7;

/** Readings whose median is the usual size. */
const readingsKept = 5;

/** Another reading, at least this much later, closes an opening that a doubted reading lacks. */
export const confirmSeconds = 180;

/** Consecutive readings that must lack an opening where a single one proves nothing. */
const uncertainReadings = 4;

/** Compares a reading with the record. Pure; does not change the record's rows. */
export function compareListing(record: OpeningRecord, listing: Listing, limits: KeepLimits): Comparison {
  const open = new Map(record.open.map((row) => [row.id, row]));
  const gone = new Map(record.gone.map((row) => [row.id, row]));
  const reopened: GoneRow[] = [];
  // Openings after the first reading must be first seen later, even within a second or with differing clocks.
  const openedAt = record.stockAt === null ? listing.at : Math.max(listing.at, record.stockAt + 1);
  let [opened, changed] = [0, 0];
  const listed = listing.openings.map(({ id, hash }): OpenRow => {
    const former = open.get(id);
    open.delete(id);
    const returned = former === undefined ? gone.get(id) : undefined;
    if (returned !== undefined) reopened.push(returned);
    else if (former === undefined) opened += 1;
    else if (former.hash !== hash) changed += 1;
    const { firstSeen = openedAt, reposts } = former ?? returned ?? {};
    return { id, hash, firstSeen, absence: null, ...(reposts !== undefined && { reposts }) };
  });
  const statedClosed = [...open.values()].filter(({ id }) => listing.stated.has(id));
  const rows = [...open.values()].filter(({ id }) => !listing.stated.has(id));
  // If an owner has begun to forbid storing postings, an unreadable one may be among them.
  const mayStay = ({ id }: OpenRow): boolean => listing.withheld <= record.withheld && listing.unread.has(id);
  const unread = rows.filter(mayStay);
  const absent = rows
    .filter((row) => !mayStay(row))
    .map((row) => ({ ...row, absence: absenceOf(row, record, listing) }));
  const stockAt = record.stockAt === null || completesFirst(record, listing) ? openedAt : record.stockAt;
  const settled = settleAbsent(absent, { record, listing, limits });
  const kept = [...unread, ...settled.kept];
  const closed = [...statedClosed, ...settled.closed];
  return { listed, opened, changed, reopened, stockAt, ...settled, kept, closed };
}

/** Whether this is the first complete reading: what earlier ones did not reach already existed. */
const completesFirst = ({ sizes }: OpeningRecord, { completeness }: Listing): boolean =>
  sizes.length === 0 && completeness !== 'cut';

type AbsentRow = OpenRow & { absence: Absence };
type Context = { record: OpeningRecord; listing: Listing; limits: KeepLimits };
type Settled = Pick<Comparison, 'kept' | 'closed' | 'unlisted' | 'doubt' | 'sizes'>;

function absenceOf({ absence }: OpenRow, { at }: OpeningRecord, listing: Listing): Absence {
  const former = absence ?? { readings: 0, since: listing.at, lastSeen: at };
  if (listing.completeness === 'cut') return former;
  return {
    ...former,
    readings: former.readings + 1,
    since: former.readings === 0 ? listing.at : former.since,
  };
}

/** Decides which unlisted openings are closed. */
function settleAbsent(absent: readonly AbsentRow[], context: Context): Settled {
  const { record, listing } = context;
  if (listing.withheld > record.withheld) return settleWithheld(absent, context);
  if (listing.completeness === 'cut') return settleUnreached(absent, context);
  if (listing.absence === 'newest') {
    const sizes = [...record.sizes, sizeOf(listing)].slice(-readingsKept);
    return { ...settleUnreached(absent, context), sizes };
  }
  const isDue = ({ absence: { readings } }: AbsentRow): boolean =>
    (listing.absence !== 'uncertain' && listing.completeness !== 'gaps') || readings >= uncertainReadings;
  const isConfirmed = ({ absence: { since } }: AbsentRow): boolean => since <= listing.at - confirmSeconds;
  const due = absent.filter(isDue);
  const size = sizeOf(listing);
  const expected = median(record.sizes);
  const isSudden =
    absent.length > 0 &&
    (size === 0 ||
      size < usualShare * expected ||
      due.filter((row) => !isConfirmed(row)).length > record.open.length / 2);
  const gone = new Set(due.filter((row) => !isSudden || isConfirmed(row)));
  const kept = absent.filter((row) => !gone.has(row));
  const room = keepWithin(kept, context);
  const doubt = isSudden && room.kept.length > 0 ? { expected: Math.round(Math.max(expected, size)) } : null;
  const closes = listing.absence !== 'unknown';
  return {
    kept: room.kept,
    closed: closes ? [...gone] : [],
    unlisted: closes ? room.dropped : [...gone, ...room.dropped],
    doubt,
    sizes: doubt !== null ? record.sizes : isSudden ? [size] : [...record.sizes, size].slice(-readingsKept),
  };
}

/** A reading that was cut off, or of only the newest openings, says nothing about those it did not reach. */
function settleUnreached(absent: readonly AbsentRow[], context: Context): Settled {
  const { record, listing, limits } = context;
  const isRecent = ({ absence }: AbsentRow): boolean => absence.lastSeen > listing.at - limits.staleSeconds;
  const { kept, dropped } = keepWithin(absent.filter(isRecent), context);
  const old = absent.filter((row) => !isRecent(row));
  return { kept, closed: [], unlisted: [...old, ...dropped], doubt: null, sizes: record.sizes };
}

/** An owner has begun to forbid storing some postings: each missing one may be one of them, so none is kept. */
function settleWithheld(absent: readonly AbsentRow[], { record, listing }: Context): Settled {
  const isCut = listing.completeness === 'cut';
  const sizes = isCut ? record.sizes : [...record.sizes, sizeOf(listing)].slice(-readingsKept);
  return { kept: [], closed: [], unlisted: [...absent], doubt: null, sizes };
}

/** The openings last seen fill the room left by the listing; the order stays. */
function keepWithin(
  rows: readonly AbsentRow[],
  { listing, limits }: Context,
): { kept: AbsentRow[]; dropped: AbsentRow[] } {
  const room = Math.max(0, limits.room - listing.openings.length);
  if (rows.length <= room) return { kept: [...rows], dropped: [] };
  const byAge = [...rows].sort((one, other) => other.absence.lastSeen - one.absence.lastSeen);
  const dropped = new Set(byAge.slice(room));
  return { kept: rows.filter((row) => !dropped.has(row)), dropped: [...dropped] };
}

const sizeOf = ({ openings, withheld }: Listing): number => openings.length + withheld;

/** The median; 0 without values. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return (low + high) / 2;
}
