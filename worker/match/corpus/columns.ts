import { jobTypes, levels, workplaces } from '../../../shared/words/words.js';
import type { Task } from '../../process/cooperative.js';
import { isStated } from '../dedupe/contradictions.js';
import type { Group, MatchedJob, PreparedCollection } from './corpus.js';
import { extendItemSources, type ItemSources } from './item-sources.js';
import { extendPlaces, type Places } from './location-table.js';
import { orderNewestFirst } from './newest-first.js';

/** What filters and order ask of the items, one typed list a question, so that no job is touched that is not shown. */
export type Columns = Places &
  ItemSources & {
    size: number;
    /** The first of `closesAt`: before it nothing has closed. */
    firstClosesAt: number;
    /** The collection and the entry of it that is shown. */
    collection: Uint32Array;
    entry: Uint32Array;
    /** Epoch milliseconds; `NaN` when unknown. */
    postedAt: Float64Array;
    /** The same, to order by: unknown dates are the oldest. */
    date: Float64Array;
    /** All items in the order of a search without keyword: by date, then what is on several boards, then by name. */
    newestFirst: Uint32Array;
    /** The newest date that any of an item's postings states, to filter by; epoch milliseconds, `NaN` when unknown. */
    latestAt: Float64Array;
    /** Epoch milliseconds from which the item is past its `validUntil`; infinity when it has none. */
    closesAt: Float64Array;
    /** The highest yearly pay that any of its postings states, in that posting's currency; -1 when unknown. */
    yearlyPay: Float64Array;
    /** Words that any of its postings states, one bit each (`wordBit`); 0 = not said. */
    workplace: Uint8Array;
    jobType: Uint8Array;
    level: Uint8Array;
    /** Which of `places` an item is at. */
    whereabouts: Uint32Array;
  };

const bitIn = <Word extends string>(words: readonly Word[]): ((word: Word | null) => number) => {
  // The columns have eight bits an item.
  if (words.length > 8) throw new Error(`${words.length} words do not fit into a byte.`);
  const bits = new Map(words.map((word, at) => [word, 1 << at]));
  return (word) => (word === null ? 0 : (bits.get(word) ?? 0));
};

/** A word's bit in its column. */
export const wordBit = {
  workplace: bitIn(workplaces.words),
  jobType: bitIn(jobTypes.words),
  level: bitIn(levels.words),
} as const;

const nothing = { whole: new Uint32Array(0), real: new Float64Array(0), small: new Uint8Array(0) } as const;

/** The columns of a corpus without items. */
export const noColumns: Columns = {
  ...{
    size: 0,
    firstClosesAt: Number.POSITIVE_INFINITY,
    collection: nothing.whole,
    entry: nothing.whole,
    whereabouts: nothing.whole,
  },
  ...{ latestAt: nothing.real, closesAt: nothing.real },
  ...{ postedAt: nothing.real, date: nothing.real, yearlyPay: nothing.real, newestFirst: nothing.whole },
  ...{ workplace: nothing.small, jobType: nothing.small, level: nothing.small },
  ...{ places: [], placeNumbers: new Map(), spots: [], spotNumbers: new Map() },
  ...{ spotFrom: new Uint32Array(1), spotIds: nothing.whole },
  ...{ sources: [], sourceFrom: new Uint32Array(1), sourceIds: nothing.whole },
};

/** What columns are made for: all items, the numbers of those that are new or have changed, and their collections. */
export type Renewed = {
  items: readonly Group[];
  changed: readonly number[];
  collections: readonly PreparedCollection[];
  /** The collections of the former columns. */
  former: readonly PreparedCollection[];
};

/** Makes the columns of a corpus from those of a former one: copies what stays, looks at what has changed. */
export function* renewColumns(former: Columns, renewed: Renewed): Task<Columns> {
  const { items, changed, collections } = renewed;
  const size = items.length;
  const numbers = new Map(collections.map((collection, at) => [collection, at]));
  const columns = copyColumns(former, {
    size,
    collectionNow: renewed.former.map((collection) => numbers.get(collection) ?? 0),
  });
  const known = new Set(renewed.former);
  const places = extendPlaces(
    former,
    collections.filter((collection) => !known.has(collection)),
  );
  const collectionOf = new Map(collections.map(({ index }, at) => [index, at]));
  for (const [number, item] of changed.entries()) {
    const group = items[item];
    if (group === undefined) continue;
    const { index } = group.shown;
    writeItem(columns, item, { group, collection: collectionOf.get(index) ?? 0, place: places.numberOf(group) });
    if (number % batch === 0) yield;
  }
  const isOut = new Uint8Array(former.size).fill(1, size);
  for (const item of changed) isOut[item] = 1;
  const sources = extendItemSources(former, { items, changed });
  yield;
  const order = { date: columns.date, ...sources };
  const newestFirst = yield* orderNewestFirst(former.newestFirst, order, { items, changed, isOut });
  const firstClosesAt = columns.closesAt.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY);
  return { size, firstClosesAt, ...columns, newestFirst, ...places.close(), ...sources };
}

/** Items written before other work may go on. */
const batch = 1000;

type Copied = Omit<Columns, keyof Places | keyof ItemSources | 'size' | 'firstClosesAt' | 'newestFirst'>;

/** `collectionNow[c]`: the number by now of what was collection `c`. */
function copyColumns(former: Columns, { size, collectionNow }: { size: number; collectionNow: number[] }): Copied {
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
    whereabouts: copy(new Uint32Array(size), former.whereabouts),
  };
}

type Written = { group: Group; collection: number; place: number };

function writeItem(columns: Copied, item: number, { group, collection, place }: Written): void {
  const { job, postedAt, at } = group.shown;
  columns.collection[item] = collection;
  columns.entry[item] = at;
  columns.postedAt[item] = postedAt;
  columns.date[item] = postedAt || 0;
  columns.closesAt[item] = job.validUntil === null ? Number.POSITIVE_INFINITY : Date.parse(job.validUntil);
  columns.whereabouts[item] = place;
  let [latest, pay] = [postedAt, highestPay(job)];
  let workplace = wordBit.workplace(job.workplace);
  let jobType = wordBit.jobType(job.jobType);
  let level = wordBit.level(job.experienceLevel);
  // Postings of one opening may contradict each other in a fact: a filter finds it by any of them.
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

/** The most that a job pays in a year; -1 when it does not say. */
const highestPay = ({ salary }: MatchedJob): number => salary?.yearly?.max ?? salary?.yearly?.min ?? -1;
