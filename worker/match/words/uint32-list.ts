/** A growing list of unsigned 32-bit integers in a typed array. */
export type Uint32List = {
  readonly size: number;
  push(value: number): void;
  pushAll(list: Uint32Array): void;
  /** Throws when the list has no such index. */
  at(index: number): number;
  /** A view of the numbers from an index on; only valid until the list grows. */
  from(index: number): Uint32Array;
};

/** Makes an empty list. */
export function createUint32List(): Uint32List {
  let values = new Uint32Array(1 << 10);
  let size = 0;
  const grow = (least: number): void => {
    const larger = new Uint32Array(Math.max(values.length * 2, least));
    larger.set(values);
    values = larger;
  };
  return {
    get size() {
      return size;
    },
    push(value) {
      if (size === values.length) grow(size + 1);
      values[size++] = value;
    },
    pushAll(list) {
      if (size + list.length > values.length) grow(size + list.length);
      values.set(list, size);
      size += list.length;
    },
    at(index) {
      const value = values[index];
      if (value === undefined || index >= size) throw new RangeError(`There is no index ${index} of ${size}.`);
      return value;
    },
    from: (index) => values.subarray(index, size),
  };
}
