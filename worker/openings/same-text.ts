/** Texts with fewer words say too little to differ in parts: they are equal or they are not. */
const fewestWords = 15;

/** The share of word triples that two texts must have in common to be nearly the same. */
const nearlySame = 0.8;

/** Whether two texts are nearly the same: at least 80 % of the word triples of the longer one are in both. Symmetric. */
export function isSameText(one: string, other: string): boolean {
  const [mine, theirs] = [wordsOf(one), wordsOf(other)];
  if (mine.length === 0 || theirs.length === 0) return false;
  if (Math.min(mine.length, theirs.length) < fewestWords) return mine.join(' ') === theirs.join(' ');
  const [a, b] = [triplesOf(mine), triplesOf(theirs)];
  let common = 0;
  for (const triple of a) if (b.has(triple)) common += 1;
  return common >= nearlySame * Math.max(a.size, b.size);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function triplesOf(words: readonly string[]): Set<string> {
  const triples = new Set<string>();
  for (let at = 2; at < words.length; at++) triples.add(`${words[at - 2]} ${words[at - 1]} ${words[at]}`);
  return triples;
}
