import { createLogger } from '../../../shared/logger.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import { readCollectionStates } from '../../../shared/search/collections/collection-store.js';
import { createHeldRefs } from '../../../worker/engine/held-collections.js';
import { createSegmentsEngine } from '../../../worker/engine/segments/segments-engine.js';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import type { CorpusCache } from '../../../worker/match/corpus/corpus-cache.js';
import type { CollectionRef } from '../../../worker/match/segment/segment-files.js';

/** The engine of segments over `boards`, and over the collections in Redis that a question names as narrowed. */
export function engineOver(
  redis: RedisConnection,
  corpora: Pick<CorpusCache, 'corpusOf' | 'preload'>,
  boards: () => CollectionRef[] = () => [],
) {
  const boardStates = {
    read: (keys: readonly string[]) => readCollectionStates(redis, [...keys]),
    forget: () => undefined,
  };
  return createSegmentsEngine({
    ...{ corpora, gazetteer: loadGazetteer(), logger: createLogger('silent', 'test') },
    held: createHeldRefs({ boards: async () => boards(), boardStates, now: () => new Date() }),
  });
}
