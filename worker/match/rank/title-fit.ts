import { bitOf, type CollectionIndex, fields, headFields, runLength, type Words } from '../index/collection-index.js';
import { hasPhrase } from '../index/has-phrase.js';
import type { ResolvedVariant } from '../keyword/synonyms.js';

/** How well a title matches a keyword, each 0..1. */
export type TitleFit = {
  /** All clauses are met by adjacent words of the title. */
  together: number;
  /** The keyword is the role: it ends the first part of the title (1) or another part (0.5). */
  role: number;
  /** The share of the title's words that meet a clause. */
  focus: number;
  /** The share of the clauses that name the employer rather than the work ("stripe engineer"). */
  employer: number;
};

const none: TitleFit = { together: 0, role: 0, focus: 0, employer: 0 };

/** A name is sought by clauses that cover more than this share of it. */
const leastOfName = 0.5;

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
  const name = { start: bounds[entry * headFields + 1] ?? 0, length: 0 };
  name.length = Math.min(maxWords, (bounds[entry * headFields + 2] ?? 0) - name.start);
  let named = 0;
  let employers = 0;
  let covered = 0;
  let weight = 0;
  let met = 0;
  let isComplete = true;
  for (const variants of clauses) {
    const found = coveredBy(stream, title, variants);
    covered |= found.mask;
    weight += found.weight;
    if (found.mask !== 0) {
      met++;
      continue;
    }
    const inName = coveredBy(stream, name, variants, companyBit);
    if (inName.mask !== 0) {
      named |= inName.mask;
      employers++;
    } else isComplete &&= variants.some(({ words }) => hasPhrase(index, words, { entry, field: factsField }));
  }
  const isNamed = named !== 0 && countBits(named) > leastOfName * name.length;
  if (named !== 0 && !isNamed) isComplete = false;
  const employer = isNamed ? employers / clauses.length : 0;
  if (employer === 1) return { together: 1, role: 1, focus: countBits(named) / name.length, employer };
  if (covered === 0) return { ...none, employer };
  const low = covered & -covered;
  const isOneRun = (covered & (covered + low)) === 0;
  const share = weight / met;
  return {
    together: isComplete && isOneRun ? share : 0,
    role: share * roleOf(stream, title, { covered, after }),
    focus: (share * countBits(covered)) / wordsIn(stream, title),
    employer,
  };
}

const factsField = fields.indexOf('facts');
const companyBit = bitOf(fields.indexOf('company'));

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
  field = 0,
): { mask: number; weight: number } {
  for (const { words, weight, ignored } of variants)
    for (let word = (ignored & field) === 0 ? 0 : length; word + words.length <= length; word++) {
      if (stream[start + word] !== words[0]) continue;
      const reach =
        words.length === 1 ? 1 : runLength(stream, words, { start: start + word, end: start + length, across: true });
      if (reach > 0) return { mask: ((1 << reach) - 1) << word, weight };
    }
  return nothing;
}

const nothing = { mask: 0, weight: 0 };
