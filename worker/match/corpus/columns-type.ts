import type { ItemSources } from './item-sources.js';
import type { LocationTable } from './location-table.js';

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
    /** All items in the order of a search without keyword: by date, then items on several boards first, then by id and URL. */
    newestFirst: Uint32Array;
    /** For filtering: the newest date that any of an item's postings states; epoch milliseconds, `NaN` when unknown. */
    latestAt: Float64Array;
    /** Epoch milliseconds of its `validUntil`; infinity when it has none. */
    closesAt: Float64Array;
    /** The yearly pay of the posting that states the highest, from `payFrom` to `yearlyPay`, in its currency; -1 when unknown. */
    payFrom: Float64Array;
    yearlyPay: Float64Array;
    /** The number of the currency of that pay (`currencyNumber`); 0 when unknown. */
    payCurrency: Uint8Array;
    /** The few items whose postings state different pay: a row for each pay besides the highest, ascending by item. */
    otherPayItem: Uint32Array;
    otherPayFrom: Float64Array;
    otherPayTo: Float64Array;
    otherPayCurrency: Uint8Array;
    /** The words that any of its postings states, one bit for each (`wordBit`); 0 = none does. */
    workplace: Uint8Array;
    jobType: Uint8Array;
    level: Uint8Array;
    /** The number of the company of the posting shown (`companyNumber`). */
    company: Float64Array;
    /** The number of the language of its text (`languageNumber`). */
    language: Uint8Array;
    /** When any of its boards first listed it, in epoch seconds; and what else decides its label (`sightingByte`). */
    firstSeen: Uint32Array;
    sightings: Uint8Array;
    /** The number of its location set in `locationSets`. */
    locationSet: Uint32Array;
  };

/** The date of an item for sorting: 0, the oldest, when it is unknown. */
export const dateOf = ({ postedAt }: Pick<Columns, 'postedAt'>, item: number): number => postedAt[item] || 0;
