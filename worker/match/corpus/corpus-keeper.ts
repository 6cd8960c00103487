import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../../shared/logger.js';
import type { SegmentMetrics } from '../../process/segment-metrics.js';
import type { CollectionRef } from '../segment/collection-ref.js';
import type { PreparedCollection } from '../segment/prepared-collection.js';
import { releaseFolder } from '../segment/release-folder.js';
import { snapshotName } from '../segment/segment-files.js';
import type { CachedCorpus } from './build-corpus.js';
import type { Corpus } from './corpus.js';
import { restoreCorpus, takeSnapshot } from './corpus-snapshot.js';
import { readSnapshot, writeSnapshot } from './snapshot-file.js';

/** Smaller corpora are rebuilt in less than half a second. */
const fewestItems = 10_000;

/** A corpus changes with each board that is read; it is written at most so often. */
const writeEveryMs = 300_000;

/** Keeps the merged corpus in a file, so that a worker that starts need not find all duplicates again. */
export type CorpusKeeper = {
  /**
   * The corpus of the file, as a base from which that of the current collections is made; `null` = there is none, or a
   * collection of it is no longer in a file. `current` prepares a collection that is still held in this version.
   */
  restore(
    current: (ref: CollectionRef) => PreparedCollection | null,
    former: (ref: CollectionRef) => PreparedCollection | null,
  ): Promise<CachedCorpus | null>;
  /** Writes a corpus in the background, when it is large and none was written lately. */
  offer(corpus: Corpus, refs: readonly CollectionRef[]): void;
  /** Waits for the file that is being written. */
  close(): Promise<void>;
};

/** Keeps the corpus of this release beside its segments. */
export const openCorpusKeeper = (folder: string, logger: Logger, metrics: SegmentMetrics): CorpusKeeper =>
  createCorpusKeeper({ path: join(releaseFolder(folder), snapshotName), logger, metrics });

type Options = {
  path: string;
  logger: Logger;
  metrics?: SegmentMetrics;
  now?: () => number;
  fewest?: number;
};

/** Keeps the corpus in a file. One that cannot be used is deleted and counted; the next corpus is written in its place. */
export function createCorpusKeeper({
  path,
  logger,
  metrics,
  now = () => performance.now(),
  fewest = fewestItems,
}: Options): CorpusKeeper {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> | null = null;
  return {
    async restore(current, former) {
      try {
        const snapshot = await readSnapshot(path);
        if (snapshot === null) return null;
        const collections: PreparedCollection[] = [];
        for (const ref of snapshot.collections) {
          const collection = current(ref) ?? former(ref);
          if (collection === null) return null;
          collections.push(collection);
        }
        const corpus = restoreCorpus(snapshot, collections);
        return { collections, building: Promise.resolve(corpus) };
      } catch (error) {
        metrics?.segmentFailed('read');
        logger.warn({ err: error }, 'corpus: its file cannot be used, duplicates are found anew');
        await rm(path, { force: true }).catch((err: unknown) =>
          logger.warn({ err }, 'corpus: its file cannot be deleted'),
        );
        return null;
      }
    },
    offer(corpus, refs) {
      if (corpus.columns.size < fewest || writing !== null || now() - writtenAt < writeEveryMs) return;
      writtenAt = now();
      writing = writeSnapshot(path, takeSnapshot(corpus, refs))
        .catch((err: unknown) => {
          metrics?.segmentFailed('write');
          logger.warn({ err }, 'corpus: its file cannot be written');
        })
        .finally(() => {
          writing = null;
        });
    },
    async close() {
      await writing;
    },
  };
}
