/** Gathers what shares a key: every bucket of two or more, its members ascending. Linear in the number of keys. */
export function bucketsOf(keysOf: readonly (readonly number[])[]): { key: number; members: number[] }[] {
  const size = keysOf.reduce((sum, keys) => sum + keys.length, 0);
  const slots = 2 ** Math.ceil(Math.log2(size * 2 + 2));
  // Open addressing over plain numbers: a Map of this many keys costs several times as much.
  const keyAt = new Float64Array(slots).fill(-1);
  const firstAt = new Int32Array(slots);
  const bucketAt = new Int32Array(slots);
  const buckets: { key: number; members: number[] }[] = [];
  for (const [member, keys] of keysOf.entries())
    for (const key of keys) {
      let slot = ((key / 8) % slots) | 0;
      while (keyAt[slot] !== -1 && keyAt[slot] !== key) slot = (slot + 1) % slots;
      if (keyAt[slot] === -1) {
        keyAt[slot] = key;
        firstAt[slot] = member;
        continue;
      }
      const bucket = buckets[(bucketAt[slot] ?? 0) - 1];
      if (bucket !== undefined) {
        if (bucket.members.at(-1) !== member) bucket.members.push(member);
      } else if (firstAt[slot] !== member) {
        buckets.push({ key, members: [firstAt[slot] ?? 0, member] });
        bucketAt[slot] = buckets.length;
      }
    }
  return buckets;
}
