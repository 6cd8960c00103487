import { createCorpusCache } from '../../match/corpus/corpus-cache.js';
import { openCorpusKeeper } from '../../match/corpus/corpus-keeper.js';
import { openSegmentFiles } from '../../match/segment/release-folder.js';
import { createSegmentMaker } from '../../threads/segment-in-threads.js';
import type { Engine } from '../engine.js';
import type { EngineOptions } from '../engine-options.js';
import { createHeldBoards } from '../held-boards.js';
import { createHeldRefs } from '../held-refs.js';
import { followBoards } from './follow-boards.js';
import { preloadCollections } from './preload-collections.js';
import { createSegmentsEngine } from './segments-engine.js';

/**
 * Opens the engine within this process: postings lie in Redis, and are prepared as segments when a search needs them or when
 * their board has been read.
 */
export function openSegments(options: EngineOptions): Engine {
  const { config, redis, chunks, logger, now, collections, boardStates, sources, gazetteer, threads, metrics } =
    options;
  const files = config.SEGMENTS_DIR === '' ? undefined : openSegmentFiles(config.SEGMENTS_DIR, logger, metrics);
  const corpora = createCorpusCache({
    ...{ redis, chunks, now, metrics, logger },
    keepMs: config.STALE_SECONDS * 1000,
    maxBytes: () => config.WORKER_MEMORY_MB * 2 ** 20,
    makeSegment: createSegmentMaker(threads),
    ...(files && { files, keeper: openCorpusKeeper(config.SEGMENTS_DIR, logger, metrics) }),
  });
  const boards = createHeldBoards({ sources, boardStates, now });
  const held = createHeldRefs({ boards, boardStates, now });
  return {
    ...createSegmentsEngine({ corpora, held, gazetteer, logger }),
    /** What was read is taken from Redis when it is searched. */
    index: () => undefined,
    /** A search that arrives before a board is prepared prepares it itself. */
    follow(stop) {
      const unfollow = followBoards({ redis, collections, sources, boards, corpora, logger });
      preloadCollections({ redis, sources: sources(), corpora, stop, ...(files && { files }) }).then(
        (loaded) => logger.debug({ collections: loaded, postings: corpora.size() }, 'preload: done'),
        (err: unknown) => stop.aborted || logger.warn({ err }, 'preload: failed'),
      );
      return unfollow;
    },
    held: corpora.held,
    async close() {
      await Promise.all([files?.close(), corpora.close()]);
    },
  };
}
