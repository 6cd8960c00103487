import { languageNumber } from '../../../shared/words/languages.js';
import { sightingOf } from '../../../shared/words/seen.js';
import type { Task } from '../../process/cooperative.js';
import { isStated } from '../dedupe/contradictions.js';
import { companyNumber } from '../segment/company-number.js';
import { closesAt, type FactColumns } from '../segment/fact-columns.js';
import type { Group, PreparedCollection } from '../segment/prepared-collection.js';
import { sightingByte } from '../segment/sighting-byte.js';
import { wordBit } from '../segment/word-bits.js';
import type { Columns } from './columns-type.js';
import { extendItemSources, type ItemSources } from './item-sources.js';
import { emptyLocationTable, extendLocationTable, type LocationTable } from './location-table.js';
import { orderNewestFirst } from './newest-first.js';
import { isGroup, type PlacedItems } from './opening.js';
import { extendOtherPay, noOtherPay, type OtherPay, payOfGroup } from './other-pay.js';

const empty = { whole: new Uint32Array(0), real: new Float64Array(0), small: new Uint8Array(0) } as const;

/** The columns of a corpus without items. */
export const emptyColumns: Columns = {
  ...{ size: 0, firstClosesAt: Number.POSITIVE_INFINITY },
  ...{ collection: empty.whole, entry: empty.whole, locationSet: empty.whole, newestFirst: empty.whole },
  ...{ latestAt: empty.real, closesAt: empty.real, postedAt: empty.real, payFrom: empty.real, yearlyPay: empty.real },
  ...{ payCurrency: empty.small, workplace: empty.small, jobType: empty.small, level: empty.small },
  ...{ company: empty.real, language: empty.small, firstSeen: empty.whole, sightings: empty.small },
  ...noOtherPay,
  ...emptyLocationTable,
  ...{ sources: [], sourceFrom: new Uint32Array(1), sourceIds: empty.whole },
};

/** How a corpus differs from the former one. */
export type CorpusUpdate = PlacedItems & {
  collections: readonly PreparedCollection[];
  /** The collections of the former columns. */
  former: readonly PreparedCollection[];
};

/** Makes the columns of a corpus from those of a former one: copies the rows that stay, computes those that changed. */
export function* updateColumns(former: Columns, update: CorpusUpdate): Task<Columns> {
  const { size, placed, out, collections } = update;
  const numbers = new Map(collections.map((collection, at) => [collection, at]));
  // Rows of a removed collection are overwritten below, whatever number they get.
  const collectionNow = update.former.map((collection) => numbers.get(collection) ?? 0);
  const columns = yield* copyColumns(former, { size, collectionNow });
  const known = new Set(update.former);
  const locations = extendLocationTable(
    former,
    collections.filter((collection) => !known.has(collection)),
  );
  const collectionOf = new Map(collections.map(({ index }, at) => [index, at]));
  for (const [number, each] of placed.entries()) {
    if ('from' in each) moveItem(columns, { ...each, former, collectionNow });
    else if (isGroup(each.opening)) {
      const { shown, members } = each.opening;
      const at = collectionOf.get(shown.entry.index);
      if (at === undefined) throw new Error(`Item ${each.item} is in no collection.`);
      writeGroup(columns, each.item, { shown, members, at, locationSet: locations.numberOfMerged(shown.job) });
    } else {
      const at = collectionOf.get(each.opening.index);
      const collection = collections[at ?? -1];
      if (at === undefined || collection === undefined) throw new Error(`Item ${each.item} is in no collection.`);
      writeSingle(columns, each.item, {
        ...{ entry: each.opening.at, at, facts: collection.facts },
        locationSet: locations.numberOfEntry(each.opening),
      });
    }
    if (number % batch === 0) yield;
  }
  const isOut = new Uint8Array(former.size).fill(1, Math.min(size, former.size));
  for (const item of out) isOut[item] = 1;
  const sources = yield* extendItemSources(former, { size, placed });
  yield;
  const order = { ...columns, ...sources, collections };
  const newestFirst = yield* orderNewestFirst(former.newestFirst, order, {
    changed: placed.map(({ item }) => item),
    isOut,
  });
  return {
    ...{ size, firstClosesAt: earliest(columns.closesAt), ...columns, newestFirst, ...locations.close(), ...sources },
    ...extendOtherPay(former, { size, placed }),
  };
}

/** The earliest of some times; infinite when there is none. */
export function earliest(times: Float64Array): number {
  let first = Number.POSITIVE_INFINITY;
  for (let at = 0; at < times.length; at++) first = Math.min(first, times[at] ?? first);
  return first;
}

/** Items written between two yields. */
const batch = 1000;

type ItemColumns = Omit<
  Columns,
  keyof LocationTable | keyof ItemSources | keyof OtherPay | 'size' | 'firstClosesAt' | 'newestFirst'
>;

