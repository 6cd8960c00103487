import { createPrioritySemaphore } from '../../process/priority-semaphore.js';
import type { CollectionRef } from '../segment/collection-ref.js';
import type { PreparedCollection } from '../segment/prepared-collection.js';
import { checkFilesOf, type LoadOptions, loadCollection } from './load-segment.js';

/** Collections that are read at once: a board of 2,500 takes 4 MB until its segment is made. */
const loadsAtOnce = 4;

/**
 * Looking for collections to drop takes milliseconds where there are thousands: it is done when this part of the limit was
 * loaded, and when this much time has passed.
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
  /** A collection unused for that long has expired in Redis too. */
  keepMs: number;
  /** Beyond them the least recently used collections are dropped, except those in use. */
  maxBytes: () => number;
  /** The collections of the corpora that are kept: to drop one would free nothing. */
  inUse: () => Set<PreparedCollection>;
  /** A collection was added or dropped. */
  changed: () => void;
  /** The file of a collection cannot be read. */
  lost: () => void;
};

/** The prepared collections of this process, the one used last at the end; of each only the version requested last. */
export type PreparedCollections = {
  /** The collection, read and prepared where it is not; `null` when it has expired. Rejects when it cannot be prepared. */
  prepare(ref: CollectionRef): Promise<PreparedCollection | null>;
  /** Puts a collection back that was dropped while others were read: the corpus made of them refers to it. */
  keepLoaded(ref: CollectionRef, loaded: PreparedCollection | null): void;
  /** Notes that collections were used at this time (epoch ms). */
  touch(refs: readonly CollectionRef[], at: number): void;
  /** Forgets a collection whose file cannot be read, so that the next search loads it anew. */
  lose(ref: CollectionRef): void;
  /** Drops all collections whose files cannot be read, after one was lost: otherwise a search would restart for each of them. */
  checkFiles(): Promise<void>;
  /** Whether it is time to look for collections to drop. */
  isEvictionDue(): boolean;
  evict(): void;
  /** A sum over all collections: postings, bytes of memory or bytes on disk. */
  sumOf(field: 'size' | 'bytes' | 'diskBytes'): number;
  /** Bytes of those that were dropped because of `maxBytes` and not loaded again since. */
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
      ...{ version: ref.version, size: 0, bytes: 0, diskBytes: 0, usedAt: 0, loaded: null },
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
  /** Makes a collection the last one to be dropped. */
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
