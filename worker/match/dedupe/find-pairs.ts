import type { Task } from '../../process/cooperative.js';
import { bucketsOf } from './buckets.js';
import type { DedupeEntry } from './dedupe-entry.js';
import { duplicateStrength } from './duplicate-strength.js';
import { type KeyKind, kindOf } from './job-fingerprint.js';

/** The largest bucket of which all pairs are compared. A larger one is one employer's mass openings, and comparing all its pairs would not be linear. */
export const maxBucketSize = 60;

/** Two entries that may be one opening, by their numbers; `strength`: see `duplicateStrength`. */
export type Pair = { one: number; other: number; strength: number };

/** Buckets compared between two yields. */
const batch = 200;

/**
 * All pairs of entries that may be one opening: by canonical URL, by company and requisition, or by company, title, place
 * and a nearly equal text. Near-linear, as only entries of one small bucket are compared.
 */
export function* findPairs(entries: readonly DedupeEntry[]): Task<Pair[]> {
  const pairs: Pair[] = [];
  const buckets = yield* bucketsOf(yield* keysOfEach(entries));
  for (const [number, { key, members }] of buckets.entries()) {
    const kind = kindOf(key);
    for (const part of comparableParts(members, (at) => partKey(entryAt(entries, at), kind)))
      for (const [index, one] of part.entries())
        for (const other of part.slice(index + 1)) {
          const strength = duplicateStrength(entryAt(entries, one), entryAt(entries, other), kind);
          if (strength > 0) pairs.push({ one, other, strength });
        }
    if (number % batch === 0) yield;
  }
  return pairs;
}

/** Entries whose keys are read between two yields. */
const keysBatch = 1000;

/** The keys of each entry. */
export function* keysOfEach(entries: readonly DedupeEntry[]): Task<(readonly number[])[]> {
  const keysOf: (readonly number[])[] = [];
  for (const { keys } of entries) {
    keysOf.push(keys);
    if (keysOf.length % keysBatch === 0) yield;
  }
  return keysOf;
}

/** The entry with a number; throws when there is none. */
export function entryAt<Entry>(entries: readonly Entry[], at: number): Entry {
  const entry = entries[at];
  if (entry === undefined) throw new Error(`There is no entry ${at} of ${entries.length}.`);
  return entry;
}

/** Splits a large bucket into parts; parts that are still large are dropped. */
function comparableParts<Member>(members: Member[], keyOf: (member: Member) => string): Member[][] {
  if (members.length <= maxBucketSize) return [members];
  return [...splitBucket(members, keyOf).values()].filter(({ length }) => length <= maxBucketSize);
}

/** The parts of a large bucket by their keys. */
export function splitBucket<Member>(
  members: readonly Member[],
  keyOf: (member: Member) => string,
): ReadonlyMap<string, Member[]> {
  const parts = new Map<string, Member[]>();
  for (const member of members) {
    const key = keyOf(member);
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [member]);
    else part.push(member);
  }
  return parts;
}

/** The part of a large bucket an entry belongs to: entries whose texts share the smallest hash of their sketches. */
export function partKey({ fingerprint, sketch }: DedupeEntry, kind: KeyKind): string {
  const { title, requisition } = fingerprint;
  return kind === 'url' ? title : (requisition ?? String(sketch?.hashes[0]));
}
