import type { KeywordNode } from '../../../shared/keyword/keyword-node.js';
import type { SearchSubject } from '../../../shared/search/query.js';
import type { Corpus } from '../corpus/corpus.js';
import type { Keyword } from '../keyword/interpret-keyword.js';
import { createFilter, type FilterTools, filters, type ItemFilter } from './filter.js';
import { findExact } from './find-hits.js';
import { broadenable, similarTitles } from './near-titles.js';

/** A bit for each filter. A location is tested twice: it holds other jobs when the search asks for remote work. */
export const filterBits = {
  dateSincePosted: 1,
  salary: 2,
  jobType: 4,
  remoteFilter: 8,
  experienceLevel: 16,
  location: 32,
  locationOfRemote: 64,
} as const;

const allLocations = filterBits.location | filterBits.locationOfRemote;

/**
 * All items that meet the keyword of a search, whatever its filters: the first `exact` of them exactly, those behind as near
 * matches. `missed[item]`: the filters that the item does not pass.
 */
export type FacetItems = { items: Int32Array; exact: number; missed: Uint8Array };

type Read = { keyword: Keyword; root: KeywordNode | null };

/** Finds the items of a search without its filters, and which filters each of them misses. */
export function findFacetItems(
  corpus: Corpus,
  query: SearchSubject,
  { keyword, root, ...tools }: Read & FilterTools,
): FacetItems {
  const stillOpen = createFilter(withoutFilters(query), { ...tools, place: null });
  const { items: exact, hits } = findExact(corpus, keyword, stillOpen);
  const words = hits === null ? null : broadenable(root);
  const near = words === null ? [] : similarTitles(corpus, { words, exact, filterItems: stillOpen });
  const items = new Int32Array(exact.length + near.length);
  items.set(exact);
  for (const [at, { item }] of near.entries()) items[exact.length + at] = item;
  return { items, exact: exact.length, missed: findMissed(items, query, tools) };
}

/** The same search without any filter. */
export const withoutFilters = (query: SearchSubject): SearchSubject => ({
  ...query,
  ...{ location: '', dateSincePosted: '', salary: '', jobType: '', remoteFilter: '', experienceLevel: '' },
});

function findMissed(items: Int32Array, query: SearchSubject, tools: FilterTools): Uint8Array {
  const missed = new Uint8Array(tools.columns.size);
  const apply = (filterItems: ItemFilter | null, bit: number): void => {
    if (filterItems === null) return;
    const kept = items.slice();
    const count = filterItems(kept, kept.length);
    for (const item of items) missed[item] = (missed[item] ?? 0) | bit;
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
  return missed;
}

/** Makes the test whether an item passes every filter of a search but one; `remote`: whether the search asks for remote work. */
export function passesAllBut(
  { missed }: FacetItems,
  field: Exclude<keyof typeof filterBits, 'locationOfRemote'> | null,
  { remote }: { remote: boolean },
): (item: number) => boolean {
  const location = remote ? filterBits.locationOfRemote : filterBits.location;
  const but = field === null ? 0 : field === 'location' ? allLocations : filterBits[field];
  const all = Object.values(filterBits).reduce((sum, bit) => sum | bit, 0);
  const needed = ((all & ~allLocations) | location) & ~but;
  return (item) => ((missed[item] ?? 0) & needed) === 0;
}
