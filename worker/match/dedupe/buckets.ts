import type { Task } from '../../process/cooperative.js';
import { slotOf, slotsFor } from './fingerprint-index.js';

/** The members that share a key: two or more, ascending. */
export type Bucket = { key: number; members: number[] };

/** Members whose keys are read between two yields. */
const batch = 1000;

/** The buckets of members that share a key, `keysOf[m]` being the keys of member `m`. Linear in the number of keys. */
export function* bucketsOf(keysOf: readonly (readonly number[])[]): Task<Bucket[]> {
  const table = createTable(keysOf.reduce((sum, keys) => sum + keys.length, 0));
  const buckets: Bucket[] = [];
  for (const [member, keys] of keysOf.entries()) {
    for (const key of keys) {
      const slot = table.slotOf(key);
      const first = table.firstAt[slot] ?? -1;
      const bucket = buckets[table.bucketAt[slot] ?? -1];
      if (first < 0) table.firstAt[slot] = member;
      else if (bucket === undefined && first !== member)
        table.bucketAt[slot] = buckets.push({ key, members: [first, member] }) - 1;
      else if (bucket !== undefined && bucket.members.at(-1) !== member) bucket.members.push(member);
    }
    if (member % batch === 0) yield;
  }
  return buckets;
}

/** A hash table with open addressing over plain numbers; a `Map` of as many keys is several times as slow. */
function createTable(keys: number) {
  const slots = slotsFor(keys);
  const keyAt = new Float64Array(slots).fill(-1);
  return {
    firstAt: new Int32Array(slots).fill(-1),
    bucketAt: new Int32Array(slots).fill(-1),
    slotOf(key: number): number {
      let slot = slotOf(key, slots - 1);
      while (keyAt[slot] !== -1 && keyAt[slot] !== key) slot = (slot + 1) & (slots - 1);
      keyAt[slot] = key;
      return slot;
    },
  };
}
