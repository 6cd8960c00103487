import type { TextSketch } from '../dedupe/near-duplicate.js';
import { narrowest, type OpenSections, type SectionArray } from '../index/sections.js';

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
      // 2 ** 32, the bound of a text whose hashes are all kept, does not fit: 1 is no bound that a longer text can have.
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
