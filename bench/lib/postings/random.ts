/** A pseudo-random sequence determined by its seed numbers. */
export type Random = {
  /** An unsigned integer of 32 bits. */
  next(): number;
  /** An integer from 0 up to, not including, `limit`. */
  below(limit: number): number;
  /** A number from 0 up to, not including, 1. */
  share(): number;
  /** True with this probability. */
  maybe(probability: number): boolean;
  /** One item of a list; throws on an empty one. */
  pick<Item>(list: readonly Item[]): Item;
  /** A normally distributed number with mean 0 and deviation 1. */
  normal(): number;
};

/** The sequence of some integers: equal integers make equal sequences, different ones unrelated sequences. */
export function createRandom(...keys: readonly number[]): Random {
  let state = 0x9e3779b9;
  for (const key of keys) state = mix(Math.imul(state ^ (key >>> 0), 0x85ebca6b) + 0x6d2b79f5);
  // mulberry32 (Tommy Ettinger): 32 bits of state, a few nanoseconds a number.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const share = (): number => next() / 4_294_967_296;
  const below = (limit: number): number => Math.floor(share() * limit);
  return {
    next,
    below,
    share,
    maybe: (probability) => share() < probability,
    pick(list) {
      const index = below(list.length);
      if (index >= list.length) throw new Error('There is nothing to pick from an empty list.');
      return list[index] as (typeof list)[number];
    },
    // Box–Muller.
    normal: () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share()),
  };
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
