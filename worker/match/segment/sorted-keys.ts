import type { FingerprintIndex } from '../dedupe/fingerprint-index.js';
import { narrowest, type OpenSections, type SectionArray } from '../index/sections.js';

/**
 * The sections of the keys of all fingerprints, `keysOf[e]` being those of entry `e`: once by entry, once sorted, with the
 * entry of each, so that a key is found by bisection.
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
    // Where each key of an entry is among the sorted ones, so that each key is stored once.
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
export type FingerprintKeys = FingerprintIndex & { keysOf(entry: number): number[] };

/** What finding one key by bisection costs, in keys of a segment that are read one after the other. */
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
