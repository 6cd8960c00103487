/** The entries of a collection by the keys of their fingerprints. */
export type FingerprintIndex = {
  /** Appends the entries that have a key to a list, each once. */
  gather(key: number, into: number[]): void;
  /** Calls `found` for each entry that has one of these keys, once a key. */
  gatherAll(keys: KeySet, found: (key: number, entry: number) => void): void;
};

/** A set of keys that is asked for many more keys than it has. */
export type KeySet = { keys: readonly number[]; has(key: number): boolean };

/** Bits of the filter in front of a set of keys, for each of them: one key in sixteen passes it without being in the set. */
const bitsForKey = 16;

/** Makes a set of keys: most keys that it lacks are refused by one look at a small table of bits. */
export function keySetOf(keys: readonly number[]): KeySet {
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
