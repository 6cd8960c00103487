/** The indices of each group's stems in a text, ascending. */
export type StemHits<Group extends string> = Readonly<Record<Group, readonly number[]>>;

/** Number of leading letters used to look up a stem. */
const letters = 3;

/** First code of scripts in which two letters can be a word: Hangul, Han and Kana. */
const wideFrom = 0x2e80;
const isPair = (stem: string): boolean =>
  stem.length === 2 && stem.charCodeAt(0) >= wideFrom && stem.charCodeAt(1) >= wideFrom;
const pairOf = (one: number, two: number): number => one * 0x10000 + two;

const buckets = 1 << 13;
const bucketOf = (one: number, two: number, three: number): number => ((one << 8) ^ (two << 4) ^ three) & (buckets - 1);

/** `fourth`: the code of the letter after the looked-up ones; -1 = none. `groups`: a bit for each group. */
type Stem = { stem: string; fourth: number; groups: number };

/**
 * Creates a search for stems (lower case, plain words) of at least three letters (two in Chinese, Japanese and Korean),
 * in groups: one pass over a text finds the stems of every group, in less than half the time of one combined pattern.
 */
export function createStemSearch<Group extends string>(
  groups: Readonly<Record<Group, readonly string[]>>,
): (text: string) => StemHits<Group> {
  const names = Object.keys(groups) as Group[];
  const lists: Stem[][] = [[]];
  /** The list of each bucket; 0 = none. */
  const table = new Uint16Array(buckets);
  const pairs = new Map<number, number>();
  for (const [stem, bits] of bitsOf(names.map((name) => groups[name]))) {
    if (isPair(stem)) {
      pairs.set(pairOf(stem.charCodeAt(0), stem.charCodeAt(1)), bits);
      continue;
    }
    if (stem.length < letters) throw new Error(`The stem "${stem}" has fewer than ${letters} letters.`);
    const bucket = bucketOf(stem.charCodeAt(0), stem.charCodeAt(1), stem.charCodeAt(2));
    if (table[bucket] === 0) table[bucket] = lists.push([]) - 1;
    const fourth = stem.length > letters ? stem.charCodeAt(letters) : -1;
    lists[table[bucket] ?? 0]?.push({ stem, fourth, groups: bits });
  }
  return (text) => {
    const hits = names.map((): number[] => []);
    let one = text.charCodeAt(0);
    let two = text.charCodeAt(1);
    for (let at = 2; at <= text.length; at++) {
      const three = text.charCodeAt(at);
      const list = table[bucketOf(one, two, three)] ?? 0;
      let found = list === 0 ? 0 : groupsAt(lists[list] ?? [], text, at - 2);
      if (two >= wideFrom) found |= pairs.get(pairOf(one, two)) ?? 0;
      if (found !== 0) note(hits, at - 2, found);
      one = two;
      two = three;
    }
    return Object.fromEntries(names.map((name, group) => [name, hits[group]])) as Record<Group, number[]>;
  };
}

/** Each stem once, with a bit for each of its groups. */
function bitsOf(groups: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const bits = new Map<string, number>();
  for (const [group, stems] of groups.entries())
    for (const stem of stems) bits.set(stem, (bits.get(stem) ?? 0) | (1 << group));
  return bits;
}

/** The groups of those listed stems that begin at an index. */
function groupsAt(list: readonly Stem[], text: string, at: number): number {
  let found = 0;
  const following = text.charCodeAt(at + letters);
  for (const { stem, fourth, groups } of list)
    if ((fourth < 0 || fourth === following) && (found | groups) !== found && text.startsWith(stem, at))
      found |= groups;
  return found;
}

function note(hits: readonly number[][], at: number, groups: number): void {
  for (let left = groups; left !== 0; left &= left - 1) hits[31 - Math.clz32(left & -left)]?.push(at);
}
