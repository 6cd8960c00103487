import type { KeywordNode } from '../../shared/keyword/keyword-node.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import type { AnalyzedSearch } from '../match/keyword/analyze-search.js';
import { boardKey, collectionKey, isWholeBoard } from '../sources/collection-key.js';
import type { Narrow, NarrowField, Source } from '../sources/source.js';
import { maxAlternatives, narrowKeyword } from './narrow-keyword.js';
import { narrowLocation } from './narrow-location.js';

export { collectionKey } from '../sources/collection-key.js';

/** One collection that a search needs. A source that narrows may have several. */
export type PlannedSource = { source: Source; narrow: Narrow; key: string };

/** The texts that sources can be narrowed to, one per alternative; `null` = not by this field. */
type Narrowing = Record<NarrowField, string[] | null>;

/**
 * The collections that a search needs. A collection is keyed by the source's own settings and just the fields that the source
 * applies itself, so a whole board is collected once for all queries. A source that narrows gets plain words and canonical
 * places as the search understands them, one collection per alternative. `corrected` is the keyword with corrected spelling,
 * where that is known.
 */
export function planCollections(
  sources: readonly Source[],
  { subject, root }: AnalyzedSearch,
  { gazetteer, corrected }: { gazetteer: Gazetteer; corrected?: KeywordNode | null },
): PlannedSource[] {
  const keyword = narrowKeyword(corrected === undefined ? root : corrected, subject.keyword);
  const narrowing: Narrowing = { keyword, location: narrowLocation(subject, gazetteer) };
  return sources.flatMap((source) => (isWholeBoard(source) ? wholeBoard(source) : narrowed(source, narrowing)));
}

const wholeBoard = (source: Source): PlannedSource => ({ source, narrow: {}, key: boardKey(source) });

const narrowed = (source: Source, narrowing: Narrowing): PlannedSource[] =>
  narrowsFor(source.kind.narrows(source.settings), narrowing).map((narrow) => ({
    source,
    narrow,
    key: collectionKey(source, narrow),
  }));

/** The narrowings of one source; by the keyword alone where the combinations of both fields are too many. */
function narrowsFor(fields: readonly NarrowField[], narrowing: Narrowing): Narrow[] {
  const of = (field: NarrowField): string[] => (fields.includes(field) ? (narrowing[field] ?? ['']) : ['']);
  const keywords = capped(of('keyword'));
  const all = capped(of('location'));
  const locations = keywords.length * all.length > maxAlternatives ? [''] : all;
  return keywords.flatMap((keyword) =>
    locations.map((location): Narrow => {
      const narrow: Narrow = {};
      for (const field of fields) narrow[field] = field === 'keyword' ? keyword : location;
      return narrow;
    }),
  );
}

const capped = (alternatives: string[]): string[] => (alternatives.length > maxAlternatives ? [''] : alternatives);
