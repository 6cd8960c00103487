import type { Logger } from '../../../shared/logger.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { type CorpusCache, createCorpusCache } from '../../match/corpus/corpus-cache.js';
import { openCorpusKeeper } from '../../match/corpus/corpus-keeper.js';
import { correctKeyword, vocabularyOf } from '../../match/keyword/correct-keyword.js';
import { countAnalyzed } from '../../match/rank/facets/count-facets.js';
import { findCopies, locating } from '../../match/rank/opening-records.js';
import { searchAnalyzed } from '../../match/rank/search-corpus.js';
import { openSegmentFiles } from '../../match/segment/release-folder.js';
import { SegmentLost } from '../../match/segment/segment-files.js';
import { runCooperatively } from '../../process/cooperative.js';
import { createSegmentMaker } from '../../threads/segment-in-threads.js';
import type { Engine, EngineOptions } from '../engine.js';
import { createHeldBoards, createHeldRefs, createSearchHeld, type HeldRefs } from '../held-collections.js';
import { createListRows } from '../list-rows.js';
import { followBoards } from './follow-boards.js';

/** After the first loss all files are read, so that more runs are needed only if the disk keeps losing them. */
const mostRuns = 5;

/** Runs a step again when the file of a segment was lost: it is then rebuilt from the postings in Redis. */
async function againIfLost<Result>(step: () => Promise<Result>, logger: Pick<Logger, 'warn'>): Promise<Result> {
  for (let run = 1; ; run++)
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof SegmentLost) || run === mostRuns) throw error;
      logger.warn({ err: error }, 'segments: a file was lost, its board is prepared again');
    }
}

type SegmentsEngineOptions = {
  corpora: Pick<CorpusCache, 'corpusOf' | 'preload'>;
  held: HeldRefs;
  gazetteer: Gazetteer;
  logger: Pick<Logger, 'warn'>;
};

/** Answers questions from the segments in this process. */
export function createSegmentsEngine({
  corpora,
  held,
  gazetteer,
  logger,
}: SegmentsEngineOptions): Omit<Engine, 'follow' | 'held' | 'close'> {
  const searchHeld = createSearchHeld({ hold: corpora.corpusOf, held });
  const again = <Result>(step: () => Promise<Result>): Promise<Result> => againIfLost(step, logger);
  const rows = createListRows({ exactly: ({ collections }) => searchHeld(collections), gazetteer });
  return {
    search: ({ search, now, collections }, { depth, records }) =>
      again(async () => {
        const { corpus, searched, readAt, lacking } = await searchHeld(collections);
        const found = searchAnalyzed(corpus, search, { now, gazetteer, readAt, depth });
        const { total, exact, bySource, notices, place } = found;
        return { total, exact, bySource, notices, place, ...found.list(depth, records), ...lacking, searched };
      }),
    facets: ({ search, now, collections }) =>
      again(async () => {
        const { corpus, lacking } = await searchHeld(collections);
        return { ...countAnalyzed(corpus, search, { now, gazetteer }), ...lacking };
      }),
    records: ({ search, now, collections }, list) =>
      again(async () => {
        const { corpus, readAt, lacking } = await searchHeld(collections);
        const found = searchAnalyzed(corpus, search, { now, gazetteer, readAt });
        return { records: found.named(list), ...lacking };
      }),
    rows: (question, range) => again(() => rows(question, range)),
    copies: (collections, { now, ...posting }) =>
      again(async () => {
        const { corpus, readAt, lacking } = await searchHeld(collections);
        const at = { now: now.getTime(), readAt };
        return { ...findCopies(corpus, posting, at), ...lacking };
      }),
    located: (collections, addresses) =>
      again(async () => {
        const { corpus, lacking } = await searchHeld(collections);
        return { ids: await runCooperatively(locating(corpus.collections, addresses)), ...lacking };
      }),
    corrected: ({ search, collections }) =>
      again(async () => {
        const { corpus } = await searchHeld(collections);
        const { root, notices } = correctKeyword(search.root, vocabularyOf(corpus));
        return notices.length === 0 ? null : root;
      }),
    prepare: (collection) => corpora.preload(collection),
  };
}

/**
 * Opens the engine within this process: postings are in Redis, and become segments when a search needs them or their
 * board has been read.
 */
export function openSegments(options: EngineOptions): Engine {
  const { config, redis, chunks, logger, now, collections, boardStates, sources, gazetteer, threads, metrics } =
    options;
  const files = config.SEGMENTS_DIR === '' ? undefined : openSegmentFiles(config.SEGMENTS_DIR, logger, metrics);
  const corpora = createCorpusCache({
    redis,
    chunks,
    now,
    metrics,
    logger,
    keepMs: config.STALE_SECONDS * 1000,
    maxBytes: () => config.WORKER_MEMORY_MB * 2 ** 20,
    makeSegment: createSegmentMaker(threads),
    ...(files && { files, keeper: openCorpusKeeper(config.SEGMENTS_DIR, logger, metrics) }),
  });
  const boards = createHeldBoards({ sources, boardStates, now });
  const held = createHeldRefs({ boards, boardStates, now });
  return {
    ...createSegmentsEngine({ corpora, held, gazetteer, logger }),
    /** A search that arrives before a board is prepared prepares it itself. */
    follow: () => followBoards({ redis, collections, sources, boards, corpora, logger, files }),
    held: corpora.held,
    async close() {
      await Promise.all([files?.close(), corpora.close()]);
    },
  };
}
