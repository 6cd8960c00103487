import type { RedisConnection } from '../../../shared/redis/redis.js';
import { readCollectionStates } from '../../../shared/search/collections/collection-store.js';
import type { CorpusCache } from '../../match/corpus/corpus-cache.js';
import type { SegmentFiles } from '../../match/segment/segment-files.js';
import { boardKey, isWholeBoard } from '../../sources/collection-key.js';
import type { Source } from '../../sources/source.js';

type PreloadOptions = {
  redis: RedisConnection;
  sources: readonly Source[];
  corpora: Pick<CorpusCache, 'preload' | 'corpusOf'>;
  stop: AbortSignal;
  /** Files of boards that are no longer held are deleted. */
  files?: Pick<SegmentFiles, 'clean'>;
};

/**
 * Loads the collections of whole boards that Redis still holds, one after the other, then builds their corpus. A new worker
 * does so in the background, so that its first search finds some or all of them in memory. Returns the number of
 * collections.
 */
export async function preloadCollections({ redis, sources, corpora, stop, files }: PreloadOptions): Promise<number> {
  const boards = sources.filter(isWholeBoard).map((source) => ({ source: source.id, key: boardKey(source) }));
  const states = await readCollectionStates(
    redis,
    boards.map(({ key }) => key),
  );
  const refs = boards.flatMap((board, at) => {
    const head = states[at]?.head;
    return head ? [{ ...board, version: head.version, isBoard: true }] : [];
  });
  for (const ref of refs) {
    if (stop.aborted) return 0;
    await corpora.preload(ref);
  }
  if (!stop.aborted && refs.length > 0) await corpora.corpusOf(refs);
  await files?.clean(new Set(boards.map(({ key }) => key)));
  return refs.length;
}
