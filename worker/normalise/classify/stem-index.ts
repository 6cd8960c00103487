/** Stems, looked up by their first three letters: less than half the time of one pattern for all of them. */
export type StemIndex = {
  /** The first position from `from` on at which a stem begins; -1 = none. */
  next(text: string, from: number): number;
};

/** The letters of a stem that find it. */
const letters = 3;

const buckets = 1 << 13;
const bucketOf = (one: number, two: number, three: number): number => ((one << 8) ^ (two << 4) ^ three) & (buckets - 1);

/** Makes an index of stems (lower case, plain words) of at least three letters. */
export function anyStem(stems: readonly string[]): StemIndex {
  const lists: string[][] = [[]];
  /** The list of each bucket; 0 = none. */
  const table = new Uint16Array(buckets);
  for (const stem of stems) {
    if (stem.length < letters) throw new Error(`The stem "${stem}" has fewer than ${letters} letters.`);
    const bucket = bucketOf(stem.charCodeAt(0), stem.charCodeAt(1), stem.charCodeAt(2));
    if (table[bucket] === 0) table[bucket] = lists.push([]) - 1;
    lists[table[bucket] ?? 0]?.push(stem);
  }
  const begins = (list: number, text: string, at: number): boolean => {
    for (const stem of lists[list] ?? []) if (text.startsWith(stem, at)) return true;
    return false;
  };
  return {
    next(text, from) {
      if (text.length - from < letters) return -1;
      let one = text.charCodeAt(from);
      let two = text.charCodeAt(from + 1);
      for (let at = from + 2; at < text.length; at++) {
        const three = text.charCodeAt(at);
        const list = table[bucketOf(one, two, three)] ?? 0;
        if (list !== 0 && begins(list, text, at - 2)) return at - 2;
        one = two;
        two = three;
      }
      return -1;
    },
  };
}
