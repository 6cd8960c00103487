import { type Heads, headFields } from '../../index/collection-index.js';
import type { TitleModel } from '../../occupations/title-model.js';
import { vectorOf } from '../../occupations/title-similarity.js';

/** The groups kept of a title. */
const groupsKept = 4;

/** The titles of a collection as near matching compares them, 20 bytes each; read when a search first needs them. */
export type TitleCache = {
  /** The length of a title's word vector; 0 = it has no words. */
  lengthOf(entry: number): number;
  /** How near a title's groups are to a keyword's (`TitleModel.nearTo`), 0..1. */
  nearness(entry: number, near: Float32Array): number;
};

const caches = new WeakMap<Heads, TitleCache>();

/** The cache of a collection with so many entries; it lives as long as the collection's index. */
export function titleCacheOf(index: Heads, size: number, model: TitleModel): TitleCache {
  const known = caches.get(index);
  if (known !== undefined) return known;
  const made = createTitleCache(index, size, model);
  caches.set(index, made);
  return made;
}

function createTitleCache(index: Heads, size: number, model: TitleModel): TitleCache {
  const lengths = new Float32Array(size).fill(-1);
  const groups = new Uint16Array(size * groupsKept);
  const weights = new Float32Array(size * groupsKept);
  const read = (entry: number): void => {
    const vector = vectorOf(model, titleParts(index, entry));
    lengths[entry] = vector.length;
    for (let at = 0; at < groupsKept; at++) {
      groups[entry * groupsKept + at] = vector.groups.groups[at] ?? 0;
      weights[entry * groupsKept + at] = vector.groups.weights[at] ?? 0;
    }
  };
  return {
    lengthOf(entry) {
      if ((lengths[entry] ?? 0) < 0) read(entry);
      return lengths[entry] ?? 0;
    },
    nearness(entry, near) {
      if ((lengths[entry] ?? 0) < 0) read(entry);
      let sum = 0;
      const from = entry * groupsKept;
      for (let at = from; at < from + groupsKept; at++) sum += (weights[at] ?? 0) * (near[groups[at] ?? 0] ?? 0);
      return Math.min(1, sum);
    },
  };
}

/** Words of a title that are compared, with the gaps between its parts. */
const maxWords = 32;

/** Where the words of a title that are compared end in the stream. */
export const comparedEnd = ({ bounds }: Heads, entry: number): number =>
  Math.min((bounds[entry * headFields] ?? 0) + maxWords, bounds[entry * headFields + 1] ?? 0);

/** The words of a title that are compared, part by part. */
export function titleParts(index: Heads, entry: number): string[][] {
  const { stream, words, bounds } = index;
  const start = bounds[entry * headFields] ?? 0;
  const end = comparedEnd(index, entry);
  const parts: string[][] = [[]];
  for (let at = start; at < end; at++) {
    const number = stream[at] ?? 0;
    if (number === 0) parts.push([]);
    else parts.at(-1)?.push(words.wordAt(number));
  }
  return parts.filter((part) => part.length > 0);
}
