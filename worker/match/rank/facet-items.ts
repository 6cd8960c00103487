import type { SearchSubject } from '../../../shared/search/query/query.js';
import type { Corpus } from '../corpus/corpus.js';
import type { Keyword } from '../keyword/interpret-keyword.js';
import { createFilter, type FilterTools, filters, type ItemFilter } from './filter/filter.js';
import { findExact } from './score/find-hits.js';

/** One bit per filter. A location is tested twice: it includes other jobs when the search includes remote work. */
const filterBits = {
  dateSincePosted: 1,
  salary: 2,
  jobType: 4,
  remoteFilter: 8,
  experienceLevel: 16,
  location: 32,
  locationOfRemote: 64,
  excludeCompanies: 128,
  language: 256,
  label: 512,
} as const;

const allLocations = filterBits.location | filterBits.locationOfRemote;

/**
 * Items regardless of their filters. `missed[item]`: the filters that the item fails, among the `asked` ones. `known`:
 * the items that pass some of these, by their bits.
 */
export type FacetItems = { items: Int32Array; missed: Uint16Array; asked: number; known: Map<number, Int32Array> };

/** Finds the items that match a search's keyword, and which of its filters each of them fails. */
export function findFacetItems(
  corpus: Corpus,
  query: SearchSubject,
  { keyword, ...tools }: { keyword: Keyword } & FilterTools,
): FacetItems {
  const { items } = findExact(corpus, keyword, createOpenFilter(query, tools));
  return facetItemsOf(items, query, tools);
}

/** Which filters of a search each of some items fails. */
export const facetItemsOf = (items: Int32Array, query: SearchSubject, tools: FilterTools): FacetItems => ({
  items,
  ...findMissed(items, query, tools),
  known: new Map(),
});

/** Keeps open items, regardless of the search's filters. */
export const createOpenFilter = (query: SearchSubject, tools: FilterTools): ItemFilter =>
  createFilter(withoutFilters(query), { ...tools, place: null });

/** The same search without any filter. */
const withoutFilters = (query: SearchSubject): SearchSubject => ({
  ...query,
  location: '',
  dateSincePosted: '',
  salary: '',
  jobType: '',
  remoteFilter: '',
  experienceLevel: '',
  excludeCompanies: '',
  language: '',
  label: '',
});

function findMissed(items: Int32Array, query: SearchSubject, tools: FilterTools): Pick<FacetItems, 'missed' | 'asked'> {
  const missed = new Uint16Array(tools.columns.size);
  let asked = 0;
  const apply = (filterItems: ItemFilter | null, bit: number): void => {
    if (filterItems === null) return;
    asked |= bit;
    const kept = items.slice();
    const count = filterItems(kept, kept.length);
    for (let at = 0; at < items.length; at++) {
      const item = items[at] ?? 0;
      missed[item] = (missed[item] ?? 0) | bit;
    }
    for (let at = 0; at < count; at++) {
      const item = kept[at] ?? 0;
      missed[item] = (missed[item] ?? 0) & ~bit;
    }
  };
  const { location, ...others } = filters;
  for (const [field, filter] of Object.entries(others))
    apply(filter(query, tools), filterBits[field as keyof typeof others]);
  apply(location({ ...query, remoteFilter: '' }, tools), filterBits.location);
  apply(location({ ...query, remoteFilter: 'remote' }, tools), filterBits.locationOfRemote);
  return { missed, asked };
}

/** The items that pass every filter but one, in order; `remote`: the search includes remote work. */
export function keptAllBut(
  found: FacetItems,
  field: Exclude<keyof typeof filterBits, 'locationOfRemote'> | null,
  { remote }: { remote: boolean },
): Int32Array {
  const location = remote ? filterBits.locationOfRemote : filterBits.location;
  const but = field === null ? 0 : field === 'location' ? allLocations : filterBits[field];
  const needed = ((found.asked & ~allLocations) | (found.asked & location)) & ~but;
  const kept =
    found.known.get(needed) ??
    (needed === 0 ? found.items : keep(found.items, (item) => ((found.missed[item] ?? 0) & needed) === 0));
  found.known.set(needed, kept);
  return kept;
}

/** The items that pass a test, in order. */
export function keep(items: Int32Array, passes: (item: number) => boolean): Int32Array {
  const kept = new Int32Array(items.length);
  let count = 0;
  for (let at = 0; at < items.length; at++) {
    const item = items[at] ?? 0;
    if (passes(item)) kept[count++] = item;
  }
  return kept.subarray(0, count);
}
