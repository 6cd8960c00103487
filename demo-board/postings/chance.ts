/** Deterministic random values for given keys, so that a board can be reproduced. */
export type Chance = {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** An integer from `low` to `high`, both inclusive. */
  int(low: number, high: number): number;
  /** True with this probability. */
  maybe(probability: number): boolean;
  /** One of a list; throws on an empty one. */
  pick<Item>(list: readonly Item[]): Item;
  /** One of the rows' items, by weight. */
  weigh<Item>(rows: readonly (readonly [Item, number])[]): Item;
  /** `count` different items in random order; the full list, shuffled, when it is shorter. */
  some<Item>(list: readonly Item[], count: number): Item[];
};

/** Creates random values from keys; each list of keys has its own sequence, so no posting depends on another. */
export function chanceOf(...keys: (string | number)[]): Chance {
  const next = mulberry32(hashOf(keys.join('\u001f')));
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    maybe: (probability) => next() < probability,
    pick: (list) => atIndex(list, int(0, list.length - 1)),
    weigh(rows) {
      let left = next() * rows.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of rows) {
        left -= weight;
        if (left < 0) return item;
      }
      return atIndex(rows, rows.length - 1)[0];
    },
    some(list, count) {
      // The first steps of a Fisher–Yates shuffle.
      const rest = [...list];
      const taken = Math.min(count, rest.length);
      for (let at = 0; at < taken; at++) {
        const from = int(at, rest.length - 1);
        [rest[at], rest[from]] = [atIndex(rest, from), atIndex(rest, at)];
      }
      return rest.slice(0, taken);
    },
  };
}

function atIndex<Item>(list: readonly Item[], index: number): Item {
  if (index < 0 || index >= list.length) throw new Error(`There is no item ${index} in a list of ${list.length}.`);
  return list[index] as Item;
}

/** FNV-1a, 32 bits, with a final mix so that similar keys start differently. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
