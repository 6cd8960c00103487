/**
 * The smallest hashes of a text's word triples, ascending: a sketch by which the share of common triples of two texts
 * is estimated (bottom-k sketches; Broder 1997, Thorup 2013). `reach` bounds what was kept: every triple's hash below
 * it is in `hashes`.
 */
export type TextSketch = { hashes: Uint32Array; reach: number };

/** Hashes kept of a text: the share is then right to about 0.06. */
const kept = 64;

/** Texts of fewer words say too little to be told apart by. */
const fewestWords = 15;

/** Two texts that share this much of the shorter one are one text, cut, reworded here and there, or framed by a board. */
export const sameText = 0.68;

/** The sketch of a text by the hashes of its words; `null` for a text too short. */
export function sketchOf(words: Uint32Array): TextSketch | null {
  if (words.length < fewestWords) return null;
  // Most hashes of a long text are too large to be among the smallest: they are not sorted.
  const likely = (kept / words.length) * 2 ** 33;
  return smallestOf(words, likely) ?? smallestOf(words, 2 ** 32) ?? { hashes: new Uint32Array(0), reach: 2 ** 32 };
}

/** The smallest different hashes of triples below a bound; `null` when there are too few to know the smallest of all. */
function smallestOf(words: Uint32Array, bound: number): TextSketch | null {
  const below = new Uint32Array(words.length - 2);
  let count = 0;
  for (let at = 0; at < below.length; at++) {
    const hash = tripleHash(words[at] ?? 0, words[at + 1] ?? 0, words[at + 2] ?? 0);
    if (hash < bound) below[count++] = hash;
  }
  const hashes = new Uint32Array(Math.min(kept, count));
  let size = 0;
  for (const hash of below.subarray(0, count).sort()) {
    if (size > 0 && hash === hashes[size - 1]) continue;
    if (size === kept) return { hashes, reach: hash };
    hashes[size++] = hash;
  }
  return bound >= 2 ** 32 ? { hashes: hashes.slice(0, size), reach: 2 ** 32 } : null;
}

/** The share, 0..1, of the shorter text's triples that stand in the other as well. Symmetric. */
export function sharedText(one: TextSketch, other: TextSketch): number {
  const reach = Math.min(one.reach, other.reach);
  let [a, b, common] = [0, 0, 0];
  const sizeA = below(one.hashes, reach);
  const sizeB = below(other.hashes, reach);
  while (a < sizeA && b < sizeB) {
    const [x = 0, y = 0] = [one.hashes[a], other.hashes[b]];
    if (x === y) common++;
    if (x <= y) a++;
    if (y <= x) b++;
  }
  const fewer = Math.min(sizeA, sizeB);
  return fewer === 0 ? 0 : common / fewer;
}

function below(hashes: Uint32Array, reach: number): number {
  let size = hashes.length;
  while (size > 0 && (hashes[size - 1] ?? 0) >= reach) size--;
  return size;
}

/** One 32-bit hash of three in their order (the finaliser of MurmurHash3). */
function tripleHash(one: number, two: number, three: number): number {
  let hash = Math.imul(one, 0x9e3779b1) ^ Math.imul((two << 11) | (two >>> 21), 0x85ebca77);
  hash ^= Math.imul((three << 22) | (three >>> 10), 0xc2b2ae3d);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
