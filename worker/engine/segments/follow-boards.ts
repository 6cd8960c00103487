import type { Logger } from '../../../shared/logger.js';
import type { Listener } from '../../../shared/redis/listener.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import { readCollectionStates } from '../../../shared/search/collections/collection-store.js';
import type { CorpusCache } from '../../match/corpus/corpus-cache.js';
import type { CollectionRef, SegmentFiles } from '../../match/segment/segment-files.js';
import { createTimeShare } from '../../process/cooperative.js';
import { boardKey, isWholeBoard } from '../../sources/collection-key.js';
import type { Source } from '../../sources/source.js';
import type { HeldBoards } from '../held-collections.js';

/** Boards read within this time are loaded together, in milliseconds. */
const gatherMs = 250;

/** Boards loaded at the same time. */
const loadedAtOnce = 16;

/** The share of time that merging may take while there are no searches. */
const mergeShare = 0.1;

type Options = {
  redis: RedisConnection;
  collections: Pick<Listener, 'onAny'>;
  /** The current sources. */
  sources: () => readonly Source[];
  boards: HeldBoards;
  corpora: Pick<CorpusCache, 'preload' | 'corpusOf' | 'isFull'>;
  logger: Pick<Logger, 'debug'>;
  files?: Pick<SegmentFiles, 'clean'> | undefined;
  /** Monotonic milliseconds; `performance.now()` by default. */
  clock?: () => number;
};

/**
 * Loads the stored full boards, and each again when it has been read, and merges them from time to time, so that the
 * next search finds them ready: otherwise the first search would have to index the postings of thousands of boards.
 * Loads nothing beyond the cache's memory limit; a search loads missing boards. Returns a function that ends it.
 */
export function followBoards({
  redis,
  collections,
  sources,
  boards,
  corpora,
  logger,
  files,
  clock = () => performance.now(),
}: Options): () => void {
  const announced = new Set<string>();
  /** The loaded version of each board. */
  const loaded = new Map<string, string>();
  const merging = createTimeShare(clock);
  let isMerged = true;
  let isStopped = false;
  let isCleaned = false;
  let running = false;
  let next: { timer: NodeJS.Timeout; at: number } | null = null;

  const loadOne = async ({ id }: Source, { key, version }: Pick<CollectionRef, 'key' | 'version'>): Promise<void> => {
    if (loaded.get(key) === version) return;
    await corpora.preload({ key, version, source: id, isBoard: true });
    loaded.set(key, version);
    isMerged = false;
  };
  const loadAnnounced = async (): Promise<void> => {
    const keys = new Set(announced);
    announced.clear();
    const read = sources().filter((source) => isWholeBoard(source) && keys.has(boardKey(source)));
    if (read.length === 0 || corpora.isFull()) return;
    const states = await readCollectionStates(redis, read.map(boardKey));
    for (let from = 0; from < read.length && !isStopped; from += loadedAtOnce)
      await Promise.all(
        read.slice(from, from + loadedAtOnce).map(async (source, at) => {
          const version = states[from + at]?.head?.version;
          if (version !== undefined) await loadOne(source, { key: boardKey(source), version });
        }),
      );
  };
  /** Files of removed boards are deleted once all others have been read. */
  const cleanFiles = async (): Promise<void> => {
    if (isCleaned) return;
    isCleaned = true;
    await files?.clean(new Set(sources().filter(isWholeBoard).map(boardKey)));
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
      if (!isStopped) await cleanFiles();
    } catch (err) {
      logger.debug({ err }, 'boards: not loaded until a search needs them');
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
  for (const source of sources()) if (isWholeBoard(source)) announced.add(boardKey(source));
  wake(0);
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
