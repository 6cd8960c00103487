import type { Task } from '../../process/cooperative.js';
import type { Entry, PreparedCollection } from '../corpus/corpus.js';
import { bucketAtMost, type Pair, partNameOf, partsOf } from './find-pairs.js';
import { duplicateStrength } from './duplicate-strength.js';
import { kindOf } from './job-fingerprint.js';

/** How the collections of one corpus differ from those of another. */
export type Change = {
  kept: readonly PreparedCollection[];
  added: readonly PreparedCollection[];
  removed: readonly PreparedCollection[];
};

/** Entries whose pairs are found before other work may go on. */
const batch = 50;

/**
 * The entries whose openings a change may alter, and all their pairs afterwards: what was added, what shares a bucket
 * with what was added or removed, and whatever hangs together with these by pairs. No other entry has a pair with them,
 * before or after.
 */
export function* findAffectedEntries(change: Change): Task<{ entries: Entry[]; pairs: Pair[] }> {
  const entries: Entry[] = [];
  const numbers = new Map<Entry, number>();
  const concern = (entry: Entry): number => {
    const known = numbers.get(entry);
    if (known !== undefined) return known;
    numbers.set(entry, entries.length);
    return entries.push(entry) - 1;
  };
  for (const { entries: its } of change.added) its.forEach(concern);
  for (const entry of touchedBy(change)) concern(entry);
  const twinsOf = createTwinsOf([...change.kept, ...change.added]);
  const pairs: Pair[] = [];
  const compare = (one: Entry, at: number, key: number): void => {
    for (const twin of twinsOf(one, key)) {
      // Who came before found the pairs of both.
      if (twin === one || (numbers.get(twin) ?? at) < at) continue;
      const strength = duplicateStrength(one, twin, kindOf(key));
      if (strength > 0) pairs.push({ one: at, other: concern(twin), strength });
    }
  };
  // The list grows while it is gone through.
  for (const [at, entry] of entries.entries()) {
    for (const key of entry.print.keys) compare(entry, at, key);
    if (at % batch === 0) yield;
  }
  return { entries, pairs };
}

/** What was kept and is in a bucket, or in that part of a large one, from which something was removed or to which it was added. */
function touchedBy({ kept, added, removed }: Change): Set<Entry> {
  const touched = new Set<Entry>();
  const keys = new Set([...added, ...removed].flatMap(({ entries }) => entries.flatMap(({ print }) => print.keys)));
  for (const key of keys) {
    const staying = membersOf(kept, key);
    if (staying.length === 0) continue;
    const [coming, going] = [membersOf(added, key), membersOf(removed, key)];
    // A bucket that was large and stays so is compared part by part.
    const isLarge = staying.length + Math.min(coming.length, going.length) > bucketAtMost;
    const nameOf = (entry: Entry): string => (isLarge ? partNameOf(entry, kindOf(key)) : '');
    const parts = new Set([...coming, ...going].map(nameOf));
    for (const entry of staying) if (parts.has(nameOf(entry))) touched.add(entry);
  }
  return touched;
}

/** Who shares a key. */
function membersOf(collections: readonly PreparedCollection[], key: number): Entry[] {
  const members: Entry[] = [];
  const found: number[] = [];
  for (const { keyTable, entries } of collections) {
    found.length = 0;
    keyTable.gather(key, found);
    for (const at of found) {
      const entry = entries[at];
      if (entry !== undefined) members.push(entry);
    }
  }
  return members;
}

/** Finds whom an entry is compared with by a key of its print, itself among them. */
function createTwinsOf(collections: readonly PreparedCollection[]): (entry: Entry, key: number) => readonly Entry[] {
  const buckets = new Map<number, { members: Entry[]; parts: ReadonlyMap<string, Entry[]> | null }>();
  const bucketOf = (key: number) => {
    const members = membersOf(collections, key);
    const isLarge = members.length > bucketAtMost;
    const bucket = { members, parts: isLarge ? partsOf(members, (entry) => partNameOf(entry, kindOf(key))) : null };
    buckets.set(key, bucket);
    return bucket;
  };
  return (entry, key) => {
    const { members, parts } = buckets.get(key) ?? bucketOf(key);
    if (parts === null) return members;
    const part = parts.get(partNameOf(entry, kindOf(key))) ?? [];
    return part.length > bucketAtMost ? [] : part;
  };
}
