import { canonicalLocation } from '../../shared/places/canonical-location.js';
import { anySearch, asksRemote, type SearchSubject } from '../../shared/search/query/query.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import type { Columns } from '../match/corpus/columns-type.js';
import { createFilter, filters, type ItemFilter } from '../match/rank/filter/filter.js';
import { createPlaceFilter, type PlaceFilter } from '../match/rank/filter/place-filter.js';

type Field = keyof typeof filters;

/** The fields of a search that filter, those that are compared most quickly first. */
const fields: readonly Field[] = [
  'jobType',
  'remoteFilter',
  'experienceLevel',
  'language',
  'label',
  'excludeCompanies',
  'dateSincePosted',
  'salary',
  'location',
];

type Known = { field: Field; subject: SearchSubject; place: PlaceFilter | null };

/** Makes the bits of the items that pass a filter; each filter is applied once, when it is first asked for. */
export type FilterMasks = {
  /** The items that pass a filter. */
  of(filter: number): number;
  /** The items that have not closed. */
  open: number;
};

/** The different filters of all watches, numbered from 0. */
export type FilterTable = {
  /** The filters of a search. */
  numbersOf(subject: SearchSubject): number[];
  /** The masks of a corpus of at most `mostItems` items; `now`: epoch milliseconds. */
  masksOf(columns: Columns, now: number): FilterMasks;
};

/** Creates an empty table. */
export function createFilterTable(gazetteer: Gazetteer): FilterTable {
  const numbers = new Map<string, number>();
  const known: Known[] = [];
  const numberOf = (name: string, filter: () => Known): number => {
    const number = numbers.get(name) ?? known.push(filter()) - 1;
    numbers.set(name, number);
    return number;
  };
  return {
    numbersOf: (subject) =>
      fields.flatMap((field) => {
        if (field !== 'location')
          return subject[field] === ''
            ? []
            : [numberOf(`${field} ${subject[field]}`, () => ({ field, subject, place: null }))];
        const canonical = canonicalLocation(subject.location);
        if (canonical === '') return [];
        // Remote work is open to more places when it is asked for.
        const name = `location ${asksRemote(subject)} ${canonical}`;
        return [numberOf(name, () => ({ field, subject, place: createPlaceFilter(subject.location, gazetteer) }))];
      }),
    masksOf(columns, now) {
      const all = Int32Array.from({ length: columns.size }, (_, item) => item);
      const maskOf = (filterItems: ItemFilter | null): number => {
        const items = all.slice();
        const kept = filterItems === null ? items.length : filterItems(items, items.length);
        return items.subarray(0, kept).reduce((mask, item) => mask | (1 << item), 0);
      };
      const made = new Map<number, number>();
      return {
        open: maskOf(createFilter(anySearch, { now, place: null, columns })),
        of(number) {
          const before = made.get(number);
          if (before !== undefined) return before;
          const filter = known[number];
          if (filter === undefined) throw new Error(`There is no filter ${number}.`);
          const { field, subject, place } = filter;
          const mask = maskOf(filters[field](subject, { now, place, columns }));
          made.set(number, mask);
          return mask;
        },
      };
    },
  };
}
