/** A list of whole numbers from 0 to 2^32 - 1 that grows, without a box for each. */
export type Uint32List = {
  readonly size: number;
  push(value: number): void;
  pushAll(list: Uint32Array): void;
  at(index: number): number;
  /** The numbers from an index on, good until the list grows. */
  from(index: number): Uint32Array;
};

/** Makes an empty list. */
export function createUint32List(): Uint32List {
  let values = new Uint32Array(1 << 10);
  let size = 0;
  const makeRoom = (least: number): void => {
    const larger = new Uint32Array(Math.max(values.length * 2, least));
    larger.set(values);
    values = larger;
  };
  return {
    get size() {
      return size;
    },
    push(value) {
      if (size === values.length) makeRoom(size + 1);
      values[size++] = value;
    },
    pushAll(list) {
      if (size + list.length > values.length) makeRoom(size + list.length);
      values.set(list, size);
      size += list.length;
    },
    at: (index) => values[index] ?? 0,
    from: (index) => values.subarray(index, size),
  };
}
