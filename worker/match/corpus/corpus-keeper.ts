/** Stores in a file which postings are one opening, so that a starting worker need not compare all of them again. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from '../../../shared/logger.js';
import { runCooperatively } from '../../process/cooperative.js';
import type { SegmentMetrics } from '../../process/segment-metrics.js';
import { isIntact, lengthsOf, openSections, packSections, prefixLength } from '../index/sections.js';
import type { Entry, PreparedCollection } from '../segment/open-segment.js';
import { releaseFolder } from '../segment/release-folder.js';
import { type CollectionRef, SegmentLost, snapshotName } from '../segment/segment-files.js';
import { type Corpus, restoreCorpus } from './corpus.js';

/** Smaller corpora are rebuilt in less than half a second. */
const fewestItems = 10_000;

/** A corpus changes with each board read; it is written at most this often. */
const writeEveryMs = 300_000;

export type CorpusKeeper = {
  /**
   * The corpus of the file, as a base for the current one; `null` = missing, or `find` lacks one of its collections.
   */
  restore(find: (ref: CollectionRef) => PreparedCollection | null): Promise<Corpus | null>;
  /** Writes the groups of a corpus in the background, if it is large and none was written recently. */
  offer(corpus: Corpus, refs: readonly CollectionRef[]): void;
  /** Waits until the file is written. */
  close(): Promise<void>;
};

/** Stores the corpus of this release in the folder of its segments. */
export const openCorpusKeeper = (folder: string, logger: Logger, metrics: SegmentMetrics): CorpusKeeper =>
  createCorpusKeeper({ path: join(releaseFolder(folder), snapshotName), logger, metrics });

type Options = {
  path: string;
  logger: Logger;
  metrics?: SegmentMetrics;
  now?: () => number;
  fewest?: number;
};

/** Stores the corpus in a file. An unusable one is deleted and counted; the next corpus replaces it. */
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
    async restore(find) {
      try {
        const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null;
          throw error;
        });
        return bytes === null ? null : await restoreFrom(bytes, find);
      } catch (error) {
        // The segment of a board was lost: its replacement reads it, too.
        if (error instanceof SegmentLost) return null;
        metrics?.segmentFailed('read');
        logger.warn({ err: error, path }, 'corpus: its file cannot be used, duplicates are found again');
        await rm(path, { force: true }).catch((err: unknown) =>
          logger.warn({ err }, 'corpus: its file cannot be deleted'),
        );
        return null;
      }
    },
    offer(corpus, refs) {
      if (corpus.columns.size < fewest || writing !== null || now() - writtenAt < writeEveryMs) return;
      writtenAt = now();
      writing = write(path, packGroups(corpus, refs))
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

type Meta = { collections: readonly CollectionRef[] };

/** The groups of a corpus, with its collections named in order by `refs`. */
function packGroups({ groups, numberOf }: Corpus, refs: readonly CollectionRef[]): Uint8Array {
  const members = [...groups.values()].flat();
  const hot = {
    sizes: Uint32Array.from(groups.values(), ({ length }) => length),
    collections: Uint32Array.from(members, ({ index }) => numberOf.get(index) ?? 0),
    entries: Uint32Array.from(members, ({ at }) => at),
  };
  return packSections<Meta>({ collections: refs }, { hot, cold: {} });
}

/** A file with its final name is complete even after a power failure. */
async function write(path: string, bytes: Uint8Array): Promise<void> {
  // Not the process id: workers in containers that share the folder may all have the same.
  const draft = `${path}.${randomUUID()}.draft`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, bytes, { mode: 0o600, flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Throws when the bytes are damaged. */
async function restoreFrom(
  bytes: Uint8Array,
  find: (ref: CollectionRef) => PreparedCollection | null,
): Promise<Corpus | null> {
  if (bytes.length < prefixLength || lengthsOf(bytes).whole !== bytes.length || !isIntact(bytes))
    throw new RangeError('The file is damaged.');
  const sections = openSections<Meta>(bytes);
  const collections: PreparedCollection[] = [];
  for (const ref of sections.meta.collections) {
    const collection = find(ref);
    if (collection === null) return null;
    collections.push(collection);
  }
  const [sizes, ofCollection, ofEntry] = ['sizes', 'collections', 'entries'].map((name) => sections.u32(name));
  const groups: Entry[][] = [];
  let from = 0;
  for (const size of sizes ?? []) {
    const members = Array.from({ length: size }, (_, at): Entry => {
      const collection = collections[ofCollection?.[from + at] ?? -1];
      if (collection === undefined) throw new RangeError('The file names no collection of a posting.');
      return collection.entryAt(ofEntry?.[from + at] ?? -1);
    });
    groups.push(members);
    from += size;
  }
  return runCooperatively(restoreCorpus(collections, groups));
}
