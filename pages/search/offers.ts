import { shorterSearches, type WayOut, waysOut } from '../results/notice-actions.js';
import type { Answer } from './answer.js';
import type { FacetLoader } from './facets.js';

/** Other searches that an answer offers, with what each would find. */
export type FurtherSearches = {
  /** What can be left out of a search that finds nothing, what finds most first. */
  waysOut(answer: Pick<Answer, 'query' | 'notices'>): readonly WayOut[];
  /** Counts what an answer offers: each count is a search. */
  load(answer: Answer): void;
};

/** `left`: the searches that are left, `null` = not known. */
export function createOffers(facets: FacetLoader, { left }: { left(): number | null }): FurtherSearches {
  return {
    waysOut: (answer) => waysOut(answer, (query) => facets.of(query)?.total ?? 0),
    load({ query, page }) {
      if (page.total > 0) return;
      for (const { query: other } of shorterSearches(query)) facets.load(other, { left: left(), isComplete: true });
    },
  };
}
