import { LRUCache } from 'lru-cache';
import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import type { SearchQuery } from '../../shared/search/query/query.js';
import { keepRepeated, nobody, ownerOf, repeatedFrom } from '../../shared/search/retention.js';
import { noteAsked } from '../../shared/search/search-runs.js';
import type { Caller } from '../auth/request-windows.js';

/**
 * Counts requests per search, by its key; written in batches after the answers. The documents of repeated searches are
 * kept longer (shared/search/retention.ts).
 */
export type SearchPopularity = {
  /** Requests for further pages are not repetitions and not counted. */
  add(searchKey: string, query: Pick<SearchQuery, 'page'>, caller: Pick<Caller, 'bucket'>): void;
  /** Writes pending counts and stops. */
  close(): Promise<void>;
};

/** How long counts are batched, and the most searches of a batch; further ones are not counted. */
const flushMs = 1000;
const maxPending = 2000;

/** Searches remembered whose document is already marked as repeated. */
const maxMarked = 5000;

/** How long a mark is trusted: the document may have been replaced since. */
const markedMs = 300_000;

/** Requests for one search; `bucket` is that of its only caller, or `nobody` for several callers. */
type SearchCount = { times: number; bucket: string };

export function createSearchPopularity({ redis, logger, now }: SearchPopularityOptions): SearchPopularity {
  let pending = new Map<string, SearchCount>();
  const marked = new LRUCache<string, { bucket: string; until: number }>({ max: maxMarked });
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    try {
      const counts = new Map([...batch].map(([key, { times }]) => [key, times]));
      const totals = await noteAsked(redis, counts, now());
      const repeated = totals.filter(({ times }) => times >= repeatedFrom).map(({ key }) => key);
      await Promise.all(repeated.map((key) => markRepeated(key, batch.get(key)?.bucket ?? nobody)));
    } catch (error) {
      // Losing a second of counts is harmless: later ones show the same searches.
      logger.debug({ err: error }, 'search popularity not counted');
    }
  };

  /** Marks a search's document as repeated, once for each caller until it is marked as shared. */
  const markRepeated = async (key: string, bucket: string): Promise<void> => {
    const former = marked.get(key);
    const at = now().getTime();
    if (former !== undefined && at < former.until && (former.bucket === nobody || former.bucket === bucket)) return;
    await keepRepeated(redis, redisKeys.document(key), bucket === nobody ? nobody : ownerOf(bucket));
    marked.set(key, { bucket: former === undefined ? bucket : nobody, until: at + markedMs });
  };

  return {
    add(key, { page }, { bucket }) {
      if (page !== '0') return;
      const former = pending.get(key);
      if (former === undefined && pending.size >= maxPending) return;
      if (former === undefined) pending.set(key, { times: 1, bucket });
      else {
        former.times += 1;
        if (former.bucket !== bucket) former.bucket = nobody;
      }
      timer ??= setTimeout(() => void flush(), flushMs);
    },
    close: flush,
  };
}

type SearchPopularityOptions = { redis: RedisConnection; logger: Logger; now: () => Date };
