/** Loads the collections that searches need, each once, from files or from Redis, and drops unused ones. */
import type { Logger } from '../../../shared/logger.js';
import { isRedisUnavailable } from '../../../shared/redis/redis-errors.js';
import { type PackedJobs, readPackedJobs, unpackJobs } from '../../../shared/search/collections/collection-store.js';
import type { HeldPostings } from '../../../shared/search/collections/read-chunks.js';
import type { HeldJob } from '../../../shared/search/job.js';
import { runCooperatively, runSync } from '../../process/cooperative.js';
import { createPrioritySemaphore } from '../../process/priority-semaphore.js';
import type { SegmentMetrics } from '../../process/segment-metrics.js';
import type { ReadBytes } from '../index/sections.js';
import {
  createSegmentTools,
  openSegment,
  type PreparedCollection,
  type SegmentTools,
} from '../segment/open-segment.js';
import type { CollectionRef, SegmentFiles } from '../segment/segment-files.js';
import { writingSegment } from '../segment/write-segment.js';

/** Makes the segment of a collection from its packed jobs (`readPackedJobs`). */
export type MakeSegment = (source: string, packed: PackedJobs) => Promise<Uint8Array>;

/** Dependencies of loading; without `files`, segments stay completely in memory. */
export type LoadOptions = HeldPostings & {
  tools: SegmentTools;
  files?: Pick<SegmentFiles, 'read' | 'keep'>;
  makeSegment?: MakeSegment;
  metrics?: SegmentMetrics;
  logger?: Pick<Logger, 'warn'>;
};

/** Called when the file of an opened collection can no longer be read. */
type OnLost = (ref: CollectionRef) => void;

/** Makes a segment in this thread, yielding to the event loop every few milliseconds. */
export const makeSegmentHere: MakeSegment = async (source, packed) =>
  runCooperatively(writingSegment(source, await unpackJobs(packed)));

/**
 * Opens a collection for searching: its segment is taken from a file, or made from the postings in Redis. `null` = the collection has expired or was replaced. Reading it later may throw `SegmentLost`.
 */
async function loadCollection(
  { redis, chunks, tools, files, makeSegment = makeSegmentHere, metrics }: LoadOptions,
  ref: CollectionRef,
  onLost: OnLost,
): Promise<PreparedCollection | null> {
  // Collections narrowed to a query are replaced too often to be worth a file.
  const kept = ref.isBoard === true ? files : undefined;
  const filed = kept !== undefined ? openFiled({ tools, files: kept }, ref, onLost) : null;
  if (filed !== null) {
    metrics?.segmentLoaded('file');
    return filed;
  }
  const bytes = await make({ redis, chunks, makeSegment }, ref);
  if (bytes === null) return null;
  metrics?.segmentLoaded('postings');
  if (kept === undefined) return openSegment(bytes, tools);
  const { hot, readBytes } = kept.keep(ref, bytes);
  return openSegment(hot, tools, tellingOfLoss(ref, onLost)(readBytes));
}

/** Opens a board's collection from its file, in any version; `null` = it has no file. */
export function openFiled(
  { tools, files }: Pick<LoadOptions, 'tools' | 'files'>,
  ref: CollectionRef,
  onLost: OnLost,
): PreparedCollection | null {
  const filed = files?.read(ref) ?? null;
  return filed === null ? null : openSegment(filed.hot, tools, tellingOfLoss(ref, onLost)(filed.readBytes));
}

/** A collection that cannot be loaded counts as empty, like one that has expired. Throws when Redis is not available. */
export function leaveOut(error: unknown): null {
  if (isRedisUnavailable(error)) throw error;
  return null;
}

/** Checks the files of collections; calls `OnLost` for each that cannot be read. */
async function checkFilesOf(collections: readonly PreparedCollection[]): Promise<void> {
  for (const collection of collections) await runCooperatively(collection.checkingFile()).catch(() => undefined);
}

/** Makes readers of cold sections that report when these can no longer be read. */
const tellingOfLoss =
  (ref: CollectionRef, onLost: OnLost) =>
  (readBytes: ReadBytes): ReadBytes =>
  (at, length) => {
    try {
      return readBytes(at, length);
    } catch (error) {
      onLost(ref);
      throw error;
    }
  };

async function make(
  { makeSegment, ...postings }: HeldPostings & { makeSegment: MakeSegment },
  { key, version, source }: CollectionRef,
): Promise<Uint8Array | null> {
  const packed = await readPackedJobs(postings, key, version);
  return packed === null ? null : makeSegment(source, packed);
}

/** Collections read at once: a board of 2,500 takes 4 MB until its segment is made. */
const loadsAtOnce = 4;

/**
 * Looking for collections to drop takes milliseconds when there are thousands: done after loading this part of the
 * limit, or after this much time.
 */
const checksOfLimit = 32;
const evictEveryMs = 1000;

/** A cached collection; its size and bytes are 0 until it is loaded. */
type CachedCollection = Pick<PreparedCollection, 'size' | 'bytes' | 'diskBytes'> & {
  version: string;
  loading: Promise<PreparedCollection | null>;
  /** `null` until it is loaded. */
  loaded: PreparedCollection | null;
  usedAt: number;
};

type PreparedCollectionsOptions = {
  load: LoadOptions;
  now: () => Date;
  /** A collection unused for this long has expired in Redis too. */
  keepMs: number;
  /** Beyond, the least recently used collections are dropped, except those in use. */
  maxBytes: () => number;
  /** The collections of cached corpora: dropping one would free nothing. */
  inUse: () => Set<PreparedCollection>;
  /** A collection was added or dropped. */
  changed: () => void;
  /** The file of a collection cannot be read. */
  lost: () => void;
};

