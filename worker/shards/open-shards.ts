import { join } from 'node:path';
import type { Config } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import { openQueue } from '../../shared/queue/queues.js';
import type { HeldSegments } from '../../shared/queue/workers.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { shardQueue } from '../../shared/redis/shard-queues.js';
import type { BoardStates } from '../engine/board-states.js';
import type { Matcher } from '../engine/engine.js';
import { followBoards } from '../engine/segments/follow-boards.js';
import { createHeldBoards } from '../engine/segments/held-boards.js';
import { preloadCollections } from '../engine/segments/preload-collections.js';
import { createLocalMatcher } from '../engine/segments/segments-engine.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { type CorpusCache, createCorpusCache } from '../match/corpus/corpus-cache.js';
import { openCorpusKeeper } from '../match/corpus/corpus-keeper.js';
import { openSegmentFiles } from '../match/segment/release-folder.js';
import { keepTaking } from '../process/keep-taking.js';
import type { SegmentMetrics } from '../process/metrics.js';
import type { Source } from '../sources/source.js';
import { createSegmentMaker } from '../threads/segment-in-threads.js';
import type { ThreadPool } from '../threads/thread-pool.js';
import { createAnswerHandler } from './answer-question.js';
import { askShard } from './ask-shard.js';
import { type LoadedShard, type ShardHolder, startShardHolder } from './shard-holder.js';
import { createShardLeases } from './shard-leases.js';
import type { ShardQuestion } from './shard-question.js';
import { createShardedMatcher } from './sharded-matcher.js';

type Options = {
  config: Pick<Config, 'SHARDS' | 'SEGMENTS_DIR' | 'STALE_SECONDS' | 'WORKER_MEMORY_MB'>;
  id: string;
  logger: Logger;
  now: () => Date;
  /** For commands, and for taking questions. */
  redis: RedisConnection;
  jobs: RedisConnection;
  /** Announcements of answers, and of collections. */
  answers: Listener;
  collections: Listener;
  /** The sources of the moment. */
  sources: () => readonly Source[];
  gazetteer: Gazetteer;
  threads: Pick<ThreadPool, 'run' | 'turn'>;
  boardStates: BoardStates;
  metrics: SegmentMetrics;
};

/** The shards of a worker. */
export type Shards = {
  /** Matches against all shards, whoever holds them. */
  matcher: Matcher;
  /** Begins to hold shards. */
  start(): ShardHolder;
  /** What this process holds of all its shards. */
  held(): HeldSegments;
};

/** Concurrent questions of a shard; each mostly computes. */
const slots = 4;

/** Opens the shards into which SHARDS divides the postings. */
export function openShards(options: Options): Shards {
  const { config, id, logger, now, redis, jobs, answers, collections, sources, gazetteer, threads } = options;
  const { boardStates, metrics } = options;
  const of = config.SHARDS;
  const caches = new Map<number, CorpusCache>();
  const queues = Array.from({ length: of }, (_, shard) => {
    const queue = openQueue<ShardQuestion>(shardQueue(shard, of), redis);
    queue.on('error', (error) => logger.debug({ err: error }, 'queue: not reachable'));
    return queue;
  });
  const boards = createHeldBoards({ sources, boardStates, now });
  const limitBytes = (): number => config.WORKER_MEMORY_MB * 2 ** 20;
  let holder: ShardHolder | null = null;

  const open = (shard: number): LoadedShard => {
    const folder = join(config.SEGMENTS_DIR, shardQueue(shard, of));
    const files = config.SEGMENTS_DIR === '' ? undefined : openSegmentFiles(folder, logger, metrics);
    const corpora = createCorpusCache({
      ...{ redis, now, keepMs: config.STALE_SECONDS * 1000, metrics, logger },
      makeSegment: createSegmentMaker(threads, { shard, of }),
      maxBytes: () => limitBytes() / Math.max(1, caches.size),
      ...(files && { files, keeper: openCorpusKeeper(folder, logger, metrics) }),
    });
    caches.set(shard, corpora);
    const matcher = createLocalMatcher({ corpora, gazetteer });
    const stopped = new AbortController();
    let taking: { close(): Promise<void> } | null = null;
    let unfollow = (): void => undefined;
    return {
      matcher,
      answer() {
        const handler = createAnswerHandler(matcher, { redis, logger, now, boards });
        const during = <Result>(work: () => Promise<Result>): Promise<Result> => work();
        const tools = { logger, redis: jobs, now, shutdown: stopped.signal, during, slots };
        taking = keepTaking(shardQueue(shard, of), handler, tools);
      },
      async load() {
        unfollow = followBoards({ redis, collections, sources, boards, corpora, logger });
        await preloadCollections({ redis, sources: sources(), corpora, stop: stopped.signal, ...(files && { files }) });
      },
      async close() {
        unfollow();
        await taking?.close();
        stopped.abort();
        caches.delete(shard);
        await corpora.close();
        await files?.close();
      },
    };
  };
  return {
    matcher: createShardedMatcher({
      of,
      here: (shard) => holder?.here(shard) ?? null,
      ask(shard, asked) {
        const queue = queues[shard];
        if (queue === undefined) throw new Error(`There is no shard ${shard}.`);
        return askShard(queue, asked, { redis, logger, answers, now });
      },
    }),
    start() {
      const leases = createShardLeases({ redis, of, id, now });
      const started = startShardHolder({ leases, logger, open });
      holder = started;
      return {
        ...started,
        async close() {
          await started.close();
          await Promise.all(queues.map((queue) => queue.close()));
        },
      };
    },
    held() {
      const all = [...caches.values()].map((each) => each.held());
      type Count = Exclude<keyof HeldSegments, 'shards'>;
      const sum = (name: Count): number => all.reduce((total, each) => total + each[name], 0);
      return {
        postings: sum('postings'),
        memoryBytes: sum('memoryBytes'),
        droppedBytes: sum('droppedBytes'),
        diskBytes: sum('diskBytes'),
        limitBytes: limitBytes(),
        shards: { of, answered: holder?.held() ?? [] },
      };
    },
  };
}
