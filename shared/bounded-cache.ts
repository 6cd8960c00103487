/** What was used lately, by name, within a number of bytes. */
export type BoundedCache<Value> = {
  get(name: string): Value | undefined;
  /** Keeps a value that weighs so many bytes in all, in the place of a former one. */
  set(name: string, value: Value, bytes: number): void;
  delete(name: string): void;
};

/**
 * Two generations instead of a list in order of use: when the young one is full it becomes the old one, and the former
 * old one is let go. What is asked for is young again. No bookkeeping for a name that is young, the case that must be quick.
 * At most `bytes` are kept, by the weights as they were given.
 */
export function createBoundedCache<Value>(bytes: number): BoundedCache<Value> {
  type Entry = { value: Value; bytes: number };
  let young = new Map<string, Entry>();
  let old = new Map<string, Entry>();
  let weight = 0;

  const keep = (name: string, entry: Entry): void => {
    weight -= young.get(name)?.bytes ?? 0;
    if (weight + entry.bytes > bytes / 2) {
      old = young;
      young = new Map();
      weight = 0;
    }
    old.delete(name);
    young.set(name, entry);
    weight += entry.bytes;
  };

  return {
    get(name) {
      const entry = young.get(name);
      if (entry !== undefined) return entry.value;
      const former = old.get(name);
      if (former === undefined) return undefined;
      keep(name, former);
      return former.value;
    },
    set: (name, value, weighs) => keep(name, { value, bytes: weighs }),
    delete(name) {
      weight -= young.get(name)?.bytes ?? 0;
      young.delete(name);
      old.delete(name);
    },
  };
}
