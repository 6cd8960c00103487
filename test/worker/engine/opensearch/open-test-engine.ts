import { createLogger } from '../../../../shared/logger.js';
import { anySearch } from '../../../../shared/search/query/query.js';
import { namesOf } from '../../../../worker/engine/opensearch/index-schema.js';
import { openOpenSearch } from '../../../../worker/engine/opensearch/opensearch-engine.js';
import { analyzeSearch } from '../../../../worker/match/keyword/analyze-search.js';
import { noWorkerMetrics } from '../../../../worker/process/metrics.js';
import { createThreadPool, threadFile } from '../../../../worker/threads/thread-pool.js';
import type { closeLater } from '../../../lib/close-later.js';
import { openSearchSettings } from '../../../lib/processes/test-opensearch.js';
import type { suiteRedis } from '../../../lib/suite-redis.js';
import { gazetteer, now } from '../../lib/made-jobs.js';
import { openHeldWorld } from '../held-world.js';

type Options = Awaited<ReturnType<typeof suiteRedis>> & { later: ReturnType<typeof closeLater>; shards?: number };

/** An engine whose cluster is at this address, with empty indexes of its own and the boards "one" and "two". */
export async function openTestEngine(url: string, { redis, server, later, shards = 1 }: Options) {
  await redis.flushall();
  const logger = createLogger('silent', 'test');
  const threads = later(createThreadPool({ threads: 1, file: threadFile(), logger }), (pool) => pool.close());
  const world = later(openHeldWorld(redis, server.url, ['one', 'two']), (each) => each.close());
  const { boardStates, collections, sources } = world;
  const config = { ...openSearchSettings(url), OPENSEARCH_SHARDS: shards };
  const engine = later(
    openOpenSearch({
      ...{ config, redis, logger, now: () => new Date(), collections, boardStates },
      ...{ sources, gazetteer, threads, metrics: noWorkerMetrics },
    }),
    (each) => each.close(),
  );
  const ask = () =>
    engine.search({ search: analyzeSearch(anySearch, gazetteer), now, collections: [] }, { depth: 10, records: 10 });
  return { world, engine, ask, names: namesOf(config.OPENSEARCH_PREFIX) };
}
