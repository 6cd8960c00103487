/** Which entries of a collection have a key of their print. */
export type FingerprintIndex = {
  /** Adds the entries that have a key to a list, each once. */
  gather(key: number, into: number[]): void;
};

/** A number of 32 bits that keys differ by: the lower half of their hash. */
export const slotOf = (key: number, mask: number): number => ((key / 8) | 0) & mask;

/** As many slots as keep a table of so many keys half empty. */
export const slotsFor = (keys: number): number => 2 ** Math.ceil(Math.log2(keys * 2 + 2));

/** Makes the table of a collection, `keysOf[e]` being the keys of its entry `e`; linear in the number of keys. */
export function createFingerprintIndex(keysOf: readonly (readonly number[])[]): FingerprintIndex {
  const count = keysOf.reduce((sum, keys) => sum + keys.length, 0);
  const mask = slotsFor(count) - 1;
  /** The last place of a key; the places of one key are a chain. */
  const lastAt = new Int32Array(mask + 1).fill(-1);
  const keyAt = new Float64Array(count);
  const entryAt = new Uint32Array(count);
  const formerAt = new Int32Array(count);

  const find = (key: number): number => {
    let slot = slotOf(key, mask);
    while (lastAt[slot] !== -1 && keyAt[lastAt[slot] ?? 0] !== key) slot = (slot + 1) & mask;
    return slot;
  };
  let place = 0;
  for (const [entry, keys] of keysOf.entries())
    for (const key of keys) {
      const slot = find(key);
      keyAt[place] = key;
      entryAt[place] = entry;
      formerAt[place] = lastAt[slot] ?? -1;
      lastAt[slot] = place++;
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
