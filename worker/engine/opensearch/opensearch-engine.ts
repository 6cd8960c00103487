import { type KeywordNode, termOf } from '../../../shared/keyword/keyword-node.js';
import type { SearchSubject } from '../../../shared/search/query/query.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { addressKey } from '../../match/dedupe/job-fingerprint.js';
import type { CorrectedKeyword } from '../../match/keyword/correct-keyword.js';
import { interpretKeyword } from '../../match/keyword/interpret-keyword.js';
import { countingFacets } from '../../match/rank/facets/count-facets.js';
import { findCopies } from '../../match/rank/find-copies.js';
import { locating } from '../../match/rank/locate-postings.js';
import { broadenable } from '../../match/rank/near-titles.js';
import { type CorpusMatches as Searched, searching } from '../../match/rank/search-corpus.js';
import { runCooperatively, runInStretches } from '../../process/cooperative.js';
import type { Engine, Lacking, Question } from '../engine.js';
import type { HeldRefs } from '../held-refs.js';
import { createListRows } from '../list-rows.js';
import { createSearchHeld, type SearchedHeld } from '../search-held.js';
import type { SearchCluster } from './cluster.js';
import { filterQueries } from './filter-query.js';
import { type ClusterQuery, findDocuments, mustMeetAll } from './find-documents.js';
import { type Gathered, gatherCorpus, type Wanted } from './gather-corpus.js';
import type { IndexNames } from './index-schema.js';
import type { IndexedCollections } from './indexed-collections.js';
import { keywordQuery, nearTitleQuery } from './keyword-query.js';
import type { PostingCache } from './posting-cache.js';
import { keyText } from './posting-document.js';
import { correctRemotely } from './remote-vocabulary.js';

export type OpenSearchEngineOptions = {
  cluster: SearchCluster;
  names: IndexNames;
  cache: PostingCache;
  indexed: IndexedCollections;
  held: HeldRefs;
  gazetteer: Gazetteer;
};

/** Candidates for near titles: more than are compared of all postings (worker/match/rank/near-titles.ts), for their ties. */
const nearCandidates = 5000;

/** A question as the cluster is asked it: what its postings have in common, its keyword as it is read, and its filters. */
type Asked = {
  held: SearchedHeld<{ keys: string[] }>;
  within: ClusterQuery;
  query: SearchSubject;
  reading: CorrectedKeyword;
  filters: ClusterQuery[];
};

/**
 * Answers questions from the postings of an OpenSearch cluster: it finds those that may meet a question, and worker/match decides
 * among them what meets it, in which order and why, as it does for every engine.
 */
