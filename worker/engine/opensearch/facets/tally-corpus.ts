import { asksRemote, type SearchSubject } from '../../../../shared/search/query/query.js';
import type { Gazetteer } from '../../../gazetteer/gazetteer.js';
import type { Corpus } from '../../../match/corpus/corpus.js';
import { withScratch } from '../../../match/corpus/search-scratch.js';
import type { Keyword } from '../../../match/keyword/interpret-keyword.js';
import { findingFacetItems, keptAllBut } from '../../../match/rank/facet-items.js';
import { createPlaceFilter } from '../../../match/rank/filter/place-filter.js';
import { type LocationSet, locationKey } from '../../../match/segment/location-set.js';
import type { PreparedCollection } from '../../../match/segment/prepared-collection.js';
import type { Task } from '../../../process/cooperative.js';
import { namedFactsOf, namedFields } from '../named-facts.js';
import { documentHash } from '../posting-document.js';
import { addCount, emptyTally, type Tally } from './tally.js';

type Options = { query: SearchSubject; keyword: Keyword; now: number; gazetteer: Gazetteer };

/** Items between two yields. */
const batch = 200;

/**
 * Counts the openings of a corpus whose postings are collections each, as the cluster counts its documents. `sets`: the location sets that
 * are counted, by their names.
 */
export const tallyingCorpus = (
  corpus: Corpus,
  options: Options,
): Task<{ tally: Tally; sets: Map<string, LocationSet> }> => withScratch(corpus, (own) => tallying(own, options));

function* tallying(
  corpus: Corpus,
  { query, keyword, now, gazetteer }: Options,
): Task<{ tally: Tally; sets: Map<string, LocationSet> }> {
  const { columns } = corpus;
  const place = createPlaceFilter(query.location, gazetteer);
  const found = yield* findingFacetItems(corpus, query, { keyword, now, place, columns });
  const remote = asksRemote(query);
  const tally = emptyTally();
  const postingsOf = createPostingsOf(corpus);
  for (const [at, item] of keptAllBut(found, null, { remote }).entries()) {
    if (at % batch === batch - 1) yield;
    const facts = namedFactsOf(postingsOf(item));
    for (const field of namedFields) for (const value of facts[field]) addCount(tally[field], value);
  }
  const sets = new Map<string, LocationSet>();
  for (const item of keptAllBut(found, 'location', { remote })) {
    const set = columns.locationSets[columns.locationSet[item] ?? 0];
    if (set === undefined) throw new Error(`Item ${item} has no location set.`);
    const name = documentHash(locationKey(set));
    sets.set(name, set);
    addCount(tally.sets, name);
  }
  return { tally, sets };
}

/** The postings of an item, the one that is shown first. */
function createPostingsOf({ collections, columns, groups }: Corpus): (item: number) => PreparedCollection[] {
  const byIndex = new Map(collections.map((each) => [each.index, each]));
  return (item) => {
    const shown = collections[columns.collection[item] ?? -1];
    if (shown === undefined) throw new Error(`Item ${item} is in no collection.`);
    const others = (groups.get(item) ?? []).flatMap(({ index }) => byIndex.get(index) ?? []);
    return [shown, ...others.filter((each) => each !== shown)];
  };
}
