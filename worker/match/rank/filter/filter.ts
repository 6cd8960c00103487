import type { NarrowingField } from '../../../../shared/search/fields.js';
import { type AskedPay, readAskedPay } from '../../../../shared/search/query/asked-pay.js';
import { asksRemote, type SearchSubject } from '../../../../shared/search/query/query.js';
import { companiesIn } from '../../../../shared/words/company-names.js';
import { unitsOf } from '../../../../shared/words/exchange-rates.js';
import { languageNumber } from '../../../../shared/words/languages.js';
import { labelOf } from '../../../../shared/words/seen.js';
import { wordsIn } from '../../../../shared/words/vocabulary.js';
import { hoursOf, type SeenLabel } from '../../../../shared/words/words.js';
import type { Columns } from '../../corpus/columns.js';
import type { LocationTable } from '../../corpus/location-table.js';
import { companyNumber, maskOf, type PayRange, readSightingByte, wordBit } from '../../segment/fact-columns.js';
import type { PlaceFilter } from './place-filter.js';

/** Yearly pay in one currency. -1 = not stated, `NaN` = it cannot be converted. */
type ConvertedPay = { to: number; from: number };

const upwards = 1 + 1e-9;

/** An amount of the currency with this number in another one, by the units of that one (`unitsOf`); `NaN` = it cannot be converted. */
export const payIn = (units: Float64Array, number: number, amount: number): number =>
  // As in the filter of pay, a converted amount may be rounded.
  (amount / (units[number] ?? Number.NaN)) * upwards;

const none: ConvertedPay = { to: -1, from: -1 };

/** Makes the function that returns the highest yearly pay stated by an item's postings, in one currency. */
export function createConvertedPay(columns: Columns, currency: string): (item: number) => ConvertedPay {
  const { payFrom, yearlyPay, payCurrency, otherPay } = columns;
  const units = unitsOf(currency);
  const convert = (from = -1, to = -1, number = 0): ConvertedPay => {
    return to < 0 ? none : { to: payIn(units, number, to), from: payIn(units, number, from) };
  };
  const payOf = (item: number): ConvertedPay => convert(payFrom[item], yearlyPay[item], payCurrency[item]);
  const highest = new Map<number, ConvertedPay>();
  for (const [item, pays] of otherPay)
    for (const { from, to, currency } of pays) {
      const other = convert(from, to, currency);
      const known = highest.get(item) ?? payOf(item);
      highest.set(item, Number.isNaN(known.to) || isHigher(other, known) ? other : known);
    }
  return (item) => highest.get(item) ?? payOf(item);
}

const isHigher = (one: ConvertedPay, other: ConvertedPay): boolean =>
  one.to > other.to || (one.to === other.to && one.from > other.from);

/**
 * The yearly pay range of a search, in each currency by its number (`currencyNumber`): from `least` to `most`, both
 * `NaN` if it cannot be converted. A billionth wider, since converted amounts are rounded.
 */
type PayBounds = { least: Float64Array; most: Float64Array };

const rounding = 1e-9;

/** The bounds of the requested pay, in each currency; an analysed search always names one. */
export function boundsOfPay({ min, max, currency }: AskedPay): PayBounds {
  const units = unitsOf(currency ?? 'USD');
  return {
    least: units.map((unit) => (min ?? 0) * unit * (1 - rounding)),
    most: units.map((unit) => (max ?? Number.POSITIVE_INFINITY) * unit * (1 + rounding)),
  };
}

/** Whether yearly pay overlaps bounds; unknown pay (-1) never does. */
export const overlapsPay = ({ least, most }: PayBounds, { from, to, currency }: PayRange): boolean =>
  to >= (least[currency] ?? Number.NaN) && from <= (most[currency] ?? Number.NaN);

/** Keeps items with a posting whose pay overlaps the requested range. */
function payFilter(
  asked: AskedPay,
  { payFrom, yearlyPay, payCurrency, otherPay }: Columns,
): (items: Int32Array, count: number) => number {
  const bounds = boundsOfPay(asked);
  const { least, most } = bounds;
  const others = new Set<number>();
  for (const [item, pays] of otherPay) if (pays.some((pay) => overlapsPay(bounds, pay))) others.add(item);
  return (items, count) => {
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const item = items[at] ?? 0;
      const number = payCurrency[item] ?? 0;
      const isPaid =
        (yearlyPay[item] ?? -1) >= (least[number] ?? Number.NaN) &&
        (payFrom[item] ?? -1) <= (most[number] ?? Number.NaN);
      if (isPaid || (others.size > 0 && others.has(item))) items[kept++] = item;
    }
    return kept;
  };
}

/**
 * Moves the matching ones of the first `count` items to the front, in order, and returns their number. One loop over a
 * column per filter is several times faster than applying all filters to each item.
 */
export type ItemFilter = (items: Int32Array, count: number) => number;

/** The context that filters need in addition to the query. */
export type FilterTools = { now: number; place: PlaceFilter | null; columns: Columns };

/** One filter per field, except those parsed with the keyword; `null` = empty. Keeps only jobs known to match. */
export const filters: Readonly<
  Record<Exclude<NarrowingField, 'keyword' | 'skills'>, (query: SearchSubject, tools: FilterTools) => ItemFilter | null>