/** `collectionNow[c]`: the new number of collection `c`. Copying a column of a million items takes some milliseconds. */
function* copyColumns(
  former: Columns,
  { size, collectionNow }: { size: number; collectionNow: number[] },
): Task<ItemColumns> {
  const stays = Math.min(size, former.size);
  function* copy<List extends Uint8Array | Uint32Array | Float64Array>(into: List, from: List): Task<List> {
    into.set(from.subarray(0, stays));
    yield;
    return into;
  }
  const collection = yield* copy(new Uint32Array(size), former.collection);
  for (let item = 0; item < stays; item++) collection[item] = collectionNow[collection[item] ?? 0] ?? 0;
  yield;
  return {
    collection,
    entry: yield* copy(new Uint32Array(size), former.entry),
    postedAt: yield* copy(new Float64Array(size), former.postedAt),
    latestAt: yield* copy(new Float64Array(size), former.latestAt),
    closesAt: yield* copy(new Float64Array(size), former.closesAt),
    payFrom: yield* copy(new Float64Array(size), former.payFrom),
    yearlyPay: yield* copy(new Float64Array(size), former.yearlyPay),
    payCurrency: yield* copy(new Uint8Array(size), former.payCurrency),
    workplace: yield* copy(new Uint8Array(size), former.workplace),
    jobType: yield* copy(new Uint8Array(size), former.jobType),
    level: yield* copy(new Uint8Array(size), former.level),
    company: yield* copy(new Float64Array(size), former.company),
    language: yield* copy(new Uint8Array(size), former.language),
    firstSeen: yield* copy(new Uint32Array(size), former.firstSeen),
    sightings: yield* copy(new Uint8Array(size), former.sightings),
    locationSet: yield* copy(new Uint32Array(size), former.locationSet),
  };
}

type Moved = { item: number; from: number; former: Columns; collectionNow: readonly number[] };

function moveItem(columns: ItemColumns, { item, from, former, collectionNow }: Moved): void {
  for (const name of movedAsTheyAre) columns[name][item] = former[name][from] ?? 0;
  columns.collection[item] = collectionNow[former.collection[from] ?? 0] ?? 0;
}

/** The columns whose values do not depend on the numbers of collections. */
const movedAsTheyAre = [
  ...(['entry', 'postedAt', 'latestAt', 'closesAt', 'payFrom', 'yearlyPay', 'company', 'language'] as const),
  ...(['payCurrency', 'workplace', 'jobType', 'level', 'locationSet', 'firstSeen', 'sightings'] as const),
];

/** `at`: the number of the collection. */
type SingleRow = { facts: FactColumns; at: number; entry: number; locationSet: number };

function writeSingle(columns: ItemColumns, item: number, { facts, at, entry, locationSet }: SingleRow): void {
  const postedAt = facts.postedAt[entry] ?? Number.NaN;
  columns.collection[item] = at;
  columns.entry[item] = entry;
  columns.postedAt[item] = postedAt;
  columns.latestAt[item] = postedAt;
  columns.closesAt[item] = facts.closesAt[entry] ?? Number.POSITIVE_INFINITY;
  columns.payFrom[item] = facts.payFrom[entry] ?? -1;
  columns.yearlyPay[item] = facts.yearlyPay[entry] ?? -1;
  columns.payCurrency[item] = facts.payCurrency[entry] ?? 0;
  columns.workplace[item] = facts.workplace[entry] ?? 0;
  columns.jobType[item] = facts.jobType[entry] ?? 0;
  columns.level[item] = facts.level[entry] ?? 0;
  columns.company[item] = facts.company[entry] ?? 0;
  columns.language[item] = facts.language[entry] ?? 0;
  columns.firstSeen[item] = facts.firstSeen[entry] ?? 0;
  columns.sightings[item] = facts.sightings[entry] ?? 0;
  columns.locationSet[item] = locationSet;
}

type GroupRow = Group & { at: number; locationSet: number };

function writeGroup(columns: ItemColumns, item: number, { shown, members, at, locationSet }: GroupRow): void {
  const { job, postedAt, entry } = shown;
  let latest = postedAt;
  const [pay] = payOfGroup({ shown, members });
  let workplace = wordBit.workplace(job.workplace);
  let jobType = wordBit.jobType(job.jobType);
  let level = wordBit.level(job.experienceLevel);
  // Postings of one opening may contradict each other in one fact: a filter matches when any of them states its word.
  for (const member of members) {
    const { job: copy } = member;
    if (!(latest >= member.postedAt)) latest = Number.isNaN(member.postedAt) ? latest : member.postedAt;
    if (isStated(copy, 'workplace')) workplace |= wordBit.workplace(copy.workplace);
    if (isStated(copy, 'jobType')) jobType |= wordBit.jobType(copy.jobType);
    if (isStated(copy, 'experienceLevel')) level |= wordBit.level(copy.experienceLevel);
  }
  columns.collection[item] = at;
  columns.entry[item] = entry.at;
  columns.postedAt[item] = postedAt;
  columns.latestAt[item] = latest;
  columns.closesAt[item] = closesAt(job);
  columns.payFrom[item] = pay.from;
  columns.yearlyPay[item] = pay.to;
  columns.payCurrency[item] = pay.currency;
  columns.workplace[item] = workplace;
  columns.jobType[item] = jobType;
  columns.level[item] = level;
  columns.company[item] = companyNumber(job.company.name);
  columns.language[item] = languageNumber(job.stated?.language ?? null);
  const sighting = sightingOf(
    members.map((member) => member.job),
    postedAt,
  );
  columns.firstSeen[item] = sighting.firstSeen / 1000;
  columns.sightings[item] = sightingByte(sighting);
  columns.locationSet[item] = locationSet;
}
