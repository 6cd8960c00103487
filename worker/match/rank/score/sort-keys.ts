import { readAskedPay } from '../../../../shared/search/query/asked-pay.js';
import type { SearchSubject } from '../../../../shared/search/query/query.js';
import type { Order } from '../../../../shared/words/words.js';
import { kilometresBetween } from '../../../gazetteer/memoize.js';
import type { Columns } from '../../corpus/columns.js';
import { createConvertedPay } from '../filter/filter.js';
import type { PlaceFilter } from '../filter/place-filter.js';

/** Sort keys that precede dates: the highest first, by the first key, then by the next. */
export type SortKeys = readonly ((item: number) => number)[];

/** The order of a search's answer, and its keys; `null` = those of its score or date. */
type Sorting = { order: Order; keys: SortKeys | null; notices: string[] };

/** The currency for comparing pay if none is named; the choice does not change an order. */
const anyCurrency = 'EUR';

/** The currency in which a search compares pay, from its pay field. */
const orderingCurrency = (salary: string): string =>
  (salary === '' ? null : readAskedPay(salary).currency) ?? anyCurrency;

/** How a search is sorted: also by relevance if it requests distances from a place without coordinates. */
export function sortingOf(
  { sortBy, salary }: Pick<SearchSubject, 'sortBy' | 'salary'>,
  { columns, place }: { columns: Columns; place: PlaceFilter | null },
): Sorting {
  if (sortBy === 'salary') return { order: sortBy, keys: payKeys(columns, orderingCurrency(salary)), notices: [] };
  if (sortBy !== 'distance') return { order: sortBy, keys: null, notices: [] };
  const centres = place?.centres ?? [];
  if (centres.length > 0) return { order: sortBy, keys: [distanceKey(columns, centres)], notices: [] };
  // The place is not quoted: searches that spell it differently share an answer.
  const notice = 'The location names no town whose distance is known, so the jobs are sorted by relevance.';
  return { order: 'relevant', keys: null, notices: [notice] };
}

/** The keys of pay in a currency without a rate, and of no pay. */
const unratedPay = -1;
const unknownPay = Number.NEGATIVE_INFINITY;

/**
 * The highest yearly pay, then the lower end of the posting that states it. Pay in a currency without a rate comes
 * after comparable pay, and before none.
 */
function payKeys(columns: Columns, currency: string): SortKeys {
  const payOf = createConvertedPay(columns, currency);
  const keyOf = (pay: number): number => (Number.isNaN(pay) ? unratedPay : pay < 0 ? unknownPay : pay);
  return [(item) => keyOf(payOf(item).to), (item) => keyOf(payOf(item).from)];
}

/** A point on the map; without coordinates it is nowhere. */
type Point = { lat: number | null; lon: number | null };

/** How near the closest of some places is to one of some points: higher = nearer; unknown ones come last. */
function nearnessOf(places: readonly Point[], centres: readonly Point[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const place of places)
    for (const centre of centres) least = Math.min(least, kilometresBetween(place, centre) ?? least);
  return -least;
}

/** How near an item is to one of some points (`nearnessOf`). */
function distanceKey({ locationSet, locationSets, places, placeFrom, placeIds }: Columns, centres: readonly Point[]) {
  // By location set: NaN = not known yet.
  const known = new Float64Array(locationSets.length).fill(Number.NaN);
  const placesOf = (set: number): Point[] => {
    const ids = Array.from(placeIds.subarray(placeFrom[set] ?? 0, placeFrom[set + 1] ?? 0));
    return ids.flatMap((id) => places[id] ?? []);
  };
  return (item: number): number => {
    const set = locationSet[item] ?? 0;
    if (Number.isNaN(known[set])) known[set] = nearnessOf(placesOf(set), centres);
    return known[set] ?? Number.NEGATIVE_INFINITY;
  };
}
