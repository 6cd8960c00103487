/** The facts of a corpus's items for filters and orders, in arrays, so that records are only read for items shown. */
import { isPayOfFullTime } from '../../../shared/search/job.js';
import { languageNumber } from '../../../shared/words/languages.js';
import { sightingOf } from '../../../shared/words/seen.js';
import type { Task } from '../../process/cooperative.js';
import { isStated } from '../dedupe/duplicate-strength.js';
import {
  closesAt,
  companyNumber,
  levelBits,
  type PayRange,
  payRange,
  sightingByte,
  typeBits,
  wordBit,
} from '../segment/fact-columns.js';
import type { Entry, Group, PreparedCollection } from '../segment/open-segment.js';
import { emptyLocationTable, extendLocationTable, type LocationTable } from './location-table.js';

/** The arrays by item, and their types. */
const arrays = {
  /** The collection and the entry shown. */
  collection: Uint32Array,
  entry: Uint32Array,
  /** The number of its location set in `locationSets`. */
  locationSet: Uint32Array,
  /** How many sources list it; 255 = that many or more. */
  boards: Uint8Array,
  /** Epoch milliseconds; `NaN` when unknown. */
  postedAt: Float64Array,
  /** For filtering: the newest date stated by any of its postings; epoch milliseconds, `NaN` when unknown. */
  latestAt: Float64Array,
  /** Epoch milliseconds of its `validUntil`; infinity = none. */
  closesAt: Float64Array,
  /** The pay range of the posting with the highest yearly pay, in its currency; -1 when unknown. */
  payFrom: Float64Array,
  yearlyPay: Float64Array,
  /** The number of the currency of that pay (`currencyNumber`); 0 when unknown. */
  payCurrency: Uint8Array,
  /** The words stated by any of its postings, one bit each (`wordBit`); 0 = none. */
  workplace: Uint8Array,
  jobType: Uint8Array,
  level: Uint8Array,
  /** The number of the company of the posting shown (`companyNumber`). */
  company: Float64Array,
  /** The number of the language of its text (`languageNumber`). */
  language: Uint8Array,
  /** When any of its boards first listed it, in epoch seconds; and the other inputs of its label (`sightingByte`). */
  firstSeen: Uint32Array,
  sightings: Uint8Array,
} as const;

type ColumnName = keyof typeof arrays;
type ItemColumns = { [Name in ColumnName]: InstanceType<(typeof arrays)[Name]> };

export type Columns = ItemColumns &
  LocationTable & {
    size: number;
    /** The minimum of `closesAt`: before it no item has closed. */
    firstClosesAt: number;
    /** The few items whose postings state different pay: all but the highest. */
    otherPay: ReadonlyMap<number, readonly PayRange[]>;
  };

const columnNames = Object.keys(arrays) as ColumnName[];

const newColumns = (size: number): ItemColumns =>
  Object.fromEntries(columnNames.map((name) => [name, new arrays[name](size)])) as ItemColumns;

/** The columns of a corpus without items. */
export const emptyColumns: Columns = {
  ...newColumns(0),
  ...emptyLocationTable,
  size: 0,
  firstClosesAt: Number.POSITIVE_INFINITY,
  otherPay: new Map(),
};

/** The date of an item for sorting: 0, the oldest, when it is unknown. */
export const dateOf = ({ postedAt }: Pick<Columns, 'postedAt'>, item: number): number => postedAt[item] || 0;

/** The items of a corpus in order: former items that stay, single postings, and groups of several. */
type NextItems = {
  /** Their former numbers. */
  staying: Uint32Array;
  singles: readonly Entry[];
  groups: readonly Group[];
  collections: readonly PreparedCollection[];
  formerCollections: readonly PreparedCollection[];
};

/** Makes the columns of a corpus: copies the rows that stay, and writes the others. */
export function* updateColumns(former: Columns, next: NextItems): Task<Columns> {
  const { staying, singles, groups, collections, formerCollections } = next;
  const size = staying.length + singles.length + groups.length;
  const columns = newColumns(size);
  for (const name of columnNames) {
    copyStaying(columns[name], former[name], staying);
    yield;
  }
  const numbers = new Map(collections.map((collection, at) => [collection, at]));
  const numberNow = formerCollections.map((collection) => numbers.get(collection) ?? 0);
  const { collection } = columns;
  for (let item = 0; item < staying.length; item++) collection[item] = numberNow[collection[item] ?? 0] ?? 0;
  const known = new Set(formerCollections);
  const added = collections.filter((each) => !known.has(each));
  const locations = extendLocationTable(former, added);
  yield* writeSingles(columns, next, locations);
  const otherPay = new Map<number, readonly PayRange[]>();
  for (let at = 0; former.otherPay.size > 0 && at < staying.length; at++) {
    const pays = former.otherPay.get(staying[at] ?? 0);
    if (pays !== undefined) otherPay.set(at, pays);
  }
  const numberOf = new Map(collections.map(({ index }, at) => [index, at]));
  for (const [at, group] of groups.entries()) {
    const item = staying.length + singles.length + at;
    const [highest, ...others] = payOfGroup(group);
    const row = rowOf(group, highest);
    for (const name of Object.keys(row) as (keyof typeof row)[]) columns[name][item] = row[name];
    columns.collection[item] = numberOf.get(group.shown.entry.index) ?? 0;
    columns.locationSet[item] = locations.numberOfMerged(group.shown.job);
    if (others.length > 0) otherPay.set(item, others);
    if (at % groupsAtOnce === 0) yield;
  }
  const firstClosesAt = columns.closesAt.reduce((first, time) => Math.min(first, time), Number.POSITIVE_INFINITY);
  return { ...columns, ...locations.close(), size, firstClosesAt, otherPay };
}

