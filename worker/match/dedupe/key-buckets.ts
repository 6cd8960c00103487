import type { Task } from '../../process/cooperative.js';
import type { DedupeCollection, DedupeEntry } from './dedupe-entry.js';
import { keySetOf } from './fingerprint-index.js';

/** The entries of collections by their keys, for the keys that were loaded. */
export type KeyBuckets<Entry extends DedupeEntry> = {
  /** Finds the entries that have these keys: all keys at once, as each costs a look into every collection. */
  load(keys: Iterable<number>): Task<void>;
  /** The entries that have a key, in the order of the collections. Throws when the key was not loaded. */
  of(key: number): readonly Entry[];
};

/** Keys that are noted between two yields. */
const batch = 5000;

/** Creates the buckets of collections; none of their keys is loaded. */
export function createKeyBuckets<Entry extends DedupeEntry>(
  collections: readonly DedupeCollection<Entry>[],
): KeyBuckets<Entry> {
  const buckets = new Map<number, Entry[]>();
  // Most keys are of no entry here: they share one list, which stays empty.
  const none: Entry[] = [];
  const add = (key: number, entry: Entry): void => {
    const members = buckets.get(key);
    if (members === none) buckets.set(key, [entry]);
    else members?.push(entry);
  };
  return {
    *load(keys) {
      const unknown: number[] = [];
      for (const key of keys) {
        if (buckets.has(key)) continue;
        buckets.set(key, none);
        if (unknown.push(key) % batch === 0) yield;
      }
      if (unknown.length === 0) return;
      const wanted = keySetOf(unknown);
      for (const { fingerprintIndex, entryAt } of collections) {
        fingerprintIndex.gatherAll(wanted, (key, entry) => add(key, entryAt(entry)));
        yield;
      }
    },
    of(key) {
      const members = buckets.get(key);
      if (members === undefined) throw new Error(`The entries of key ${key} were not looked up.`);
      return members;
    },
  };
}
