import type { Listener } from '../../../shared/redis/listener.js';
import type { HeldJob } from '../../../shared/search/job.js';
import { prepareCollectionInTurns } from './prepare-collection.js';
import type { PreparedCollection } from './corpus.js';
import type { CollectionRef } from './corpus-cache.js';

/**
 * Hands collections made in this process to the searches of this process that wait for them: prepared while Redis takes
 * them up, they need not be read back and unpacked.
 */
export type HandOver = {
  /** Prepares a collection, if a search here waits for it and it is small. Called once its writing has begun. */
  give(ref: CollectionRef, jobs: readonly HeldJob[]): void;
  /** Takes a collection of this version, once; `null` = none was given, and Redis has it. */
  take(ref: CollectionRef): Promise<PreparedCollection> | null;
};

/** Larger ones are read back: to prepare them would keep others waiting for the announcement. */
const mostJobs = 200;

/** Who waits takes a collection at its announcement, milliseconds later; what is not taken by then is let go. */
const keptMs = 2000;

export function createHandOver(collections: Pick<Listener, 'hears'>): HandOver {
  const given = new Map<string, Promise<PreparedCollection>>();
  const nameOf = ({ key, version }: CollectionRef): string => `${key}@${version}`;
  return {
    give(ref, jobs) {
      if (jobs.length > mostJobs || !collections.hears(ref.key)) return;
      const name = nameOf(ref);
      // A copy, as it comes from Redis: pieces of a page's text would keep all of the page in memory.
      const preparing = prepareCollectionInTurns(ref.source, JSON.parse(JSON.stringify(jobs)) as HeldJob[]);
      // Whoever takes it meets the error; until then it must not count as unhandled.
      preparing.catch(() => undefined);
      given.set(name, preparing);
      setTimeout(() => given.delete(name), keptMs).unref();
    },
    take(ref) {
      const name = nameOf(ref);
      const prepared = given.get(name) ?? null;
      given.delete(name);
      return prepared;
    },
  };
}
