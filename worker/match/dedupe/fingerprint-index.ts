/** The entries of a collection by the keys of their fingerprints. */
export type FingerprintIndex = {
  /** Appends the entries that have a key to a list, each once. */
  gather(key: number, into: number[]): void;
};

/** The slot of a key in a hash table: the lower 32 bits of its hash, masked. */
export const slotOf = (key: number, mask: number): number => ((key / 8) | 0) & mask;

/** The number of slots (a power of two) that keeps a table with this number of keys at most half full. */
export const slotsFor = (keys: number): number => 2 ** Math.ceil(Math.log2(keys * 2 + 2));
