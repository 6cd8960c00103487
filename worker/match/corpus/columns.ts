import { jobTypes, levels, workplaces } from '../../../shared/words/words.js';
import type { Task } from '../../process/cooperative.js';
import { isStated } from '../dedupe/contradictions.js';
import type { MatchedJob } from '../matched-job.js';
import { extendItemSources, type ItemSources } from './item-sources.js';
import { emptyLocationTable, extendLocationTable, type LocationTable } from './location-table.js';
import { orderNewestFirst } from './newest-first.js';
import type { Group, PreparedCollection } from './prepared-collection.js';

/**
 * Columnar copy of the fields that filters and sorting read: one typed array for each, indexed by item, so that job objects
 * are only touched for the results returned.
 */
export type Columns = LocationTable &
  ItemSources & {
    size: number;
    /** The minimum of `closesAt`: before it no item has closed. */
    firstClosesAt: number;
    /** The collection and the entry of it that is shown. */
    collection: Uint32Array;
    entry: Uint32Array;
    /** Epoch milliseconds; `NaN` when unknown. */
    postedAt: Float64Array;
    /** The same for sorting: 0, the oldest date, when unknown. */
    date: Float64Array;
    /** All items in the order of a search without keyword: by date, then items on several boards first, then by id and URL. */
    newestFirst: Uint32Array;
    /** For filtering: the newest date that any of an item's postings states; epoch milliseconds, `NaN` when unknown. */
    latestAt: Float64Array;
    /** Epoch milliseconds of its `validUntil`; infinity when it has none. */
    closesAt: Float64Array;
    /** The highest yearly pay that any of its postings states, in that posting's currency; -1 when unknown. */
    yearlyPay: Float64Array;
    /** The words that any of its postings states, one bit for each (`wordBit`); 0 = none does. */
    workplace: Uint8Array;
    jobType: Uint8Array;
    level: Uint8Array;
    /** The number of its location set in `locationSets`. */
    locationSet: Uint32Array;
  };

const bitIn = <Word extends string>(words: readonly Word[]): ((word: Word | null) => number) => {
  if (words.length > 8) throw new Error(`A column has eight bits an item: ${words.length} words do not fit.`);
  const bits = new Map(words.map((word, at) => [word, 1 << at]));
  return (word) => (word === null ? 0 : (bits.get(word) ?? 0));
};

/** The bit of a word in its column. */
export const wordBit = {
  workplace: bitIn(workplaces.words),
  jobType: bitIn(jobTypes.words),
  level: bitIn(levels.words),
} as const;

const empty = { whole: new Uint32Array(0), real: new Float64Array(0), small: new Uint8Array(0) } as const;

/** The columns of a corpus without items. */
export const emptyColumns: Columns = {
  ...{ size: 0, firstClosesAt: Number.POSITIVE_INFINITY },
  ...{ collection: empty.whole, entry: empty.whole, locationSet: empty.whole, newestFirst: empty.whole },
  ...{ latestAt: empty.real, closesAt: empty.real, postedAt: empty.real, date: empty.real, yearlyPay: empty.real },
  ...{ workplace: empty.small, jobType: empty.small, level: empty.small },
  ...emptyLocationTable,
  ...{ sources: [], sourceFrom: new Uint32Array(1), sourceIds: empty.whole },
};

/** How a corpus differs from the former one. */
export type CorpusUpdate = {
  items: readonly Group[];
  /** The numbers of the items that are new or have changed. */
  changed: readonly number[];
  collections: readonly PreparedCollection[];
  /** The collections of the former columns. */
  former: readonly PreparedCollection[];
};

