import { openCluster } from '../../../shared/cluster/cluster.js';
import type { Engine } from '../engine.js';
import type { EngineOptions } from '../engine-options.js';
import { createHeldBoards } from '../held-boards.js';
import { createHeldRefs } from '../held-refs.js';
import { namesOf } from './index-schema.js';
import { createLocationSets } from './location-sets.js';
import { createOpenSearchEngine } from './opensearch-engine.js';
import { createPostingCache } from './posting-cache.js';
import { createIndexedCollections } from './write/indexed-collections.js';
import { keepIndexed } from './write/keep-indexed.js';
import { createPostingMover } from './write/move-postings.js';
import { createWriteTurn } from './write/write-turn.js';

/** Opens the engine whose postings lie in an OpenSearch cluster; nothing is asked of it before the first question. */
export function openOpenSearch(options: EngineOptions): Engine {
  const { config, redis, chunks, logger, now, collections, boardStates, sources, gazetteer } = options;
  const cluster = openCluster(config);
  const names = namesOf(config.OPENSEARCH_PREFIX);
  const cache = createPostingCache({ cluster, names, maxBytes: config.WORKER_MEMORY_MB * 2 ** 20 });
  const tools = { cluster, names, cache, turn: createWriteTurn(redis) };
  const indexed = createIndexedCollections({ ...tools, redis, chunks, shards: config.OPENSEARCH_SHARDS, logger });
  const mover = chunks && createPostingMover({ redis, chunks, turn: tools.turn, now });
  const sets = createLocationSets({ cluster, names });
  const boards = createHeldBoards({ sources, boardStates, now });
  const held = createHeldRefs({ boards, boardStates, now });
  return {
    ...createOpenSearchEngine({ cluster, names, cache, sets, indexed, held, gazetteer }),
    index(ref, jobs) {
      // A question that needs it puts it into the index itself, and reports what fails.
      indexed
        .index(ref, jobs)
        .catch((err: unknown) => logger.warn({ err, collection: ref.key }, 'opensearch: not indexed'));
    },
    prepare: async () => undefined,
    follow: (stop) => keepIndexed({ ...tools, redis, boards, indexed, mover, collections, logger, stop }),
    held: () => ({
      ...{ postings: cache.size(), memoryBytes: cache.bytes(), diskBytes: 0, droppedBytes: 0 },
      limitBytes: config.WORKER_MEMORY_MB * 2 ** 20,
    }),
    close: () => cluster.close(),
  };
}
