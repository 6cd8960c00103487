/** The entries of a collection by the keys of their fingerprints. */
export type FingerprintIndex = {
  /** Appends the entries that have a key to a list, each once. */
  gather(key: number, into: number[]): void;
};

/** The slot of a key in a hash table: the lower 32 bits of its hash, masked. */
export const slotOf = (key: number, mask: number): number => ((key / 8) | 0) & mask;

/** The number of slots (a power of two) that keeps a table with this number of keys at most half full. */
export const slotsFor = (keys: number): number => 2 ** Math.ceil(Math.log2(keys * 2 + 2));

/** Makes the index of a collection, `keysOf[e]` being the keys of its entry `e`. Linear in the number of keys. */
export function createFingerprintIndex(keysOf: readonly (readonly number[])[]): FingerprintIndex {
  const count = keysOf.reduce((sum, keys) => sum + keys.length, 0);
  const mask = slotsFor(count) - 1;
  /** By slot: the last node of a key; `formerAt` links the nodes of one key to a list. */
  const lastAt = new Int32Array(mask + 1).fill(-1);
  const keyAt = new Float64Array(count);
  const entryAt = new Uint32Array(count);
  const formerAt = new Int32Array(count);

  const find = (key: number): number => {
    let slot = slotOf(key, mask);
    while (lastAt[slot] !== -1 && keyAt[lastAt[slot] ?? 0] !== key) slot = (slot + 1) & mask;
    return slot;
  };
  let node = 0;
  for (const [entry, keys] of keysOf.entries())
    for (const key of keys) {
      const slot = find(key);
      keyAt[node] = key;
      entryAt[node] = entry;
      formerAt[node] = lastAt[slot] ?? -1;
      lastAt[slot] = node++;
    }
  return {
    gather(key, into) {
      let last = -1;
      for (let at = lastAt[find(key)] ?? -1; at >= 0; at = formerAt[at] ?? -1) {
        const entry = entryAt[at] ?? 0;
        if (entry !== last) into.push(entry);
        last = entry;
      }
    },
  };
}
