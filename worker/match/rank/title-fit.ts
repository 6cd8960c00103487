import {
  type CollectionIndex,
  fields,
  hasPhrase,
  headFields,
  runLength,
  type Words,
} from '../index/collection-index.js';
import type { ResolvedVariant } from '../keyword/synonyms.js';

/** How well a title matches a keyword, each 0..1. */
export type TitleFit = {
  /** All clauses are met by adjacent words of the title. */
  together: number;
  /** The keyword is the role: it ends the first part of the title (1) or another part (0.5). */
  role: number;
  /** The share of the title's words that meet a clause. */
  focus: number;
};

const none: TitleFit = { together: 0, role: 0, focus: 0 };

/** Words of a title that are read: one bit each in a mask of 32. */
const maxWords = 31;

/**
 * Measures an entry's title by the resolved variants of a keyword's clauses. A clause that the facts of the job meet ("part
 * time", its town) need not be met by the title.
 */
export function titleFit(
  index: CollectionIndex,
  entry: number,
  clauses: readonly (readonly ResolvedVariant[])[],
): TitleFit {
  const { stream, bounds, steps: after } = index;
  const start = bounds[entry * headFields] ?? 0;
  const title = { start, length: Math.min(maxWords, (bounds[entry * headFields + 1] ?? 0) - start) };
  let covered = 0;
  let weight = 0;
  let met = 0;
  let isComplete = true;
  for (const variants of clauses) {
    const found = coveredBy(stream, title, variants);
    covered |= found.mask;
    weight += found.weight;
    if (found.mask !== 0) met++;
    else isComplete &&= variants.some(({ words }) => hasPhrase(index, words, { entry, field: factsField }));
  }
  if (covered === 0) return none;
  const low = covered & -covered;
  const isOneRun = (covered & (covered + low)) === 0;
  const share = weight / met;
  return {
    together: isComplete && isOneRun ? share : 0,
    role: share * roleOf(stream, title, { covered, after }),
    focus: (share * countBits(covered)) / wordsIn(stream, title),
  };
}

const factsField = fields.indexOf('facts');

type Title = { start: number; length: number };

/** 1 when covered words end the first part of the title, 0.5 when they end another part, else 0. */
function roleOf(
  stream: Words,
  { start, length }: Title,
  { covered, after }: { covered: number; after: ReadonlySet<number> },
): number {
  let role = 0;
  let part = 1;
  for (let word = 0; word < length && role < part; word++) {
    if (stream[start + word] === 0) part = 0.5;
    else if (covered & (1 << word)) {
      let next = word + 1;
      while (next < length && after.has(stream[start + next] ?? 0)) next++;
      if (next >= length || stream[start + next] === 0) role = part;
    }
  }
  return role;
}

function wordsIn(stream: Words, { start, length }: Title): number {
  let words = 0;
  for (let word = 0; word < length; word++) if (stream[start + word] !== 0) words++;
  return words;
}

function countBits(mask: number): number {
  let bits = 0;
  for (let left = mask; left !== 0; left &= left - 1) bits++;
  return bits;
}

/** The words of a title covered by the first, best variant found in it, one bit for each. */
function coveredBy(
  stream: Words,
  { start, length }: Title,
  variants: readonly ResolvedVariant[],
): { mask: number; weight: number } {
  for (const { words, weight } of variants)
    for (let word = 0; word + words.length <= length; word++) {
      const reach = runLength(stream, words, { start: start + word, end: start + length, across: true });
      if (reach > 0) return { mask: ((1 << reach) - 1) << word, weight };
    }
  return nothing;
}

const nothing = { mask: 0, weight: 0 };
