import type { Task } from '../../process/cooperative.js';
import type { Entry } from '../corpus/corpus.js';
import { compareTexts } from '../words/compare-texts.js';
import { bucketsOf } from './buckets.js';
import { areDistinct, duplicateStrength } from './duplicate-strength.js';
import { type KeyKind, kindOf } from './job-fingerprint.js';

/** Larger buckets are one employer's mass openings; comparing all their pairs would not be linear. */
export const bucketAtMost = 60;

/** Two entries that may be one opening, by their numbers, and how surely. */
export type Pair = { one: number; other: number; strength: number };

/** Buckets compared, and pairs joined, before other work may go on. */
const batch = 200;

/**
 * All pairs of entries that may be one opening: by canonical address, by company and requisition, else by company, title,
 * place and a nearly equal text. Near-linear: only entries of one small bucket are compared.
 */
export function* pairsOf(entries: readonly Entry[]): Task<Pair[]> {
  const pairs: Pair[] = [];
  const buckets = yield* bucketsOf(entries.map(({ print }) => print.keys));
  for (const [number, { key, members }] of buckets.entries()) {
    const kind = kindOf(key);
    for (const part of smallEnough(members, (at) => partNameOf(entries[at], kind)))
      for (const [index, one] of part.entries())
        for (let at = index + 1; at < part.length; at++) {
          const other = part[at] ?? one;
          const strength = strengthOf(entries, { one, other }, kind);
          if (strength > 0) pairs.push({ one, other, strength });
        }
    if (number % batch === 0) yield;
  }
  return pairs;
}

function strengthOf(entries: readonly Entry[], { one, other }: Omit<Pair, 'strength'>, kind: KeyKind): number {
  const [a, b] = [entries[one], entries[other]];
  return a === undefined || b === undefined ? 0 : duplicateStrength(a, b, kind);
}

/** A large bucket falls into parts; what is still large stays apart. */
function smallEnough<Member>(members: Member[], nameOf: (member: Member) => string): Member[][] {
  if (members.length <= bucketAtMost) return [members];
  return [...partsOf(members, nameOf).values()].filter(({ length }) => length <= bucketAtMost);
}

/** The parts of a large bucket by their names; what is still large is not compared. */
export function partsOf<Member>(
  members: readonly Member[],
  nameOf: (member: Member) => string,
): ReadonlyMap<string, Member[]> {
  const parts = new Map<string, Member[]>();
  for (const member of members) {
    const name = nameOf(member);
    const part = parts.get(name);
    if (part === undefined) parts.set(name, [member]);
    else part.push(member);
  }
  return parts;
}

/** The part of a large bucket an entry belongs to: those whose texts begin their sketch alike. */
export function partNameOf(entry: Entry | undefined, kind: KeyKind): string {
  const { title = '', requisition = null, text = null } = entry?.print ?? {};
  return kind === 'address' ? title : (requisition ?? String(text?.hashes[0]));
}

/**
 * Joins pairs to openings: the surest first, and none that would bring together what must stay apart; so the outcome does
 * not depend on the order of the entries. Entries without a common pair, over others, have nothing to do with each
 * other. Answers each entry's group by the lowest entry of it.
 */
export function* joinPairs(entries: readonly Entry[], pairs: Pair[]): Task<Int32Array> {
  const parent = Int32Array.from(entries, (_, at) => at);
  const members = new Map<number, number[]>();
  const membersOf = (root: number): number[] => members.get(root) ?? [root];
  pairs.sort((a, b) => b.strength - a.strength || compareTies(entries, a, b));
  for (const [number, { one, other }] of pairs.entries()) {
    if (number % batch === 0) yield;
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
  while (parent[root] !== root) root = parent[root] ?? root;
  parent[at] = root;
  return root;
}

/** Whether nothing in the one group must stay apart from something in the other; what shares an address belongs together. */
function mayJoin(entries: readonly Entry[], ones: readonly number[], others: readonly number[]): boolean {
  for (const at of ones)
    for (const with_ of others) {
      const [one, other] = [entries[at], entries[with_]];
      if (one === undefined || other === undefined) return false;
      if (one.print.address !== other.print.address && areDistinct(one, other)) return false;
    }
  return true;
}

/** Ties go by date and id, so that the order of pairs is always the same. */
function compareTies(entries: readonly Entry[], a: Pair, b: Pair): number {
  return gapOf(entries, a) - gapOf(entries, b) || compareTexts(nameOf(entries, a), nameOf(entries, b));
}

/** Milliseconds between two postings; unknown dates are far apart. */
function gapOf(entries: readonly Entry[], { one, other }: Pair): number {
  const gap = Math.abs((entries[one]?.postedAt ?? Number.NaN) - (entries[other]?.postedAt ?? Number.NaN));
  return Number.isNaN(gap) ? Number.MAX_SAFE_INTEGER : gap;
}

function nameOf(entries: readonly Entry[], { one, other }: Pair): string {
  return [one, other]
    .map((at) => `${entries[at]?.job.id} ${entries[at]?.job.source}`)
    .sort()
    .join(' ');
}