export function createOpenSearchEngine({
  cluster,
  names,
  cache,
  indexed,
  held,
  gazetteer,
}: OpenSearchEngineOptions): Omit<Engine, 'index' | 'follow' | 'held' | 'close' | 'prepare'> {
  const searchHeld = createSearchHeld({ hold: indexed.hold, held });
  const gather = (wanted: readonly Wanted[]): Promise<Gathered> => gatherCorpus({ cluster, names, cache }, wanted);

  const ask = async ({ search: { subject: query, root }, now, collections }: Question): Promise<Asked> => {
    const its = await searchHeld(collections);
    const within: ClusterQuery = { terms: { collection: its.keys } };
    const reading = await correctRemotely(root, { cluster, names, cache, within });
    return { held: its, within, query, reading, filters: filterQueries(query, now.getTime()) };
  };
  const exactly = ({ within, reading, filters }: Asked): Wanted => ({
    query: mustMeetAll([within, ...filters, keywordQuery(interpretKeyword(reading.root))]),
  });
  /** Near matches, whatever filters they pass where these are left out. */
  const nearly = ({ within, reading }: Asked, filters: readonly ClusterQuery[]): Wanted[] => {
    const words = broadenable(reading.root);
    if (words === null) return [];
    // Only the score of the words counts.
    const query = { bool: { filter: [within, ...filters], must: [nearTitleQuery(words)] } };
    return [{ query, most: nearCandidates }];
  };
  const search = async (question: Question): Promise<{ found: Searched; lacking: Lacking; held: Asked['held'] }> => {
    const asked = await ask(question);
    const { reading } = asked;
    const run = async (wanted: readonly Wanted[]) => {
      const { corpus, silent, parts } = await gather(wanted);
      const found = await runInStretches(searching(corpus, question.search, { now: question.now, gazetteer, reading }));
      return { found, lacking: { ...asked.held.lacking, silent, parts }, held: asked.held };
    };
    const result = await run([exactly(asked), ...nearly(asked, asked.filters)]);
    // What would find something is counted among what passes fewer filters.
    return result.found.total > 0 ? result : run(offering(asked));
  };
  const offering = (asked: Asked): Wanted[] => {
    const { within, reading, filters, query } = asked;
    const passing = query.keyword === '' || isKeywordAlone(query) ? [] : [{ query: mustMeetAll([within, ...filters]) }];
    const words = wordsApart(reading.root).map((word) => ({
      query: mustMeetAll([within, ...filters, keywordQuery(interpretKeyword(termOf([word], { isExact: true })))]),
    }));
    return [{ ...exactly({ ...asked, filters: [] }) }, ...nearly(asked, []), ...passing, ...words];
  };
  const rows = createListRows({
    async exactly(question) {
      const asked = await ask(question);
      const { corpus, silent, parts } = await gather([exactly(asked)]);
      return { corpus, reading: asked.reading, lacking: { ...asked.held.lacking, silent, parts } };
    },
    gazetteer,
  });
  const { withIndexes } = indexed;
  return {
    search: (question, { depth, records }) =>
      withIndexes(async () => {
        const { found, lacking, held: its } = await search(question);
        const { total, exact, bySource, notices, offers, place } = found;
        const list = await runInStretches(found.listing(depth, records));
        return { total, exact, bySource, notices, offers, place, ...list, ...lacking, searched: its.searched };
      }),
    facets: (question) =>
      withIndexes(async () => {
        const asked = await ask(question);
        const { corpus, silent, parts } = await gather([exactly({ ...asked, filters: [] })]);
        const { now } = question;
        const counting = countingFacets(corpus, question.search, { now, gazetteer, reading: asked.reading });
        return { ...(await runInStretches(counting)), ...asked.held.lacking, silent, parts };
      }),
    records: (question, list) =>
      withIndexes(async () => {
        const { found, lacking } = await search(question);
        return { records: found.named(list), ...lacking };
      }),
    rows: (question, range) => withIndexes(() => rows(question, range)),
    copies: (collections, posting) =>
      withIndexes(async () => {
        const { keys, lacking } = await searchHeld(collections);
        const within: ClusterQuery = { terms: { collection: keys } };
        const named = mustMeetAll([within, { term: { posting: posting.id } }, { term: { source: posting.source } }]);
        const { documents } = await findDocuments({ cluster, names, query: named });
        const openings = [...new Set(documents.map(({ opening }) => opening))];
        const { corpus, silent, parts } = await gather([
          { query: mustMeetAll([within, { terms: { opening: openings } }]) },
        ]);
        return { ...(await runCooperatively(findCopies(corpus, posting))), ...lacking, silent, parts };
      }),
    located: (collections, addresses) =>
      withIndexes(async () => {
        const { keys, lacking } = await searchHeld(collections);
        const wanted = { terms: { keys: addresses.map(addressKey).map(keyText) } };
        const query = mustMeetAll([{ terms: { collection: keys } }, wanted]);
        const { corpus, silent, parts } = await gather([{ query }]);
        const ids = await runCooperatively(locating(corpus.collections, addresses));
        return { ids, ...lacking, silent, parts };
      }),
    corrected: (question) =>
      withIndexes(async () => {
        const { reading } = await ask(question);
        return reading.notices.length === 0 ? null : reading.root;
      }),
  };
}

const isKeywordAlone = ({ keyword: _keyword, sortBy: _sortBy, ...filters }: SearchSubject): boolean =>
  Object.values(filters).every((value) => value === '');

/** The words of a keyword that are tried alone (worker/match/rank/empty-answer.ts). */
function wordsApart(root: KeywordNode | null): string[] {
  if (broadenable(root) === null || root === null) return [];
  const terms = root.kind === 'and' ? root.of : [root];
  const words = terms.flatMap((term) => (term.kind === 'term' ? term.words : []));
  return words.length < 2 ? [] : words;
}
