import type { Task } from '../../process/cooperative.js';
import { sortInSteps } from '../../process/sort-in-steps.js';
import { compareTexts } from '../words/compare-texts.js';
import type { DedupeEntry } from './dedupe-entry.js';
import { areDistinct } from './duplicate-strength.js';
import { entryAt, type Pair } from './find-pairs.js';

/** Pairs ranked, or joined, between two yields. */
const batch = 200;

/**
 * Joins pairs into openings: the strongest first, and none that would bring together entries that must stay apart, so the
 * result does not depend on the order of the entries. Entries that no chain of pairs connects do not affect each other.
 * Returns for each entry the lowest entry of its group.
 */
export function* clusterPairs(entries: readonly DedupeEntry[], pairs: readonly Pair[]): Task<Int32Array> {
  const parent = Int32Array.from(entries, (_, at) => at);
  const members = new Map<number, number[]>();
  const membersOf = (root: number): number[] => members.get(root) ?? [root];
  const strongestFirst = yield* sortInSteps(yield* rankPairs(entries, pairs), comparePairs);
  for (const [number, { one, other }] of strongestFirst.entries()) {
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

/** A pair with what it is ordered by, so that its entries are looked at once; `name` is made for ties only. */
type RankedPair = Pair & { gap: number; name(): string };

function* rankPairs(entries: readonly DedupeEntry[], pairs: readonly Pair[]): Task<RankedPair[]> {
  const ranked: RankedPair[] = [];
  for (const pair of pairs) {
    let made: string | null = null;
    const name = (): string => {
      made ??= pairName(entries, pair);
      return made;
    };
    if (ranked.push({ ...pair, gap: gapOf(entries, pair), name }) % batch === 0) yield;
  }
  return ranked;
}

/** The strongest first; pairs of equal strength by the gap between their dates and by id, so that the order is deterministic. */
const comparePairs = (a: RankedPair, b: RankedPair): number =>
  b.strength - a.strength || a.gap - b.gap || compareTexts(a.name(), b.name());

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
