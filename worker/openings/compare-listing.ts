import { hash } from 'node:crypto';
import type { HeldJob } from '../../shared/search/job.js';
import type { AbsenceMeaning } from '../sources/source.js';
import type { Absence, GoneRow, OpeningRecord, OpenRow } from './opening-record.js';

/**
 * Six characters that change with what a source says of an opening. Dates are left out: a source that states them as "3
 * days ago" would change every posting every day.
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

/** Texts with fewer words say too little to differ in parts: they are equal or they are not. */
const fewestWords = 15;

/** The share of word triples that two texts must have in common to be nearly the same. */
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
 * How much a reading says of postings that it does not list. `whole`: nothing is missing. `gaps`: single pages or entries could not
 * be read. `cut`: it ended early, or a limit was reached.
 */
export type Completeness = 'whole' | 'gaps' | 'cut';

/** One reading of a full board. `at`: epoch seconds. */
export type Listing = {
  at: number;
  openings: readonly { id: string; hash: string }[];
  /** Postings that were not kept because their owner forbids it. */
  withheld: number;
  /** Ids of openings whose own pages state that they are closed. */
  stated: ReadonlySet<string>;
  /** Ids of openings that may be listed, but could not be read: those that are open stay so. */
  unread: ReadonlySet<string>;
  completeness: Completeness;
  absence: AbsenceMeaning;
};

/** `staleSeconds`: how long an opening that is not listed is kept without a complete reading; `room`: openings kept at most, listed ones included. */
export type KeepLimits = { staleSeconds: number; room: number };

/** What a reading changes. Every former opening is in exactly one of `listed`, `kept`, `closed` and `unlisted`. */
export type Comparison = {
  /** The openings of the listing, in its order. */
  listed: OpenRow[];
  /** Openings that it does not list and that stay. */
  kept: OpenRow[];
  closed: OpenRow[];
  /** Openings that left the listing, which does not mean that they closed. */
  unlisted: OpenRow[];
  opened: number;
  changed: number;
  /** Listed openings that were gone before. */
  reopened: GoneRow[];
  /** `null`: the reading is believed; otherwise the openings that were expected, about. */
  doubt: { expected: number } | null;
  /** `OpeningRecord.sizes` and `OpeningRecord.stockAt` after this reading. */
  sizes: readonly number[];
  stockAt: number;
};

/** A board under this share of its usual size is doubted. */
const usualShare = 0.7;

/** Readings whose median is the usual size. */
const readingsKept = 5;

/** An opening that a doubted reading lacks is closed by another reading at least so long after it. */
export const confirmSeconds = 180;

/** Readings in succession that must lack an opening where one proves nothing. */
const uncertainReadings = 4;

/** Compares a reading with what is remembered. Pure; rows of the record are not changed. */
export function compareListing(record: OpeningRecord, listing: Listing, limits: KeepLimits): Comparison {
  const open = new Map(record.open.map((row) => [row.id, row]));
  const gone = new Map(record.gone.map((row) => [row.id, row]));
  const reopened: GoneRow[] = [];
  // What is opened after the first reading is first seen later, though both may be within a second or by clocks that differ.
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
  // Where an owner has begun to forbid keeping postings, an unreadable one may be among them.
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

/** Whether this is the first reading that was not cut off: what earlier ones did not reach was there before. */
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

/** Decides which openings that the reading does not list are closed. */
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

/** A reading that was cut off, or of only the newest openings, says nothing of those that it did not reach. */
function settleUnreached(absent: readonly AbsentRow[], context: Context): Settled {
  const { record, listing, limits } = context;
  const isRecent = ({ absence }: AbsentRow): boolean => absence.lastSeen > listing.at - limits.staleSeconds;
  const { kept, dropped } = keepWithin(absent.filter(isRecent), context);
  const old = absent.filter((row) => !isRecent(row));
  return { kept, closed: [], unlisted: [...old, ...dropped], doubt: null, sizes: record.sizes };
}

/** An owner has begun to forbid keeping some postings: each that is missing may be one of them, so that none is kept. */
function settleWithheld(absent: readonly AbsentRow[], { record, listing }: Context): Settled {
  const isCut = listing.completeness === 'cut';
  const sizes = isCut ? record.sizes : [...record.sizes, sizeOf(listing)].slice(-readingsKept);
  return { kept: [], closed: [], unlisted: [...absent], doubt: null, sizes };
}

/** The openings last seen fill the room that the listing leaves; the order stays. */
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
