/** Finds postings that share a fingerprint key. */

import type { Task } from '../../process/cooperative.js';
import { narrowest, type OpenSections, type SectionArray } from '../index/sections.js';
import type { JobFingerprint, MatchedJob } from './job-fingerprint.js';
import type { TextSketch } from './text-sketch.js';

/** The entries of a collection by the keys of their fingerprints. */
type FingerprintIndex = {
  /** Appends the entries that have a key to a list, each once. */
  gather(key: number, into: number[]): void;
  /** Calls `found` for each entry with one of these keys, once per key. */
  gatherAll(keys: KeySet, found: (key: number, entry: number) => void): void;
};

/** A set of keys for many more lookups than it has keys. */
type KeySet = { keys: readonly number[]; has(key: number): boolean };

/** Bits per key of the filter before a set of keys: one key in sixteen passes it without being in the set. */
const bitsForKey = 16;

/** Makes a set of keys: a small table of bits rejects most other keys at once. */
function keySetOf(keys: readonly number[]): KeySet {
  const set = new Set(keys);
  const mask = slotsFor(keys.length * (bitsForKey / 2)) - 1;
  const bits = new Uint8Array((mask >>> 3) + 1);
  for (const key of keys) {
    const slot = slotOf(key, mask);
    bits[slot >>> 3] = (bits[slot >>> 3] ?? 0) | (1 << (slot & 7));
  }
  return {
    keys,
    has(key) {
      const slot = slotOf(key, mask);
      return ((bits[slot >>> 3] ?? 0) & (1 << (slot & 7))) !== 0 && set.has(key);
    },
  };
}

/** The slot of a key in a hash table: the lower 32 bits of its hash, masked. */
export const slotOf = (key: number, mask: number): number => ((key / 8) | 0) & mask;

/** The number of slots (a power of two) that keeps a table with this number of keys at most half full. */
export const slotsFor = (keys: number): number => 2 ** Math.ceil(Math.log2(keys * 2 + 2));

/** A posting in the form that deduplication uses. */
export type DedupeEntry = {
  readonly id: string;
  readonly source: string;
  readonly job: MatchedJob;
  /** Epoch milliseconds; `NaN` when unknown. */
  readonly postedAt: number;
  readonly hasText: boolean;
  readonly fingerprint: JobFingerprint;
  /** The sketch of its description; `null` = too short. */
  readonly sketch: TextSketch | null;
  /** Blocking keys: duplicates share at least one of them. */
  readonly keys: readonly number[];
};

/** A collection in the form that deduplication uses. */
export type DedupeCollection<Entry extends DedupeEntry> = {
  /** The number of entries. */
  size: number;
  /** An entry by its number; throws when there is none. */
  entryAt(at: number): Entry;
  fingerprintIndex: FingerprintIndex;
};

/** The shown record of an opening: its fullest posting's, completed from its duplicates on other boards. */
type ShownRecord<Entry extends DedupeEntry> = { entry: Entry; job: MatchedJob; postedAt: number };

/** One opening: the shown record, and all its postings, the fullest first. */
export type DuplicateGroup<Entry extends DedupeEntry> = { shown: ShownRecord<Entry>; members: readonly Entry[] };

/**
 * The sections of the keys of all fingerprints, `keysOf[e]` being those of entry `e`: once by entry, once sorted, with
 * the entry of each, for binary search.
 */
export function packKeys(keysOf: readonly (readonly number[])[]): Record<string, SectionArray> {
  const starts = new Uint32Array(keysOf.length + 1);
  for (const [entry, keys] of keysOf.entries()) starts[entry + 1] = (starts[entry] ?? 0) + keys.length;
  const keys = Float64Array.from(keysOf.flat());
  const entryOf = new Uint32Array(keys.length);
  for (const [entry, each] of keysOf.entries()) entryOf.fill(entry, starts[entry], (starts[entry] ?? 0) + each.length);
  const order = Uint32Array.from(keys, (_, at) => at).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
  return {
    keyStarts: narrowest(starts, keys.length),
    // The position of each key of an entry among the sorted ones, so that each key is stored once.
    keyRanks: narrowest(ranksOf(order), keys.length),
    sortedKeys: Float64Array.from(order, (at) => keys[at] ?? 0),
    keyEntries: narrowest(
      Uint32Array.from(order, (at) => entryOf[at] ?? 0),
      keysOf.length,
    ),
  };
}

function ranksOf(order: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(order.length);
  for (const [rank, at] of order.entries()) ranks[at] = rank;
  return ranks;
}

