import type { RedisConnection } from '../../shared/redis/redis.js';
import { readCollectionStates } from '../../shared/search/collection-store.js';
import type { CorpusCache } from '../match/corpus/corpus-cache.js';
import type { Source } from '../sources/sources-file.js';
import { collectionKey } from './plan.js';

type Tools = {
  redis: RedisConnection;
  sources: readonly Source[];
  corpora: Pick<CorpusCache, 'preload' | 'corpusOf'>;
  stop: AbortSignal;
};

/**
 * Makes ready what every search reads and Redis still holds: the collections of whole boards, one after the other, then
 * their corpus. A new worker does so behind its other work, so that the first search after a start finds it done, or as far
 * as it is. Answers how many collections there were.
 */
export async function prepareHeld({ redis, sources, corpora, stop }: Tools): Promise<number> {
  const boards = sources
    .filter(({ kind, settings }) => kind.narrows(settings).length === 0)
    .map((source) => ({ source: source.id, key: collectionKey(source, {}) }));
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
