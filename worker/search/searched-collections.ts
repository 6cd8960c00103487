import { anySearch } from '../../shared/search/query/query.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { type AnalyzedSearch, analyzeSearch } from '../match/keyword/analyze-search.js';
import { isWholeBoard } from '../sources/collection-key.js';
import { isNarrowed, type Source } from '../sources/source.js';
import { planCollections } from './plan-collections.js';

/** Finds which collections a search is about; `sources` are the current ones. */
export type PlanContext = { sources: () => readonly Source[]; gazetteer: Gazetteer };

/** The keys of what sources that are searched may have given for a search: an engine knows the whole boards alone. */
export const collectionsFor = ({ sources, gazetteer }: PlanContext, search: AnalyzedSearch): string[] =>
  planCollections(sources().filter(isSearched), search, { gazetteer }).map(({ key }) => key);

/** The same for a search that everything meets. */
export const collectionsForAll = (context: PlanContext): string[] =>
  collectionsFor(context, analyzeSearch(anySearch, context.gazetteer));

/** Those of them that are not narrowed to a query, which no document names. */
export const collectedWhole = ({ sources, gazetteer }: PlanContext, search: AnalyzedSearch): string[] =>
  planCollections(sources().filter(isSearched), search, { gazetteer }).flatMap(({ key, narrow }) =>
    isNarrowed(narrow) ? [] : [key],
  );

const isSearched = (source: Source): boolean => !isWholeBoard(source);
