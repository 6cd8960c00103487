import type { RedisConnection } from '../../shared/redis/redis.js';
import { readCollectionStates } from '../../shared/search/collection-store.js';
import type { CorpusCache } from '../match/corpus/corpus-cache.js';
import { boardKey, isWholeBoard } from '../sources/collection-key.js';
import type { Source } from '../sources/source.js';

type PreloadOptions = {
  redis: RedisConnection;
  sources: readonly Source[];
  corpora: Pick<CorpusCache, 'preload' | 'corpusOf'>;
  stop: AbortSignal;
};

/**
 * Loads the collections of whole boards that Redis still holds, one after the other, then builds their corpus. A new worker
 * does so in the background, so that its first search finds some or all of them in memory. Returns the number of
 * collections.
 */
export async function preloadCollections({ redis, sources, corpora, stop }: PreloadOptions): Promise<number> {
  const boards = sources.filter(isWholeBoard).map((source) => ({ source: source.id, key: boardKey(source) }));
  const states = await readCollectionStates(
    redis,
    boards.map(({ key }) => key),
  );
  const refs = boards.flatMap((board, at) => {
    const head = states[at]?.head;
    return head ? [{ ...board, version: head.version }] : [];
  });
  for (const ref of refs) {
    if (stop.aborted) return 0;
    await corpora.preload(ref);
  }
  if (!stop.aborted && refs.length > 0) await corpora.corpusOf(refs);
  return refs.length;
}
