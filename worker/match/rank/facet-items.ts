import type { KeywordNode } from '../../../shared/keyword/keyword-node.js';
import type { SearchSubject } from '../../../shared/search/query.js';
import type { Task } from '../../process/cooperative.js';
import type { Corpus } from '../corpus/corpus.js';
import type { Keyword } from '../keyword/interpret-keyword.js';
import { createFilter, type FilterTools, filters, type ItemFilter } from './filter.js';
import { findingExact } from './find-hits.js';
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

/** Items of which the first `exact` are exact matches, those behind near ones. */
export type Kept = { items: Int32Array; exact: number };

/**
 * All items that meet the keyword of a search, whatever its filters. `missed[item]`: the filters that the item does not pass,
 * which are among the `asked` ones. `known`: the items that pass some of these, by their bits.
 */
export type FacetItems = Kept & { missed: Uint8Array; asked: number; known: Map<number, Kept> };

type Read = { keyword: Keyword; root: KeywordNode | null };

/** Finds the items of a search without its filters, and which filters each of them misses; in steps. */
export function* findingFacetItems(
  corpus: Corpus,
  query: SearchSubject,
  { keyword, root, ...tools }: Read & FilterTools,
): Task<FacetItems> {
  const stillOpen = createFilter(withoutFilters(query), { ...tools, place: null });
  const { items: exact, hits } = yield* findingExact(corpus, keyword, stillOpen);
  const words = hits === null ? null : broadenable(root);
  const near = words === null ? [] : similarTitles(corpus, { words, exact, filterItems: stillOpen });
  yield;
  const items = new Int32Array(exact.length + near.length);
  items.set(exact);
  for (const [at, { item }] of near.entries()) items[exact.length + at] = item;
  return { items, exact: exact.length, ...findMissed(items, query, tools), known: new Map() };
}

/** The same search without any filter. */
export const withoutFilters = (query: SearchSubject): SearchSubject => ({
  ...query,
  ...{ location: '', dateSincePosted: '', salary: '', jobType: '', remoteFilter: '', experienceLevel: '' },
});

function findMissed(items: Int32Array, query: SearchSubject, tools: FilterTools): Pick<FacetItems, 'missed' | 'asked'> {
  const missed = new Uint8Array(tools.columns.size);
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

/** The items that pass every filter of a search but one, in their order; `remote`: whether the search asks for remote work. */
export function keptAllBut(
  found: FacetItems,
  field: Exclude<keyof typeof filterBits, 'locationOfRemote'> | null,
  { remote }: { remote: boolean },
): Kept {
  const location = remote ? filterBits.locationOfRemote : filterBits.location;
  const but = field === null ? 0 : field === 'location' ? allLocations : filterBits[field];
  const needed = ((found.asked & ~allLocations) | (found.asked & location)) & ~but;
  const kept =
    found.known.get(needed) ??
    (needed === 0 ? found : keep(found, (item) => ((found.missed[item] ?? 0) & needed) === 0));
  found.known.set(needed, kept);
  return kept;
}

/** The items that pass a test, in their order. */
export function keep({ items, exact }: Kept, passes: (item: number) => boolean): Kept {
  const kept = new Int32Array(items.length);
  let count = 0;
  let keptExact = 0;
  for (let at = 0; at < items.length; at++) {
    const item = items[at] ?? 0;
    if (!passes(item)) continue;
    kept[count++] = item;
    if (at < exact) keptExact++;
  }
  return { items: kept.subarray(0, count), exact: keptExact };
}
