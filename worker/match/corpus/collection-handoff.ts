import type { Listener } from '../../../shared/redis/listener.js';
import type { HeldJob } from '../../../shared/search/job.js';
import { runCooperatively } from '../../process/cooperative.js';
import type { CollectionRef } from '../segment/collection-ref.js';
import { writingSegment } from '../segment/write-segment.js';

/**
 * Passes collections read by this process to the searches of this process that wait for them. They are prepared while they
 * are written to Redis, so they need not be read back and decompressed.
 */
export type CollectionHandoff = {
  /** Prepares a small collection that a search of this process waits for. Call it once writing the collection has started. */
  offer(ref: CollectionRef, jobs: readonly HeldJob[]): void;
  /** Takes the segment of a collection of this version, once; `null` = none was offered, so it must be read from Redis. */
  take(ref: CollectionRef): Promise<Uint8Array> | null;
};

/** Larger collections are read back: preparing them would delay the announcement to other processes. */
const mostJobs = 200;

/** A waiting search takes a collection milliseconds later, when it is announced; one not taken by then is dropped. */
const keptMs = 2000;

/** Creates an empty handoff; `collections` tells whether this process listens for a collection. */
export function createCollectionHandoff(collections: Pick<Listener, 'hears'>): CollectionHandoff {
  const offered = new Map<string, Promise<Uint8Array>>();
  const nameOf = ({ key, version }: CollectionRef): string => `${key}@${version}`;
  return {
    offer(ref, jobs) {
      if (jobs.length > mostJobs || !collections.hears(ref.key)) return;
      const name = nameOf(ref);
      // A copy, equal to what is read from Redis: a substring of a page would keep the whole page in memory.
      const preparing = runCooperatively(writingSegment(ref.source, JSON.parse(JSON.stringify(jobs)) as HeldJob[]));
      // The search that takes it handles the error; until then it must not count as unhandled.
      preparing.catch(() => undefined);
      offered.set(name, preparing);
      setTimeout(() => offered.delete(name), keptMs).unref();
    },
    take(ref) {
      const name = nameOf(ref);
      const prepared = offered.get(name) ?? null;
      offered.delete(name);
      return prepared;
    },
  };
}
