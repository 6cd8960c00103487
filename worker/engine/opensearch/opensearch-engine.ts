/** The engine whose openings lie in an OpenSearch cluster. */
import { openCluster } from '../../../shared/cluster/cluster.js';
import { bucketCount } from '../../../shared/export/export-chunk.js';
import { addressKey } from '../../match/dedupe/job-fingerprint.js';
import { findCopies, locating } from '../../match/rank/opening-records.js';
import { bandFloor, bands } from '../../match/rank/score/scores.js';
import { searchAnalyzed } from '../../match/rank/search-corpus.js';
import { runCooperatively } from '../../process/cooperative.js';
import type { Engine, EngineOptions, Question } from '../engine.js';
import { createHeldBoards, createHeldRefs, createSearchHeld } from '../held-collections.js';
import { exportRows } from '../list-rows.js';
import { corpusOf, countOpenings, createLocationSets, findOpenings, untilUnchanged } from './find-openings.js';
import { namesOf } from './index-schema.js';
import { countIndexedFacets } from './indexed-facets.js';
import { allMet, type ClusterQuery } from './keyword-query.js';
import { keyText } from './opening-document.js';
import { createOpeningCache } from './packed-posting.js';
import { type AskedQuestion, askQuestion, openingsWithin, searchOpenings } from './search-openings.js';
import { knownByIndex } from './vocabulary.js';
import { createIndexedCollections } from './write/indexed-collections.js';
import { createPostingMover, keepIndexed } from './write/keep-indexed.js';
import { createWriteTurn } from './write/write-collection.js';

/** Opens the engine; nothing is sent to the cluster before the first question. */
export function openOpenSearch(options: EngineOptions): Engine {
  const { config, redis, chunks, logger, now, collections, boardStates, sources, gazetteer } = options;
  const cluster = openCluster(config);
  const names = namesOf(config.OPENSEARCH_PREFIX);
  const maxBytes = config.WORKER_MEMORY_MB * 2 ** 20;
  const cache = createOpeningCache({ cluster, names, maxBytes });
  const index = { cluster, names, cache, countSets: createLocationSets({ cluster, names }), gazetteer };
  const writing = { cluster, names, cache, turn: createWriteTurn(redis) };
  const indexed = createIndexedCollections({ ...writing, redis, chunks, shards: config.OPENSEARCH_SHARDS, logger });
  const mover = chunks && createPostingMover({ redis, chunks, turn: writing.turn, now });
  const boards = createHeldBoards({ sources, boardStates, now });
  const searchHeld = createSearchHeld({ hold: indexed.hold, held: createHeldRefs({ boards, boardStates, now }) });

  /** Runs a step that reads the index, again when its openings change meanwhile. */
  const reading = <Result>(step: () => Promise<Result>): Promise<Result> =>
    indexed.withIndexes(() => untilUnchanged(step));
  const ask = async (question: Question): Promise<AskedQuestion> =>
    askQuestion(index, question, await searchHeld(question.collections));
  /** All openings of some collections that meet a query, and what could not be searched. */
  const gather = async (keys: readonly string[], query: ClusterQuery) => {
    const held = await searchHeld(keys);
    const found = await findOpenings({ ...index, query: allMet([openingsWithin(held), query]) });
    const { silent, parts } = found;
    return { corpus: await corpusOf(cache, found.openings), held, lacking: { ...held.lacking, silent, parts } };
  };
  return {
    search: (question, size) =>
      reading(async () => {
        const asked = await ask(question);
        return { ...(await searchOpenings(index, asked, { question, ...size })), searched: asked.held.searched };
      }),
    facets: (question) => reading(async () => countIndexedFacets(index, await ask(question), question)),
    records: (question, list) =>
      reading(async () => {
        const { held, reading, within } = await ask(question);
        const query = allMet([within, { terms: { id: list.map(({ id }) => id) } }]);
        const { openings, silent, parts } = await findOpenings({ ...index, query });
        // Where nothing was found exactly, the words of the index say what is known, not those of the openings in the list.
        const found = new Set(openings.map(({ id }) => id));
        const isNear = list.every(({ id, score }) => !found.has(id) || bandFloor(score) === bands.near.from);
        const known = isNear ? await knownByIndex(reading.root, index) : null;
        const search = { now: question.now, gazetteer, reading, known, readAt: held.readAt };
        const corpus = await corpusOf(cache, openings);
        const searched = searchAnalyzed(corpus, question.search, search);
        return { records: searched.named(list), ...held.lacking, silent, parts };
      }),
    rows: (question, { from, to }) =>
      reading(async () => {
        const { held, reading, matching } = await ask(question);
        const range = { range: { bucket: { gte: from, lt: to } } };
        const query = from === 0 && to === bucketCount ? matching : allMet([matching, range]);
        const [{ total, silent, parts }, { openings }] = await Promise.all([
          countOpenings(index, matching),
          findOpenings({ ...index, query }),
        ]);
        const corpus = await corpusOf(cache, openings);
        const search = { now: question.now, gazetteer, reading, withoutNear: true };
        const { items } = searchAnalyzed(corpus, question.search, search);
        const at = { now: question.now.getTime(), readAt: held.readAt };
        return { rows: await runCooperatively(exportRows(corpus, items, at)), total, ...held.lacking, silent, parts };
      }),
    copies: (keys, { now, ...posting }) =>
      reading(async () => {
        const { corpus, held, lacking } = await gather(keys, { term: { ids: posting.id } });
        const at = { now: now.getTime(), readAt: held.readAt };
        return { ...findCopies(corpus, posting, at), ...lacking };
      }),
    located: (keys, addresses) =>
      reading(async () => {
        const { corpus, lacking } = await gather(keys, { terms: { keys: addresses.map(addressKey).map(keyText) } });
        return { ids: await runCooperatively(locating(corpus.collections, addresses)), ...lacking };
      }),
    corrected: (question) =>
      indexed.withIndexes(async () => {
        const { reading: corrected } = await ask(question);
        return corrected.notices.length === 0 ? null : corrected.root;
      }),
    index(ref, jobs) {
      // A question that needs it puts it into the index itself, and reports what fails.
      indexed
        .index(ref, jobs)
        .catch((err: unknown) => logger.warn({ err, collection: ref.key }, 'opensearch: not indexed'));
    },
    prepare: async () => undefined,
    follow: (stop) => keepIndexed({ ...writing, redis, boards, indexed, mover, collections, logger, stop }),
    held: () => ({
      postings: cache.size(),
      memoryBytes: cache.bytes(),
      diskBytes: 0,
      droppedBytes: 0,
      limitBytes: maxBytes,
    }),
    close: () => cluster.close(),
  };
}
