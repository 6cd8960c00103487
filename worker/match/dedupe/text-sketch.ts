import { narrowest, type OpenSections, type SectionArray } from '../index/sections.js';

/**
 * The smallest hashes of a text's word triples, ascending: a bottom-k sketch for estimating the share of common triples
 * of two texts (Broder 1997, Thorup 2013). Every triple whose hash is below `bound` is in `hashes`.
 */
export type TextSketch = { hashes: Uint32Array; bound: number };

/** Hashes per text; the standard error of an estimated share is then about 0.06. */
const kept = 64;

/** Shorter texts have no sketch: they are too short to compare. */
const fewestWords = 15;

/** Texts that share this much of the shorter one are one text, cut, partly reworded, or framed by a board. */
export const sameText = 0.68;

/** The sketch of a text from the hashes of its words; `null` when the text is too short. */
export function sketchOf(words: Uint32Array): TextSketch | null {
  if (words.length < fewestWords) return null;
  // Most hashes of a long text cannot be among the smallest: a likely bound saves sorting them.
  const likely = (kept / words.length) * 2 ** 33;
  return smallestOf(words, likely) ?? smallestOf(words, 2 ** 32) ?? { hashes: new Uint32Array(0), bound: 2 ** 32 };
}

/** The smallest distinct hashes below a limit; `null` when the limit leaves fewer than `kept` of them. */
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
    if (size === kept) return { hashes, bound: hash };
    hashes[size++] = hash;
  }
  return bound >= 2 ** 32 ? { hashes: hashes.slice(0, size), bound: 2 ** 32 } : null;
}

/** The estimated share, 0..1, of the shorter text's triples that also occur in the other text. Symmetric. */
export function sharedText(one: TextSketch, other: TextSketch): number {
  const bound = Math.min(one.bound, other.bound);
  let [a, b, common] = [0, 0, 0];
  const sizeA = below(one.hashes, bound);
  const sizeB = below(other.hashes, bound);
  while (a < sizeA && b < sizeB) {
    const [x = 0, y = 0] = [one.hashes[a], other.hashes[b]];
    if (x === y) common++;
    if (x <= y) a++;
    if (y <= x) b++;
  }
  const fewer = Math.min(sizeA, sizeB);
  return fewer === 0 ? 0 : common / fewer;
}

function below(hashes: Uint32Array, bound: number): number {
  let size = hashes.length;
  while (size > 0 && (hashes[size - 1] ?? 0) >= bound) size--;
  return size;
}

/** One 32-bit hash of three hashes in their order (the finaliser of MurmurHash3). */
function tripleHash(one: number, two: number, three: number): number {
  let hash = Math.imul(one, 0x9e3779b1) ^ Math.imul((two << 11) | (two >>> 21), 0x85ebca77);
  hash ^= Math.imul((three << 22) | (three >>> 10), 0xc2b2ae3d);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The sections of the sketches of all texts; an entry without one has a bound of 0. */
export function packSketches(
  sketches: readonly (TextSketch | null)[],
): Record<'hot' | 'cold', Record<string, SectionArray>> {
  const starts = new Uint32Array(sketches.length + 1);
  for (const [at, sketch] of sketches.entries()) starts[at + 1] = (starts[at] ?? 0) + (sketch?.hashes.length ?? 0);
  const hashes = new Uint32Array(starts[sketches.length] ?? 0);
  for (const [at, sketch] of sketches.entries()) if (sketch !== null) hashes.set(sketch.hashes, starts[at]);
  return {
    cold: { sketchHashes: hashes },
    hot: {
      sketchStarts: narrowest(starts, hashes.length),
      // 2 ** 32, the bound of a text with all hashes kept, does not fit: 1 cannot be the bound of a longer text.
      sketchBounds: Uint32Array.from(sketches, (sketch) =>
        sketch === null ? 0 : sketch.bound >= 2 ** 32 ? 1 : sketch.bound,
      ),
    },
  };
}

/** Opens the sketches of a segment: the sketch of an entry, `null` when its text is too short. */
export function openSketches(sections: OpenSections<unknown>): (at: number) => TextSketch | null {
  const starts = sections.narrow('sketchStarts');
  const hashesOf = sections.cold('sketchHashes', 'u32');
  const bounds = sections.u32('sketchBounds');
  return (at) => {
    const bound = bounds[at] ?? 0;
    if (bound === 0) return null;
    return { hashes: hashesOf(starts[at] ?? 0, starts[at + 1] ?? 0), bound: bound === 1 ? 2 ** 32 : bound };
  };
}
