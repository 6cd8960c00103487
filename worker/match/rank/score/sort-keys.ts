import { readAskedPay } from '../../../../shared/search/query/asked-pay.js';
import type { SearchSubject } from '../../../../shared/search/query/query.js';
import type { Order } from '../../../../shared/words/words.js';
import { kilometresBetween } from '../../../gazetteer/kilometres-between.js';
import type { Columns } from '../../corpus/columns-type.js';
import { createConvertedPay } from '../filter/converted-pay.js';
import type { PlaceFilter } from '../filter/place-filter.js';

/** What items are sorted by before their dates: the highest first, by the first key, then by the next. */
export type SortKeys = readonly ((item: number) => number)[];

/** The order that a search is answered in, and its keys; `null` = those of its score or date. */
export type Sorting = { order: Order; keys: SortKeys | null; notices: string[] };

/** The currency that pay is compared in where none is named; which one does not change an order. */
const anyCurrency = 'EUR';

/** How a search is sorted: by relevance, too, where it asks for distances from a place that has none. */
export function sortingOf(
  { sortBy, salary }: Pick<SearchSubject, 'sortBy' | 'salary'>,
  { columns, place }: { columns: Columns; place: PlaceFilter | null },
): Sorting {
  if (sortBy === 'salary') {
    const currency = (salary === '' ? null : readAskedPay(salary).currency) ?? anyCurrency;
    return { order: sortBy, keys: payKeys(columns, currency), notices: [] };
  }
  if (sortBy !== 'distance') return { order: sortBy, keys: null, notices: [] };
  const centres = place?.centres ?? [];
  if (centres.length > 0) return { order: sortBy, keys: [distanceKey(columns, centres)], notices: [] };
  // The place is not quoted: searches that spell it differently share an answer.
  const notice = 'The location names no town whose distance is known, so the jobs are sorted by relevance.';
  return { order: 'relevant', keys: null, notices: [notice] };
}

/**
 * The highest yearly pay, then the lower end of the posting that states it. Pay in a currency without a rate comes after that which
 * can be compared, and before none.
 */
function payKeys(columns: Columns, currency: string): SortKeys {
  const payOf = createConvertedPay(columns, currency);
  const keyOf = (pay: number): number => (Number.isNaN(pay) ? -1 : pay < 0 ? Number.NEGATIVE_INFINITY : pay);
  return [(item) => keyOf(payOf(item).to), (item) => keyOf(payOf(item).from)];
}

type Point = { lat: number | null; lon: number | null };

/** How near an item is to one of some points, by the nearest of its places; those without coordinates are last. */
function distanceKey({ locationSet, locationSets, places, placeFrom, placeIds }: Columns, centres: readonly Point[]) {
  // By location set: NaN = not known yet.
  const known = new Float64Array(locationSets.length).fill(Number.NaN);
  const nearest = (set: number): number => {
    let least = Number.POSITIVE_INFINITY;
    for (let at = placeFrom[set] ?? 0; at < (placeFrom[set + 1] ?? 0); at++) {
      const place = places[placeIds[at] ?? 0];
      if (place === undefined) continue;
      for (const centre of centres) least = Math.min(least, kilometresBetween(place, centre) ?? least);
    }
    return least;
  };
  return (item: number): number => {
    const set = locationSet[item] ?? 0;
    if (Number.isNaN(known[set])) known[set] = nearest(set);
    return -(known[set] ?? Number.POSITIVE_INFINITY);
  };
}
