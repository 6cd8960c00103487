import { shorterSearches, type WayOut, waysOut } from '../results/notice-actions.js';
import type { Answer, Query } from './answer.js';
import type { FacetLoader } from './facets.js';
import { createMeantPlaces, type MeantPlace } from './meant-places.js';

/** Other searches that an answer offers, with what each would find. */
export type FurtherSearches = {
  /** The places that the location of a search may mean. */
  meantPlaces(query: Query): readonly MeantPlace[];
  /** What can be left out of a search that finds nothing, what finds most first. */
  waysOut(answer: Pick<Answer, 'query' | 'notices'>): readonly WayOut[];
  /** Counts what an answer offers: each count is a search. */
  load(answer: Answer): void;
  /** Whether counts of facets are shown with an answer: in an empty list, or of the places that may be meant. */
  showsCounts(answer: Answer | null): boolean;
};

/** `left`: the searches that are left, `null` = not known. `onLoad` is called when there is more to offer. */
type OfferOptions = { left(): number | null; onLoad(): void };

export function createOffers(facets: FacetLoader, { left, onLoad }: OfferOptions): FurtherSearches {
  const places = createMeantPlaces(facets, { left, onLoad });
  return {
    meantPlaces: places.of,
    waysOut: (answer) => waysOut(answer, (query) => facets.of(query)?.total ?? 0),
    showsCounts: (answer) => answer !== null && (answer.page.total === 0 || places.of(answer.query).length > 0),
    load({ query, page }) {
      void places.load(query);
      if (page.total > 0) return;
      for (const { query: other } of shorterSearches(query)) facets.load(other, { left: left(), isComplete: true });
    },
  };
}
