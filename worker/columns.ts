import { jobTypes, levels, workplaces } from '../shared/words.js';
import type { Group, PreparedCollection } from './corpus.js';
import type { Steps } from './in-turns.js';
import { extendItemSources, type ItemSources } from './item-sources.js';
import { orderNewestFirst } from './newest-first.js';
import { extendPlaces, type Places } from './places.js';

/** What filters and order ask of the items, one typed list a question, so that no job is touched that is not shown. */
export type Columns = Places &
  ItemSources & {
    size: number;
    /** The collection and the entry of it that is shown. */
    collection: Uint32Array;
    entry: Uint32Array;
    /** Epoch milliseconds; `NaN` when unknown. */
    postedAt: Float64Array;
    /** The same, to order by: unknown dates are the oldest. */
    date: Float64Array;
    /** All items in the order of a search without keyword: by date, then what is on several boards, then by name. */
    newestFirst: Uint32Array;
    /** The highest yearly pay stated, in the job's own currency; -1 when unknown. */
    yearlyPay: Float64Array;
    /** The word's place in its vocabulary + 1; 0 = not said. */
    workplace: Uint8Array;
    jobType: Uint8Array;
    level: Uint8Array;
    /** Which of `places` an item is at. */
    whereabouts: Uint32Array;
  };

const numberIn = <Word extends string>(words: readonly Word[]): ((word: Word | null) => number) => {
  const numbers = new Map(words.map((word, at) => [word, at + 1]));
  return (word) => (word === null ? 0 : (numbers.get(word) ?? 0));
};

/** A word's number in its column. */
export const numberOf = {
  workplace: numberIn(workplaces.words),
  jobType: numberIn(jobTypes.words),
  level: numberIn(levels.words),
} as const;

const nothing = { whole: new Uint32Array(0), real: new Float64Array(0), small: new Uint8Array(0) } as const;

/** The columns of a corpus without items. */
export const noColumns: Columns = {
  ...{ size: 0, collection: nothing.whole, entry: nothing.whole, whereabouts: nothing.whole },
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
export function* renewColumns(former: Columns, renewed: Renewed): Steps<Columns> {
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
  return { size, ...columns, newestFirst, ...places.close(), ...sources };
}

/** Items written before other work may go on. */
const batch = 1000;

type Copied = Omit<Columns, keyof Places | keyof ItemSources | 'size' | 'newestFirst'>;

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
  columns.yearlyPay[item] = job.salary?.yearly?.max ?? job.salary?.yearly?.min ?? -1;
  columns.workplace[item] = numberOf.workplace(job.workplace);
  columns.jobType[item] = numberOf.jobType(job.jobType);
  columns.level[item] = numberOf.level(job.experienceLevel);
  columns.whereabouts[item] = place;
}