/** The prepared collections of this process, the most recently used last; of each only the latest requested version. */
type PreparedCollections = {
  /** The collection, read and prepared if necessary; `null` when it has expired. Rejects when it cannot be prepared. */
  prepare(ref: CollectionRef): Promise<PreparedCollection | null>;
  /** Puts back a collection that was dropped during the reading of others: the corpus made of them refers to it. */
  keepLoaded(ref: CollectionRef, loaded: PreparedCollection | null): void;
  /** Records that collections were used at this time (epoch ms). */
  touch(refs: readonly CollectionRef[], at: number): void;
  /** Drops a collection whose file cannot be read, so that the next search loads it again. */
  lose(ref: CollectionRef): void;
  /** After a loss, drops all collections with unreadable files: otherwise a search would restart for each. */
  checkFiles(): Promise<void>;
  /** Whether it is time to look for collections to drop. */
  isEvictionDue(): boolean;
  evict(): void;
  /** A sum over all collections: postings, bytes of memory or bytes on disk. */
  sumOf(field: 'size' | 'bytes' | 'diskBytes'): number;
  /** Bytes of those dropped because of `maxBytes` and not loaded again since. */
  droppedBytes(): number;
};

export function createPreparedCollections(options: PreparedCollectionsOptions): PreparedCollections {
  const { load, now, keepMs, maxBytes, inUse, changed } = options;
  const collections = new Map<string, CachedCollection>();
  const dropped = new Map<string, Pick<CachedCollection, 'bytes' | 'usedAt'>>();
  const loads = createPrioritySemaphore(loadsAtOnce);
  const loadInTurn = async (ref: CollectionRef): Promise<PreparedCollection | null> => {
    await loads.acquire({ rank: () => 0, signal: null });
    try {
      return await loadCollection(load, ref, lose);
    } finally {
      loads.release();
    }
  };

  /** Bytes of the collections that were loaded since the last eviction. */
  let unchecked = 0;
  let evictedAt = 0;
  /** A file could not be read, and the others have not been read since. */
  let isDoubtful = false;

  const lose = ({ key, version }: CollectionRef): void => {
    isDoubtful = true;
    if (collections.get(key)?.version === version) {
      collections.delete(key);
      load.metrics?.segmentLost();
    }
    options.lost();
  };
  const startLoading = (ref: CollectionRef): CachedCollection => {
    const fresh: CachedCollection = {
      version: ref.version,
      size: 0,
      bytes: 0,
      diskBytes: 0,
      usedAt: 0,
      loaded: null,
      loading: loadInTurn(ref),
    };
    changed();
    const forget = (): void => {
      changed();
      if (collections.get(ref.key) === fresh) collections.delete(ref.key);
    };
    fresh.loading.then(
      (collection) => {
        if (collection === null) return forget();
        const { size, bytes, diskBytes } = collection;
        Object.assign(fresh, { loaded: collection, size, bytes, diskBytes });
        unchecked += bytes;
      },
      (err: unknown) => {
        forget();
        load.metrics?.segmentFailed('load');
        load.logger?.warn({ err, source: ref.source }, 'segments: a board cannot be prepared for searching');
      },
    );
    return fresh;
  };
  /** Makes a collection the last to be dropped. */
  const touchHeld = (key: string, held: CachedCollection, at: number): void => {
    held.usedAt = at;
    collections.delete(key);
    collections.set(key, held);
  };

  return {
    prepare(ref) {
      const known = collections.get(ref.key);
      const held = known?.version === ref.version ? known : startLoading(ref);
      dropped.delete(ref.key);
      touchHeld(ref.key, held, now().getTime());
      return held.loading;
    },
    keepLoaded({ key, version }, loaded) {
      if (loaded === null || collections.has(key)) return;
      const { size, bytes, diskBytes } = loaded;
      const usedAt = now().getTime();
      collections.set(key, { version, size, bytes, diskBytes, loaded, usedAt, loading: Promise.resolve(loaded) });
      dropped.delete(key);
    },
    touch(refs, at) {
      for (const { key } of refs) {
        const held = collections.get(key);
        if (held !== undefined) touchHeld(key, held, at);
      }
    },
    lose,
    async checkFiles() {
      if (!isDoubtful) return;
      await checkFilesOf([...collections.values()].flatMap(({ loaded }) => loaded ?? []));
      isDoubtful = false;
    },
    isEvictionDue: () => unchecked * checksOfLimit >= maxBytes() || now().getTime() - evictedAt >= evictEveryMs,
    evict() {
      unchecked = 0;
      evictedAt = now().getTime();
      const since = evictedAt - keepMs;
      const most = maxBytes();
      let total = 0;
      const used = inUse();
      for (const [key, held] of [...collections].reverse()) {
        total += held.bytes;
        const isFree = total <= most || (held.loaded !== null && used.has(held.loaded));
        if (isFree && held.usedAt >= since) continue;
        collections.delete(key);
        changed();
        if (held.usedAt >= since) dropped.set(key, { bytes: held.bytes, usedAt: held.usedAt });
      }
      for (const [key, { usedAt }] of dropped) if (usedAt < since) dropped.delete(key);
    },
    sumOf(field) {
      let sum = 0;
      for (const held of collections.values()) sum += held[field];
      return sum;
    },
    droppedBytes: () => [...dropped.values()].reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Prepares a source's postings for matching; the cost is linear in their text. */
export const prepareCollection = (source: string, jobs: readonly HeldJob[]): PreparedCollection =>
  openSegment(runSync(writingSegment(source, jobs)), createSegmentTools());