/** The keys of a collection's fingerprints. */
type FingerprintKeys = FingerprintIndex & { keysOf(entry: number): number[] };

/** Cost of a binary search, in sequential key reads. */
const bisectionCost = 16;

/** Opens the keys of a segment. */
export function openKeys(sections: OpenSections<unknown>): FingerprintKeys {
  const starts = sections.narrow('keyStarts');
  const ranks = sections.narrow('keyRanks');
  const keys = sections.f64('sortedKeys');
  const entries = sections.narrow('keyEntries');
  const firstAt = (key: number): number => {
    let [low, high] = [0, keys.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((keys[middle] ?? 0) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const gather = (key: number, into: number[]): void => {
    let last = -1;
    for (let at = firstAt(key); keys[at] === key; at++) {
      const entry = entries[at] ?? 0;
      if (entry !== last) into.push(entry);
      last = entry;
    }
  };
  const gatherEach: FingerprintIndex['gatherAll'] = (wanted, found) => {
    const members: number[] = [];
    for (const key of wanted.keys) {
      members.length = 0;
      gather(key, members);
      for (const entry of members) found(key, entry);
    }
  };
  return {
    gather,
    gatherAll(wanted, found) {
      if (wanted.keys.length * bisectionCost < keys.length) return gatherEach(wanted, found);
      let [lastKey, lastEntry] = [-1, -1];
      for (let at = 0; at < keys.length; at++) {
        const key = keys[at] ?? 0;
        if (!wanted.has(key)) continue;
        const entry = entries[at] ?? 0;
        if (key !== lastKey || entry !== lastEntry) found(key, entry);
        [lastKey, lastEntry] = [key, entry];
      }
    },
    keysOf(entry) {
      const found: number[] = [];
      const end = starts[entry + 1] ?? 0;
      for (let at = starts[entry] ?? 0; at < end; at++) found.push(keys[ranks[at] ?? 0] ?? 0);
      return found;
    },
  };
}

/** The members that share a key: two or more, ascending. */
export type Bucket = { key: number; members: number[] };

/** Members whose keys are read between two yields. */
const membersAtOnce = 1000;

/** The buckets of members that share a key, `keysOf[m]` being the keys of member `m`. Linear in the number of keys. */
export function* bucketsOf(keysOf: readonly (readonly number[])[]): Task<Bucket[]> {
  const table = createTable(keysOf.reduce((sum, keys) => sum + keys.length, 0));
  const buckets: Bucket[] = [];
  for (const [member, keys] of keysOf.entries()) {
    for (const key of keys) {
      const slot = table.slotOf(key);
      const first = table.firstAt[slot] ?? -1;
      const bucket = buckets[table.bucketAt[slot] ?? -1];
      if (first < 0) table.firstAt[slot] = member;
      else if (bucket === undefined && first !== member)
        table.bucketAt[slot] = buckets.push({ key, members: [first, member] }) - 1;
      else if (bucket !== undefined && bucket.members.at(-1) !== member) bucket.members.push(member);
    }
    if (member % membersAtOnce === 0) yield;
  }
  return buckets;
}

/** A hash table with open addressing over plain numbers; a `Map` of as many keys is several times slower. */
function createTable(keys: number) {
  const slots = slotsFor(keys);
  const keyAt = new Float64Array(slots).fill(-1);
  return {
    firstAt: new Int32Array(slots).fill(-1),
    bucketAt: new Int32Array(slots).fill(-1),
    slotOf(key: number): number {
      let slot = slotOf(key, slots - 1);
      while (keyAt[slot] !== -1 && keyAt[slot] !== key) slot = (slot + 1) & (slots - 1);
      keyAt[slot] = key;
      return slot;
    },
  };
}

/** The entries of collections by key, for loaded keys. */
export type KeyBuckets<Entry extends DedupeEntry> = {
  /** Finds the entries with these keys: all at once, as each requires a look into every collection. */
  load(keys: Iterable<number>): Task<void>;
  /** The entries with a key, in the order of the collections. Throws when the key was not loaded. */
  of(key: number): readonly Entry[];
};

/** Keys recorded between two yields. */
const keysAtOnce = 5000;

/** Creates the buckets of collections, with no keys loaded. */
export function createKeyBuckets<Entry extends DedupeEntry>(
  collections: readonly DedupeCollection<Entry>[],
): KeyBuckets<Entry> {
  const buckets = new Map<number, Entry[]>();
  // Most keys have no entry here: they share one empty list.
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
        if (unknown.push(key) % keysAtOnce === 0) yield;
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
