import { bucketsOf } from './buckets.js';
import type { Entry } from './corpus.js';
import { type KeyKind, kindOf } from './opening-print.js';
import { areApart, twinStrength } from './twins.js';

/** Larger buckets are one employer's mass openings; comparing all their pairs would not be linear. */
const bucketAtMost = 60;

/** Two entries that may be one opening, and how surely. */
type Pair = { one: number; other: number; strength: number };

/**
 * Finds the same opening on several boards: by canonical address, by company and requisition, else by company, title,
 * place and a nearly equal text. The surest pairs are joined first, and none that would bring together what must stay
 * apart; so the outcome does not depend on the order of the entries. Near-linear: only entries of one small bucket are
 * compared. Answers each entry's group by the lowest entry of it.
 */
export function groupDuplicates(entries: readonly Entry[]): Int32Array {
  const parent = Int32Array.from(entries, (_, at) => at);
  const members = new Map<number, number[]>();
  const membersOf = (root: number): number[] => members.get(root) ?? [root];
  for (const { one, other } of pairsOf(entries)) {
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
      if (one.print.address !== other.print.address && areApart(one, other)) return false;
    }
  return true;
}

/** All pairs that may be one opening, surest first; ties go by date and id, so that their order is always the same. */
function pairsOf(entries: readonly Entry[]): Pair[] {
  const pairs: Pair[] = [];
  for (const { key, members } of bucketsOf(entries.map(({ print }) => print.keys)))
    for (const bucket of smallEnough(entries, members, kindOf(key)))
      for (const [index, one] of bucket.entries())
        for (let at = index + 1; at < bucket.length; at++) {
          const other = bucket[at] ?? one;
          const strength = strengthOf(entries, { one, other }, key);
          if (strength > 0) pairs.push({ one, other, strength });
        }
  return pairs.sort((a, b) => b.strength - a.strength || compareTies(entries, a, b));
}

function strengthOf(entries: readonly Entry[], { one, other }: Omit<Pair, 'strength'>, key: number): number {
  const [a, b] = [entries[one], entries[other]];
  return a === undefined || b === undefined ? 0 : twinStrength(a, b, kindOf(key));
}

/** A large bucket falls into those whose texts begin their sketch alike; what is still large stays apart. */
function smallEnough(entries: readonly Entry[], members: number[], kind: KeyKind): number[][] {
  if (members.length <= bucketAtMost) return [members];
  const parts = new Map<string, number[]>();
  for (const at of members) {
    const { title = '', requisition = null, text = null } = entries[at]?.print ?? {};
    const key = kind === 'address' ? title : (requisition ?? String(text?.hashes[0]));
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [at]);
    else part.push(at);
  }
  return [...parts.values()].filter((part) => part.length <= bucketAtMost);
}

function compareTies(entries: readonly Entry[], a: Pair, b: Pair): number {
  return gapOf(entries, a) - gapOf(entries, b) || compare(nameOf(entries, a), nameOf(entries, b));
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

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