/** Single postings and groups written between two yields; the records of a group may be read from disk. */
const singlesAtOnce = 1000;
const groupsAtOnce = 30;

/** Writes the rows of single postings from their segments, after those that stay. */
function* writeSingles(
  columns: ItemColumns,
  { staying, singles, collections }: NextItems,
  locations: ReturnType<typeof extendLocationTable>,
): Task<void> {
  const numberOf = new Map(collections.map(({ index }, at) => [index, at]));
  const from = staying.length;
  for (const [at, entry] of singles.entries()) {
    columns.collection[from + at] = numberOf.get(entry.index) ?? 0;
    columns.entry[from + at] = entry.at;
    columns.boards[from + at] = 1;
    columns.locationSet[from + at] = locations.numberOfEntry(entry);
    if (at % singlesAtOnce === 0) yield;
  }
  const to = from + singles.length;
  for (const name of factNames) {
    writeFacts(columns, name, { from, to, collections });
    yield;
  }
  columns.latestAt.set(columns.postedAt.subarray(from, to), from);
}

/** Copying a column of a million items takes some milliseconds. */
function copyStaying<List extends Uint8Array | Uint32Array | Float64Array>(
  into: List,
  from: List,
  staying: Uint32Array,
): void {
  for (let at = 0; at < staying.length; at++) into[at] = from[staying[at] ?? 0] ?? 0;
}

/** The columns copied unchanged from a single posting's segment. */
const factNames = [
  ...(['postedAt', 'closesAt', 'payFrom', 'yearlyPay', 'payCurrency', 'workplace', 'jobType', 'level'] as const),
  ...(['company', 'language', 'firstSeen', 'sightings'] as const),
];

type Span = { from: number; to: number; collections: readonly PreparedCollection[] };

/** Writes a column for a range of items from their segments. */
function writeFacts(columns: ItemColumns, name: (typeof factNames)[number], { from, to, collections }: Span): void {
  const { collection, entry, [name]: into } = columns;
  const facts = collections.map((each) => each.facts[name]);
  for (let item = from; item < to; item++) into[item] = facts[collection[item] ?? 0]?.[entry[item] ?? 0] ?? 0;
}

/**
 * The facts of a group. Postings of one opening may contradict each other in one fact: a filter matches when any of them states
 * its word.
 */
function rowOf(
  { shown, members }: Group,
  pay: PayRange,
): Record<Exclude<ColumnName, 'collection' | 'locationSet'>, number> {
  const { job, postedAt, entry } = shown;
  let latestAt = postedAt;
  let workplace = wordBit.workplace(job.workplace);
  let jobType = typeBits(job);
  let level = levelBits(job);
  for (const member of members) {
    const { job: copy } = member;
    if (!(latestAt >= member.postedAt)) latestAt = Number.isNaN(member.postedAt) ? latestAt : member.postedAt;
    if (isStated(copy, 'workplace')) workplace |= wordBit.workplace(copy.workplace);
    if (isStated(copy, 'jobType')) jobType |= typeBits(copy);
    if (isStated(copy, 'experienceLevel')) level |= levelBits(copy);
  }
  const sighting = sightingOf(
    members.map((member) => member.job),
    postedAt,
  );
  return {
    entry: entry.at,
    boards: Math.min(255, new Set(members.map(({ source }) => source)).size),
    postedAt,
    latestAt,
    closesAt: closesAt(job),
    payFrom: pay.from,
    yearlyPay: pay.to,
    payCurrency: pay.currency,
    workplace,
    jobType,
    level,
    company: companyNumber(job.company.name),
    language: languageNumber(job.stated?.language ?? null),
    firstSeen: sighting.firstSeen / 1000,
    sightings: sightingByte(sighting),
  };
}

/**
 * All different pay stated by an opening's postings, the highest number first; only the record's when none states it.
 * The full-time year of part-time hourly pay is not stated by a board: it counts with its kind.
 */
function payOfGroup({ shown, members }: Group): [PayRange, ...PayRange[]] {
  const isOfFullTime = isPayOfFullTime(shown.job);
  const stated = members.flatMap(({ job }) =>
    isStated(job, 'salary') || (isOfFullTime && isPayOfFullTime(job)) ? payRange(job) : [],
  );
  const [highest = payRange(shown.job), ...others] = [payRange(shown.job), ...stated]
    .filter(({ to }) => to >= 0)
    .toSorted((one, other) => other.to - one.to);
  const isNew = (pay: PayRange, at: number): boolean =>
    ![highest, ...others.slice(0, at)].some((each) => isSame(each, pay));
  return [highest, ...others.filter(isNew)];
}

const isSame = (one: PayRange, other: PayRange): boolean =>
  one.from === other.from && one.to === other.to && one.currency === other.currency;
