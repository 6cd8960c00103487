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
export const createUint32List = (): Uint32List => new GrowingList();

/** A class: V8 keeps the optimised code of methods, but drops that of closures together with the last list that has them. */
class GrowingList implements Uint32List {
  #values = new Uint32Array(1 << 10);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(value: number): void {
    if (this.#size === this.#values.length) this.#grow(this.#size + 1);
    this.#values[this.#size++] = value;
  }

  pushAll(list: Uint32Array): void {
    if (this.#size + list.length > this.#values.length) this.#grow(this.#size + list.length);
    this.#values.set(list, this.#size);
    this.#size += list.length;
  }

  at(index: number): number {
    const value = this.#values[index];
    if (value === undefined || index >= this.#size)
      throw new RangeError(`There is no index ${index} of ${this.#size}.`);
    return value;
  }

  from(index: number): Uint32Array {
    return this.#values.subarray(index, this.#size);
  }

  #grow(least: number): void {
    const larger = new Uint32Array(Math.max(this.#values.length * 2, least));
    larger.set(this.#values);
    this.#values = larger;
  }
}
