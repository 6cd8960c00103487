import type { Task } from '../../process/cooperative.js';
import { duplicateStrength } from './duplicate-strength.js';
import { keysOfEach, maxBucketSize, type Pair, partKey, splitBucket } from './find-pairs.js';
import { createKeyBuckets, type DedupeCollection, type DedupeEntry, type KeyBuckets } from './fingerprint-keys.js';
import { kindOf } from './job-fingerprint.js';

/** The difference between the collections of two corpora. */
export type Change<Collection> = {
  kept: readonly Collection[];
  added: readonly Collection[];
  removed: readonly Collection[];
};

/** Entries whose pairs are found between two yields. */
const batch = 50;

/**
 * The entries whose openings a change may alter, and all their pairs after it: added entries, entries that share a
 * bucket with an added or removed one, and all entries connected to these by a chain of pairs. No other entry is paired
 * with them, before or after the change.
 */
export function* findAffectedEntries<Entry extends DedupeEntry>(
  given: Change<DedupeCollection<Entry>>,
): Task<{ entries: Entry[]; pairs: Pair[] }> {
  const change = withOneViewEach(given);
  const entries: Entry[] = [];
  const numbers = new Map<Entry, number>();
  const numberOf = (entry: Entry): number => {
    const known = numbers.get(entry);
    if (known !== undefined) return known;
    numbers.set(entry, entries.length);
    return entries.push(entry) - 1;
  };
  const { kept, added } = change;
  const buckets = { kept: createKeyBuckets(kept), added: createKeyBuckets(added) };
  for (const collection of added) {
    for (let at = 0; at < collection.size; at++) numberOf(collection.entryAt(at));
    yield;
  }
  for (const entry of yield* keptInChangedBuckets(change, buckets)) numberOf(entry);
  const candidatesOf = createCandidateLookup(buckets);
  const pairs: Pair[] = [];
  const compare = (one: Entry, at: number, key: number): void => {
    for (const candidate of candidatesOf(one, key)) {
      // Pairs of an entry with a lower number have already been found.
      if (candidate === one || (numbers.get(candidate) ?? at) < at) continue;
      const strength = duplicateStrength(one, candidate, kindOf(key));
      if (strength > 0) pairs.push({ one: at, other: numberOf(candidate), strength });
    }
  };
  // Each round compares the entries found in the previous one.
  for (let from = 0, to = entries.length; from < to; from = to, to = entries.length) {
    const keysOf = yield* keysOfEach(entries.slice(from, to));
    for (const each of Object.values(buckets)) yield* each.load(keysOf.flat());
    for (const [number, keys] of keysOf.entries()) {
      const at = from + number;
      const entry = entries[at];
      if (entry !== undefined) for (const key of keys) compare(entry, at, key);
      if (at % batch === 0) yield;
    }
  }
  return { entries, pairs };
}

/** The same collections, which always return the same view of an entry. */
function withOneViewEach<Entry extends DedupeEntry>({
  kept,
  added,
  removed,
}: Change<DedupeCollection<Entry>>): Change<DedupeCollection<Entry>> {
  const remembering = (collection: DedupeCollection<Entry>): DedupeCollection<Entry> => {
    const views = new Map<number, Entry>();
    const entryAt = (at: number): Entry => {
      const view = views.get(at) ?? collection.entryAt(at);
      views.set(at, view);
      return view;
    };
    return { ...collection, entryAt };
  };
  return { kept: kept.map(remembering), added: added.map(remembering), removed };
}

/** The entries of kept and of added collections by their keys. */
type Buckets<Entry extends DedupeEntry> = { kept: KeyBuckets<Entry>; added: KeyBuckets<Entry> };

/** Kept entries in a bucket, or part of a large one, that an entry was added to or removed from. */
function* keptInChangedBuckets<Entry extends DedupeEntry>(
  { added, removed }: Change<DedupeCollection<Entry>>,
  buckets: Buckets<Entry>,
): Task<Set<Entry>> {
  const found = new Set<Entry>();
  const keys = new Set<number>();
  for (const collection of [...added, ...removed]) yield* collectKeys(collection, keys);
  const leaving = createKeyBuckets(removed);
  for (const each of [...Object.values(buckets), leaving]) yield* each.load(keys);
  let read = 0;
  for (const key of keys) {
    if (++read % batch === 0) yield;
    const staying = buckets.kept.of(key);
    if (staying.length === 0) continue;
    const [coming, going] = [buckets.added.of(key), leaving.of(key)];
    // A bucket that is large before and after the change is compared part by part.
    const isLarge = staying.length + Math.min(coming.length, going.length) > maxBucketSize;
    const partOf = (entry: Entry): string => (isLarge ? partKey(entry, kindOf(key)) : '');
    const parts = new Set([...coming, ...going].map(partOf));
    for (const entry of staying) if (parts.has(partOf(entry))) found.add(entry);
  }
  return found;
}

/** Adds the keys of all entries of a collection to a set. */
function* collectKeys<Entry extends DedupeEntry>(
  { size, entryAt }: DedupeCollection<Entry>,
  into: Set<number>,
): Task<void> {
  for (let at = 0; at < size; at++) {
    for (const key of entryAt(at).keys) into.add(key);
    if (at % batch === 0) yield;
  }
}

/** Makes the lookup of the entries that an entry is compared with by one of its loaded keys, including itself. */
function createCandidateLookup<Entry extends DedupeEntry>({
  kept,
  added,
}: Buckets<Entry>): (entry: Entry, key: number) => readonly Entry[] {
  const candidates = new Map<number, { members: Entry[]; parts: ReadonlyMap<string, Entry[]> | null }>();
  const load = (key: number) => {
    const members = [...kept.of(key), ...added.of(key)];
    const isLarge = members.length > maxBucketSize;
    const bucket = { members, parts: isLarge ? splitBucket(members, (entry) => partKey(entry, kindOf(key))) : null };
    candidates.set(key, bucket);
    return bucket;
  };
  return (entry, key) => {
    const { members, parts } = candidates.get(key) ?? load(key);
    if (parts === null) return members;
    const part = parts.get(partKey(entry, kindOf(key))) ?? [];
    return part.length > maxBucketSize ? [] : part;
  };
}