/** Makes the columns of a corpus from those of a former one: copies the rows that stay, computes those that changed. */
export function* updateColumns(former: Columns, update: CorpusUpdate): Task<Columns> {
  const { items, changed, collections } = update;
  const size = items.length;
  const numbers = new Map(collections.map((collection, at) => [collection, at]));
  const columns = copyColumns(former, {
    size,
    // Rows of a removed collection are overwritten below, whatever number they get.
    collectionNow: update.former.map((collection) => numbers.get(collection) ?? 0),
  });
  const known = new Set(update.former);
  const locations = extendLocationTable(
    former,
    collections.filter((collection) => !known.has(collection)),
  );
  const collectionOf = new Map(collections.map(({ index }, at) => [index, at]));
  for (const [number, item] of changed.entries()) {
    const group = items[item];
    const collection = group && collectionOf.get(group.shown.index);
    if (group === undefined || collection === undefined) throw new Error(`Item ${item} is in no collection.`);
    writeItem(columns, item, { group, collection, locationSet: locations.numberOf(group) });
    if (number % batch === 0) yield;
  }
  const isOut = new Uint8Array(former.size).fill(1, size);
  for (const item of changed) isOut[item] = 1;
  const sources = extendItemSources(former, { items, changed });
  yield;
  const order = { date: columns.date, ...sources };
  const newestFirst = yield* orderNewestFirst(former.newestFirst, order, { items, changed, isOut });
  const firstClosesAt = columns.closesAt.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY);
  return { size, firstClosesAt, ...columns, newestFirst, ...locations.close(), ...sources };
}

/** Items written between two yields. */
const batch = 1000;

type ItemColumns = Omit<Columns, keyof LocationTable | keyof ItemSources | 'size' | 'firstClosesAt' | 'newestFirst'>;

/** `collectionNow[c]`: the new number of collection `c`. */
function copyColumns(former: Columns, { size, collectionNow }: { size: number; collectionNow: number[] }): ItemColumns {
  const stays = Math.min(size, former.size);
  const copy = <List extends Uint8Array | Uint32Array | Float64Array>(into: List, from: List): List => {
    into.set(from.subarray(0, stays));
    return into;
  };
  const collection = copy(new Uint32Array(size), former.collection);
  for (let item = 0; item < stays; item++) collection[item] = collectionNow[collection[item] ?? 0] ?? 0;
  return {
    collection,
    entry: copy(new Uint32Array(size), former.entry),
    postedAt: copy(new Float64Array(size), former.postedAt),
    date: copy(new Float64Array(size), former.date),
    latestAt: copy(new Float64Array(size), former.latestAt),
    closesAt: copy(new Float64Array(size), former.closesAt),
    yearlyPay: copy(new Float64Array(size), former.yearlyPay),
    workplace: copy(new Uint8Array(size), former.workplace),
    jobType: copy(new Uint8Array(size), former.jobType),
    level: copy(new Uint8Array(size), former.level),
    locationSet: copy(new Uint32Array(size), former.locationSet),
  };
}

type ItemRow = { group: Group; collection: number; locationSet: number };

function writeItem(columns: ItemColumns, item: number, { group, collection, locationSet }: ItemRow): void {
  const { job, postedAt, at } = group.shown;
  columns.collection[item] = collection;
  columns.entry[item] = at;
  columns.postedAt[item] = postedAt;
  columns.date[item] = postedAt || 0;
  columns.closesAt[item] = job.validUntil === null ? Number.POSITIVE_INFINITY : Date.parse(job.validUntil);
  columns.locationSet[item] = locationSet;
  let [latest, pay] = [postedAt, highestPay(job)];
  let workplace = wordBit.workplace(job.workplace);
  let jobType = wordBit.jobType(job.jobType);
  let level = wordBit.level(job.experienceLevel);
  // Postings of one opening may contradict each other in one fact: a filter matches when any of them states its word.
  for (const member of group.members.length > 1 ? group.members : []) {
    const { job: copy } = member;
    if (!(latest >= member.postedAt)) latest = Number.isNaN(member.postedAt) ? latest : member.postedAt;
    if (isStated(copy, 'salary')) pay = Math.max(pay, highestPay(copy));
    if (isStated(copy, 'workplace')) workplace |= wordBit.workplace(copy.workplace);
    if (isStated(copy, 'jobType')) jobType |= wordBit.jobType(copy.jobType);
    if (isStated(copy, 'experienceLevel')) level |= wordBit.level(copy.experienceLevel);
  }
  columns.latestAt[item] = latest;
  columns.yearlyPay[item] = pay;
  columns.workplace[item] = workplace;
  columns.jobType[item] = jobType;
  columns.level[item] = level;
}

/** The highest yearly pay of a job; -1 when it states none. */
const highestPay = ({ salary }: MatchedJob): number => salary?.yearly?.max ?? salary?.yearly?.min ?? -1;
