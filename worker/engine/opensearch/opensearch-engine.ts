import { addressKey } from '../../match/dedupe/job-fingerprint.js';
import { findCopies } from '../../match/rank/find-copies.js';
import { locating } from '../../match/rank/locate-postings.js';
import { runCooperatively, runInStretches } from '../../process/cooperative.js';
import type { Engine, Question } from '../engine.js';
import type { HeldRefs } from '../held-refs.js';
import { createListRows } from '../list-rows.js';
import { createSearchHeld } from '../search-held.js';
import { type AskedQuestion, type AskOptions, askQuestion, readScope } from './ask-question.js';
import { type ClusterQuery, mustMeetAll } from './cluster-query.js';
import { countHeldFacets } from './facets/held-facets.js';
import { emptyGathering, type Gathering, gatherAll, untilUnchanged } from './gather-corpus.js';
import { keyText } from './posting-document.js';
import { searchOpenings } from './search-openings.js';
import type { IndexedCollections } from './write/indexed-collections.js';

export type OpenSearchEngineOptions = AskOptions & { indexed: IndexedCollections; held: HeldRefs };

/**
 * Answers questions from the postings of an OpenSearch cluster: it counts and lists those of which it is sure that they meet a
 * question, and worker/match decides about all others, in which order they are and why, as it does for every engine.
 */
export function createOpenSearchEngine({
  indexed,
  held,
  ...options
}: OpenSearchEngineOptions): Omit<Engine, 'index' | 'follow' | 'held' | 'close' | 'prepare'> {
  const { gazetteer } = options;
  const searchHeld = createSearchHeld({ hold: indexed.hold, held });
  /** Runs a step that reads the index, again when its postings change meanwhile. */
  const reading = <Result>(step: () => Promise<Result>): Promise<Result> =>
    indexed.withIndexes(() => untilUnchanged(step));
  const ask = async (question: Question): Promise<AskedQuestion> =>
    askQuestion(options, question, await searchHeld(question.collections));
  const gatherOf = async (asked: Pick<AskedQuestion, 'held'>, query: ClusterQuery): Promise<Gathering> => {
    const gathering = emptyGathering();
    await gatherAll({ ...options, held: asked.held }, gathering, [query]);
    return gathering;
  };
  const rows = createListRows({
    async exactly(question) {
      const asked = await ask(question);
      const { corpus, silent, parts } = await gatherOf(asked, asked.queries.all);
      const { lacking, readAt } = asked.held;
      return { corpus, reading: asked.reading, readAt, lacking: { ...lacking, silent, parts } };
    },
    gazetteer,
  });
  return {
    search: (question, { depth, records }) =>
      reading(async () => {
        const asked = await ask(question);
        const { found, lacking, ...counts } = await searchOpenings(options, asked, { question, depth });
        const { notices, place } = found;
        const list = await runInStretches(found.listing(depth, records));
        return { ...counts, notices, place, ...list, ...lacking, searched: asked.held.searched };
      }),
    facets: (question) =>
      reading(async () => {
        const asked = await ask(question);
        return countHeldFacets(options, asked, question);
      }),
    records: (question, list) =>
      reading(async () => {
        const listed = list.map(({ id }) => id);
        const { found, lacking } = await searchOpenings(options, await ask(question), { question, depth: 1, listed });
        return { records: found.named(list), ...lacking };
      }),
    rows: (question, range) => reading(() => rows(question, range)),
    copies: (collections, { now, ...posting }) =>
      reading(async () => {
        const searched = await searchHeld(collections);
        const { within } = await readScope(options, searched);
        const named = mustMeetAll([within, { term: { posting: posting.id } }, { term: { source: posting.source } }]);
        const { corpus, silent, parts } = await gatherOf({ held: searched }, named);
        const at = { now: now.getTime(), readAt: searched.readAt };
        return { ...(await runCooperatively(findCopies(corpus, posting, at))), ...searched.lacking, silent, parts };
      }),
    located: (collections, addresses) =>
      reading(async () => {
        const searched = await searchHeld(collections);
        const wanted = { terms: { keys: addresses.map(addressKey).map(keyText) } };
        const { within } = await readScope(options, searched);
        const query = mustMeetAll([within, wanted]);
        const { corpus, silent, parts } = await gatherOf({ held: searched }, query);
        const ids = await runCooperatively(locating(corpus.collections, addresses));
        return { ids, ...searched.lacking, silent, parts };
      }),
    corrected: (question) =>
      indexed.withIndexes(async () => {
        const { reading: corrected } = await ask(question);
        return corrected.notices.length === 0 ? null : corrected.root;
      }),
  };
}
