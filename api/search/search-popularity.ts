import { createBoundedCache } from '../../shared/bounded-cache.js';
import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import type { SearchQuery } from '../../shared/search/query.js';
import { keepRepeated, nobody, ownerOf, repeatedFrom } from '../../shared/search/retention.js';
import { noteAsked } from '../../shared/search/search-popularity.js';
import type { Caller } from '../context.js';

/**
 * Counts how much each search is asked for, by its key, gathered and written behind the answers. What is asked for again is
 * kept longer (shared/search/retention.ts).
 */
export type SearchPopularity = {
  /** Further pages of a search are no repetition of it. */
  add(searchKey: string, query: Pick<SearchQuery, 'page'>, caller: Pick<Caller, 'bucket'>): void;
  /** Writes what is gathered and stops. */
  close(): Promise<void>;
};

/** How long counts are gathered, and of how many searches at most; of the others nothing is kept this once. */
const gatherMs = 1000;
const mostGathered = 2000;

/** Bytes of names of searches that are known to be kept as repeated, and what each weighs. */
const knownBytes = 1_000_000;
const knownWeight = 200;

/** How long that is believed: the document may have been replaced since. */
const knownMs = 300_000;

/** How often a search was asked for, and by whom: a caller's bucket, or `nobody` for several. */
type Asked = { times: number; bucket: string };

export function createSearchPopularity({ redis, logger, now }: SearchPopularityOptions): SearchPopularity {
  let asked = new Map<string, Asked>();
  const known = createBoundedCache<{ bucket: string; until: number }>(knownBytes);
  let timer: NodeJS.Timeout | undefined;

  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (asked.size === 0) return;
    const gathered = asked;
    asked = new Map();
    try {
      const counts = new Map([...gathered].map(([key, { times }]) => [key, times]));
      const noted = await noteAsked(redis, counts, now());
      const repeated = noted.filter(({ times }) => times >= repeatedFrom).map(({ key }) => key);
      await Promise.all(repeated.map((key) => keep(key, gathered.get(key)?.bucket ?? nobody)));
    } catch (error) {
      // What is lost is a second of counting; the next ones show the same searches.
      logger.debug({ err: error }, 'asked searches: not counted');
    }
  };

  /** Has a repeated search's document kept, once for each caller until it is known to be shared. */
  const keep = async (key: string, bucket: string): Promise<void> => {
    const before = known.get(key);
    const at = now().getTime();
    if (before !== undefined && at < before.until && (before.bucket === nobody || before.bucket === bucket)) return;
    await keepRepeated(redis, redisKeys.document(key), bucket === nobody ? nobody : ownerOf(bucket));
    known.set(key, { bucket: before === undefined ? bucket : nobody, until: at + knownMs }, knownWeight);
  };

  return {
    add(key, { page }, { bucket }) {
      if (page !== '0') return;
      const before = asked.get(key);
      if (before === undefined && asked.size >= mostGathered) return;
      if (before === undefined) asked.set(key, { times: 1, bucket });
      else {
        before.times += 1;
        if (before.bucket !== bucket) before.bucket = nobody;
      }
      timer ??= setTimeout(() => void write(), gatherMs);
    },
    close: write,
  };
}

type SearchPopularityOptions = { redis: RedisConnection; logger: Logger; now: () => Date };
