import type { Logger } from '../../../shared/logger.js';
import type { Listener } from '../../../shared/redis/listener.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import { readCollectionStates } from '../../../shared/search/collections/collection-store.js';
import type { CorpusCache } from '../../match/corpus/corpus-cache.js';
import type { SegmentFiles } from '../../match/segment/segment-files.js';
import { createTimeShare } from '../../process/time-share.js';
import { boardKey, isWholeBoard } from '../../sources/collection-key.js';
import type { Source } from '../../sources/source.js';
import type { HeldBoards } from '../held-collections.js';

/** Boards that are read within this time are loaded together, in milliseconds. */
const gatherMs = 250;

/** The share of time that merging may take while nobody searches. */
const mergeShare = 0.1;

type Options = {
  redis: RedisConnection;
  collections: Pick<Listener, 'onAny'>;
  /** The sources of the moment. */
  sources: () => readonly Source[];
  boards: HeldBoards;
  corpora: Pick<CorpusCache, 'preload' | 'corpusOf' | 'isFull'>;
  logger: Pick<Logger, 'debug'>;
  /** Monotonic milliseconds; `performance.now()` by default. */
  clock?: () => number;
};

/**
 * Loads whole boards when they have been read, and merges them from time to time, so that the next search finds them ready: a
 * first reading of thousands of boards would leave the indexing of all their postings to the first search. Nothing is loaded
 * beyond the memory that the cache may take, and a search loads what was missed. Returns a function that ends it.
 */
export function followBoards({
  redis,
  collections,
  sources,
  boards,
  corpora,
  logger,
  clock = () => performance.now(),
}: Options): () => void {
  const announced = new Set<string>();
  /** The version of each board that was loaded. */
  const loaded = new Map<string, string>();
  const merging = createTimeShare(clock);
  let isMerged = true;
  let isStopped = false;
  let running = false;
  let next: { timer: NodeJS.Timeout; at: number } | null = null;

  const loadAnnounced = async (): Promise<void> => {
    const keys = new Set(announced);
    announced.clear();
    const read = sources().filter((source) => isWholeBoard(source) && keys.has(boardKey(source)));
    if (read.length === 0 || corpora.isFull()) return;
    const states = await readCollectionStates(redis, read.map(boardKey));
    await Promise.all(
      read.map(async (source, at) => {
        const key = boardKey(source);
        const version = states[at]?.head?.version;
        if (version === undefined || loaded.get(key) === version) return;
        await corpora.preload({ key, version, source: source.id, isBoard: true });
        loaded.set(key, version);
        isMerged = false;
      }),
    );
  };
  const merge = async (): Promise<void> => {
    if (isMerged || merging.dueIn(mergeShare) > 0) return;
    isMerged = true;
    if (corpora.isFull()) return;
    const refs = await boards();
    await merging.spend(mergeShare, () => corpora.corpusOf(refs));
  };
  const run = async (): Promise<void> => {
    running = true;
    try {
      await loadAnnounced();
      if (!isStopped) await merge();
    } catch (err) {
      logger.debug({ err }, 'boards: not loaded before a search asks for them');
    } finally {
      running = false;
      if (announced.size > 0) wake(gatherMs);
      else if (!isMerged) wake(Math.max(gatherMs, merging.dueIn(mergeShare)));
    }
  };
  const wake = (inMs: number): void => {
    const at = clock() + inMs;
    if (running || isStopped || (next !== null && next.at <= at)) return;
    if (next !== null) clearTimeout(next.timer);
    const timer = setTimeout(() => {
      next = null;
      void run();
    }, inMs);
    next = { timer, at };
  };
  const off = collections.onAny(({ key, state }) => {
    if (state !== 'ok') return;
    announced.add(key);
    wake(gatherMs);
  });
  return () => {
    isStopped = true;
    off();
    if (next !== null) clearTimeout(next.timer);
  };
}

type PreloadOptions = {
  redis: RedisConnection;
  sources: readonly Source[];
  corpora: Pick<CorpusCache, 'preload' | 'corpusOf'>;
  stop: AbortSignal;
  /** Files of boards that are no longer stored are deleted. */
  files?: Pick<SegmentFiles, 'clean'>;
};

/**
 * Loads the collections of whole boards that Redis still stores, one after the other, then builds their corpus. A new worker
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
