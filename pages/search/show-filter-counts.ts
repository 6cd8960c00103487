import { byId } from '../lib/dom.js';
import { render } from '../lib/morph.js';
import type { Query } from './answer.js';
import type { FacetLoader, ShownFacets } from './facets.js';
import type { FilterSheet } from './filter-sheet.js';
import type { Form } from './form.js';
import { filterNames } from './query.js';
import { labelOptions, showFacets } from './show-facets.js';

type Tools = { form: Form; sheet: FilterSheet; facets: FacetLoader; search(query: Query): void };

/** The search in the address and its counts; `null` = there is none, or they are not known. */
type Current = { query: Query | null; known: ShownFacets | null };

/**
 * Shows the counts of the filters as they are chosen, and while these are loading those of the search in the address; nothing
 * while they are not known.
 */
export function showFilterCounts({ form, sheet, facets, search }: Tools, { query, known }: Current): void {
  const chosen = form.read();
  const counts = query === null ? null : facets.of(chosen);
  const isLoading = query !== null && facets.isLoading(chosen);
  const isFormer = query !== null && hasOtherFilters(chosen, query);
  const shown = counts ?? (isLoading || !isFormer ? known : null);
  byId('filters', HTMLElement).setAttribute('aria-busy', String(isLoading));
  labelOptions(form, shown);
  sheet.showTotal(counts?.total ?? null);
  // As the service understands it: a place is chosen instead of "Berlin, remote", and the work stays remote.
  const isSame = query !== null && !isFormer && hasSameWords(chosen, query);
  const understood = counts?.query ?? (isSame ? known?.query : null) ?? chosen;
  render(byId('facets', HTMLElement), query === null ? [] : showFacets(shown, { query: understood, search }));
}

/** Whether two searches have the same keyword and location: half a word is not asked of boards that search by themselves. */
export const hasSameWords = (one: Query, other: Query): boolean =>
  one.keyword === other.keyword && one.location === other.location;

const hasOtherFilters = (one: Query, other: Query): boolean =>
  filterNames.slice(2).some((name) => one[name] !== other[name]);

/** Calls `turn` when somebody turns to the filters, with whatever device. */
export function onTurnToFilters(turn: () => void): void {
  for (const event of ['focusin', 'pointerover', 'keydown'])
    byId('filters', HTMLElement).addEventListener(event, () => turn());
  byId('open-filters', HTMLButtonElement).addEventListener('click', () => turn());
}
