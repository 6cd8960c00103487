/**
 * A memory of the values of at most `most` texts, which forgets those not asked for lately. Two maps by turns instead of a list
 * in the order of use: a hit of texts that repeat thousands of times costs one look-up.
 */
export class RecentValues<Value> {
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();
  readonly #half: number;

  constructor(most: number) {
    this.#half = Math.max(1, Math.floor(most / 2));
  }

  get(text: string): Value | undefined {
    const young = this.#young.get(text);
    if (young !== undefined) return young;
    const old = this.#old.get(text);
    if (old !== undefined) this.set(text, old);
    return old;
  }

  set(text: string, value: Value): void {
    if (this.#young.size >= this.#half) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(text, value);
  }
}
