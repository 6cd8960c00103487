/** A list of whole numbers from 0 to 2^32 - 1 that grows, without a box for each. */
export type Numbers = {
  readonly size: number;
  push(value: number): void;
  at(index: number): number;
  /** The numbers from an index on, good until the list grows. */
  from(index: number): Uint32Array;
};

/** Makes an empty list. */
export function createNumbers(): Numbers {
  let values = new Uint32Array(1 << 10);
  let size = 0;
  return {
    get size() {
      return size;
    },
    push(value) {
      if (size === values.length) {
        const larger = new Uint32Array(values.length * 2);
        larger.set(values);
        values = larger;
      }
      values[size++] = value;
    },
    at: (index) => values[index] ?? 0,
    from: (index) => values.subarray(index, size),
  };
}
