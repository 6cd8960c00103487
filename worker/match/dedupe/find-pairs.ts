import type { Task } from '../../process/cooperative.js';
import { compareTexts } from '../words/tokens.js';
import { areDistinct, duplicateStrength } from './duplicate-strength.js';
import { bucketsOf, type DedupeEntry } from './fingerprint-keys.js';
import { type KeyKind, kindOf } from './job-fingerprint.js';

/** The largest bucket whose pairs are all compared: more are mass openings, and would take quadratic time. */
export const maxBucketSize = 60;

/** Two entries that may be one opening, by their numbers; `strength`: see `duplicateStrength`. */
export type Pair = { one: number; other: number; strength: number };

/** Buckets compared between two yields. */
const batch = 200;

/**
 * All pairs of entries that may be one opening: by canonical URL, by company and requisition, or by company, title,
 * place and a nearly equal text. Near-linear, as only entries of one small bucket are compared.
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

/** Splits a large bucket into parts; drops parts that are still large. */
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

/** The part of a large bucket for an entry: entries whose texts share the smallest hash of their sketches. */
export function partKey({ fingerprint, sketch }: DedupeEntry, kind: KeyKind): string {
  const { title, requisition } = fingerprint;
  return kind === 'url' ? title : (requisition ?? String(sketch?.hashes[0]));
}

/** Pairs joined between two yields. */
const joinedAtOnce = 200;

/**
 * Joins pairs into openings: the strongest first, and none that would join entries that must stay apart, so the result
 * does not depend on the order of the entries. Entries not connected by a chain of pairs do not affect each other.
 * Returns the lowest entry of each entry's group.
 */
export function* clusterPairs(entries: readonly DedupeEntry[], pairs: readonly Pair[]): Task<Int32Array> {
  const parent = Int32Array.from(entries, (_, at) => at);
  const members = new Map<number, number[]>();
  const membersOf = (root: number): number[] => members.get(root) ?? [root];
  for (const [number, { one, other }] of rankPairs(entries, pairs).entries()) {
    if (number % joinedAtOnce === 0) yield;
    const [a, b] = [rootOf(parent, one), rootOf(parent, other)];
    if (a === b || !mayJoin(entries, membersOf(a), membersOf(b))) continue;
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    parent[high] = low;
    members.set(low, [...membersOf(low), ...membersOf(high)]);
    members.delete(high);
  }
  return parent.map((_, at) => rootOf(parent, at));
}

function rootOf(parent: Int32Array, at: number): number {
  let root = at;
  for (let next = parent[root]; next !== root; next = parent[root]) {
    if (next === undefined) throw new Error(`There is no entry ${root} of ${parent.length}.`);
    root = next;
  }
  parent[at] = root;
  return root;
}

/** Whether no entry of one group must stay apart from an entry of the other; entries of one URL always belong together. */
function mayJoin(entries: readonly DedupeEntry[], ones: readonly number[], others: readonly number[]): boolean {
  for (const at of ones)
    for (const otherAt of others) {
      const [one, other] = [entryAt(entries, at), entryAt(entries, otherAt)];
      if (one.fingerprint.url !== other.fingerprint.url && areDistinct(one, other)) return false;
    }
  return true;
}

/** The strongest first; pairs of equal strength by the gap between their dates and by id, so that the order is deterministic. */
const rankPairs = (entries: readonly DedupeEntry[], pairs: readonly Pair[]): Pair[] =>
  pairs
    .map((pair) => ({ ...pair, gap: gapOf(entries, pair), name: pairName(entries, pair) }))
    .sort((a, b) => b.strength - a.strength || a.gap - b.gap || compareTexts(a.name, b.name));

/** Milliseconds between two postings; the largest number when a date is unknown. */
function gapOf(entries: readonly DedupeEntry[], { one, other }: Pair): number {
  const gap = Math.abs(entryAt(entries, one).postedAt - entryAt(entries, other).postedAt);
  return Number.isNaN(gap) ? Number.MAX_SAFE_INTEGER : gap;
}

function pairName(entries: readonly DedupeEntry[], { one, other }: Pair): string {
  const names = [one, other].map((at) => {
    const { id, source } = entryAt(entries, at);
    return `${id} ${source}`;
  });
  return names.sort().join(' ');
}