> = {
  remoteFilter({ remoteFilter }, { columns: { workplace } }) {
    return remoteFilter === '' ? null : having(workplace, maskOf(remoteFilter, wordBit.workplace));
  },
  jobType({ jobType: words }, { columns: { jobType } }) {
    return words === '' ? null : having(jobType, maskOf(words, wordBit.jobType));
  },
  experienceLevel({ experienceLevel }, { columns: { level } }) {
    return experienceLevel === '' ? null : having(level, maskOf(experienceLevel, wordBit.level));
  },
  excludeCompanies({ excludeCompanies }, { columns: { company } }) {
    if (excludeCompanies === '') return null;
    const excluded = new Set(companiesIn(excludeCompanies).map(companyNumber));
    return keeping((item) => !excluded.has(company[item] ?? 0));
  },
  language(query, { columns: { language } }) {
    if (query.language === '') return null;
    const asked = new Set(wordsIn(query.language).map(languageNumber));
    return keeping((item) => asked.has(language[item] ?? 0));
  },
  label({ label }, { now, columns }) {
    if (label === '') return null;
    const asked = new Set<SeenLabel | null>(wordsIn(label));
    const labelAt = createLabelAt(columns, now);
    return keeping((item) => asked.has(labelAt(item)));
  },
  dateSincePosted({ dateSincePosted }, { now, columns: { latestAt } }) {
    return dateSincePosted === '' ? null : atLeast(latestAt, now - hoursOf(dateSincePosted) * 3_600_000);
  },
  salary({ salary }, { columns }) {
    return salary === '' ? null : payFilter(readAskedPay(salary), columns);
  },
  /** Tests each distinct location set once per query. */
  location(query, { place, columns }) {
    if (place === null) return null;
    const { locationSet, locationSets } = columns;
    const keeps = locationTest(columns, place, { remote: asksRemote(query) });
    // By location set: 0 = not tested yet, 1 = kept, -1 = not kept.
    const isKept = new Int8Array(locationSets.length);
    return (items, count) => {
      let kept = 0;
      for (let at = 0; at < count; at++) {
        const item = items[at] ?? 0;
        const number = locationSet[item] ?? 0;
        if (isKept[number] === 0) isKept[number] = keeps(number) ? 1 : -1;
        if (isKept[number] === 1) items[kept++] = item;
      }
      return kept;
    };
  },
};

/** Makes the lookup of an item's label at a time (epoch ms). It creates no objects: facets call it for each item. */
export function createLabelAt(
  { firstSeen, sightings, postedAt }: Pick<Columns, 'firstSeen' | 'sightings' | 'postedAt'>,
  now: number,
): (item: number) => SeenLabel | null {
  const sighting = { firstSeen: 0, isOpened: false, reposted: 0, postedAt: Number.NaN };
  return (item) => {
    const { isOpened, reposted } = readSightingByte(sightings[item] ?? 0);
    sighting.firstSeen = 1000 * (firstSeen[item] ?? 0);
    sighting.isOpened = isOpened;
    sighting.reposted = reposted;
    sighting.postedAt = postedAt[item] ?? Number.NaN;
    return labelOf(sighting, now);
  };
}

/** Makes a test whether the jobs of a location set are kept, by its number. */
export function locationTest(
  { locationSets, places, placeFrom, placeIds }: LocationTable,
  place: PlaceFilter,
  { remote }: { remote: boolean },
): (number: number) => boolean {
  const { holds } = place;
  // By place: 0 = not tested yet, 1 = within, -1 = outside.
  const known = new Int8Array(holds === null ? 0 : places.length);
  const isHeld = (id: number): boolean => {
    const each = places[id];
    if (known[id] === 0) known[id] = each !== undefined && holds?.(each) ? 1 : -1;
    return known[id] === 1;
  };
  return (number) => {
    if (holds !== null) {
      for (let at = placeFrom[number] ?? 0; at < (placeFrom[number + 1] ?? 0); at++)
        if (isHeld(placeIds[at] ?? 0)) return true;
      if (!remote) return false;
    }
    const set = locationSets[number];
    if (set === undefined) throw new Error(`There is no location set ${number}.`);
    return place.keeps(set, { remote });
  };
}

/** Keeps items with a posting that states a word of these bits. */
function having(column: Uint8Array, mask: number): ItemFilter {
  return (items, count) => {
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const item = items[at] ?? 0;
      if (((column[item] ?? 0) & mask) !== 0) items[kept++] = item;
    }
    return kept;
  };
}

/** Keeps items that pass a test. */
function keeping(passes: (item: number) => boolean): ItemFilter {
  return (items, count) => {
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const item = items[at] ?? 0;
      if (passes(item)) items[kept++] = item;
    }
    return kept;
  };
}

/** Keeps the items of a company, by its key. */
function ofCompany(key: string, { company }: Columns): ItemFilter {
  const number = companyNumber(key);
  return keeping((item) => company[item] === number);
}

/** Keeps items whose value is at least a minimum; `NaN`, an unknown value, never is. */
function atLeast(column: Float64Array, least: number): ItemFilter {
  return (items, count) => {
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const item = items[at] ?? 0;
      if ((column[item] ?? Number.NaN) >= least) items[kept++] = item;
    }
    return kept;
  };
}

/** All filters of a query, applied one after the other. Items past their `validUntil` are never kept. */
export function createFilter(query: SearchSubject, tools: FilterTools): ItemFilter {
  const asked = Object.values(filters)
    .map((filter) => filter(query, tools))
    .filter((filterItems) => filterItems !== null);
  const { now, columns } = tools;
  if (query.company !== undefined) asked.unshift(ofCompany(query.company, columns));
  const all = columns.firstClosesAt < now ? [...asked, atLeast(columns.closesAt, now)] : asked;
  return (items, count) => all.reduce((kept, filterItems) => filterItems(items, kept), count);
}
