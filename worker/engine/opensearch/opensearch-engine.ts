/** The engine whose openings are in an OpenSearch cluster. */
import { openCluster } from '../../../shared/cluster/cluster.js';
import { bucketCount } from '../../../shared/export/export-chunk.js';
import { addressKey } from '../../match/dedupe/job-fingerprint.js';
import { knownPart } from '../../match/keyword/correct-keyword.js';
import { findCopies, locating } from '../../match/rank/opening-records.js';
import { bandFloor, bands } from '../../match/rank/score/scores.js';
import { searchAnalyzed } from '../../match/rank/search-corpus.js';
import { runCooperatively } from '../../process/cooperative.js';
import type { Engine, EngineOptions, Question } from '../engine.js';
import { createHeldBoards, createHeldRefs, createSearchHeld } from '../held-collections.js';
import { exportRows } from '../list-rows.js';
import { namesOf } from './index-schema.js';
import { countIndexedFacets } from './indexed-facets.js';
import { createIndexKeeper } from './keep-indexed.js';
import { allMet, type ClusterQuery } from './keyword-query.js';
import { keyText } from './opening-document.js';
import { corpusOf, countOpenings, findOpenings } from './openings.js';
import { type AskedQuestion, askQuestion, searchOpenings } from './search-openings.js';
import { createOpenedPostings } from './stored-posting.js';
import { readByIndex } from './vocabulary.js';

/** Opens the engine; sends nothing to the cluster before the first question. */
export function openOpenSearch(options: EngineOptions): Engine {
  const { config, redis, chunks, logger, now, collections, boardStates, sources, gazetteer } = options;
  const cluster = openCluster(config);
  const names = namesOf(config.OPENSEARCH_PREFIX);
  const limitBytes = config.WORKER_MEMORY_MB * 2 ** 20;
  const opened = createOpenedPostings(limitBytes);
  const index = { cluster, names, opened, gazetteer };
  const boards = createHeldBoards({ sources, boardStates, now });
  const indexed = createIndexKeeper({
    ...index,
    redis,
    chunks,
    boards,
    collections,
    logger,
    now,
    shards: config.OPENSEARCH_SHARDS,
  });
  const searchHeld = createSearchHeld({ hold: indexed.hold, held: createHeldRefs({ boards, boardStates, now }) });
  const ask = async (question: Question): Promise<AskedQuestion> =>
    askQuestion(index, question, await searchHeld(question.collections));
  /** Answers a question; retries if the indexes were removed meanwhile. */
  const asking = <Answer>(question: Question, answer: (asked: AskedQuestion) => Promise<Answer>): Promise<Answer> =>
    indexed.withIndexes(async () => answer(await ask(question)));
  /** All openings of some collections that match a query, and what could not be searched. */
  const gather = (keys: readonly string[], query: ClusterQuery) =>
    indexed.withIndexes(async () => {
      const held = await searchHeld(keys);
      const { openings, silent, parts } = await findOpenings(index, { query: allMet([held.within, query]) });
      return { corpus: await corpusOf(openings), held, lacking: { ...held.lacking, silent, parts } };
    });
  return {
    search: (question, size) =>
      asking(question, async (asked) => {
        return { ...(await searchOpenings(index, asked, { question, ...size })), searched: asked.held.searched };
      }),
    facets: (question) => asking(question, (asked) => countIndexedFacets(index, asked, question)),
    records: (question, list) =>
      asking(question, async ({ held, reading, within }) => {
        const query = allMet([within, { terms: { id: list.map(({ id }) => id) } }]);
        const { openings, silent, parts } = await findOpenings(index, { query });
        // Without exact matches, the known words are those of the index, not those of the listed openings.
        const found = new Set(openings.map(({ id }) => id));
        const isNear = list.every(({ id, score }) => !found.has(id) || bandFloor(score) === bands.near.from);
        const known = isNear ? await readByIndex(index, (words) => knownPart(reading.root, words)) : null;
        const search = { now: question.now, gazetteer, reading, known, readAt: held.readAt };
        const searched = searchAnalyzed(await corpusOf(openings), question.search, search);
        return { records: searched.named(list), ...held.lacking, silent, parts };
      }),
    rows: (question, { from, to }) =>
      asking(question, async ({ held, reading, matching }) => {
        const range = { range: { bucket: { gte: from, lt: to } } };
        const query = from === 0 && to === bucketCount ? matching : allMet([matching, range]);
        const [{ total, silent, parts }, { openings }] = await Promise.all([
          countOpenings(index, matching),
          findOpenings(index, { query }),
        ]);
        const corpus = await corpusOf(openings);
        const search = { now: question.now, gazetteer, reading, withoutNear: true };
        const { items } = searchAnalyzed(corpus, question.search, search);
        const at = { now: question.now.getTime(), readAt: held.readAt };
        return { rows: await runCooperatively(exportRows(corpus, items, at)), total, ...held.lacking, silent, parts };
      }),
    async copies(keys, { now, ...posting }) {
      const { corpus, held, lacking } = await gather(keys, { term: { ids: posting.id } });
      return { ...findCopies(corpus, posting, { now: now.getTime(), readAt: held.readAt }), ...lacking };
    },
    async located(keys, addresses) {
      const { corpus, lacking } = await gather(keys, { terms: { keys: addresses.map(addressKey).map(keyText) } });
      return { ids: await runCooperatively(locating(corpus.collections, addresses)), ...lacking };
    },
    corrected: (question) =>
      asking(question, async ({ reading: { root, notices } }) => (notices.length === 0 ? null : root)),
    prepare: async () => undefined,
    follow: indexed.follow,
    held() {
      const { size: postings, calculatedSize: memoryBytes } = opened;
      return { postings, memoryBytes, limitBytes, diskBytes: 0, droppedBytes: 0 };
    },
    close: () => cluster.close(),
  };
}
