import { type CollectionIndex, fields, holdsWords, runLength } from '../index/collection-index.js';
import type { NumberedWording } from '../index/find-phrase.js';

/** How well a title is what a keyword asks for, each 0..1. */
export type TitleFit = {
  /** Everything asked for stands together in it. */
  together: number;
  /** What is asked for is what the title is about: it ends the title's first part, or half, another part. */
  role: number;
  /** How much of the title is what is asked for. */
  focus: number;
};

/** Words behind what a title is about: steps of a career, not other work. */
const steps = ['i', 'ii', 'iii', 'iv', 'v', '1', '2', '3', '4', '5'] as const;

/** The steps of a career in the numbers of a collection's words. */
export function stepsIn({ words }: CollectionIndex): ReadonlySet<number> {
  return new Set(steps.map((step) => words.get(step)).filter((number) => number !== undefined));
}

const none: TitleFit = { together: 0, role: 0, focus: 0 };

/** Words of a title looked at. */
const wordsAtMost = 31;

/**
 * Measures an entry's title by the wordings of a keyword's clauses, in the numbers of its collection. What the title does
 * not say but is known of the job ("part time", its town) is not missed in it.
 */
export function titleFit(
  index: CollectionIndex,
  entry: number,
  { clauses, steps: after }: { clauses: readonly (readonly NumberedWording[])[]; steps: ReadonlySet<number> },
): TitleFit {
  const { stream, bounds } = index;
  const start = bounds[entry * fields.length] ?? 0;
  const title = { start, length: Math.min(wordsAtMost, (bounds[entry * fields.length + 1] ?? 0) - start) };
  let covered = 0;
  let worth = 0;
  let met = 0;
  let isComplete = true;
  for (const wordings of clauses) {
    const found = coveredBy(stream, title, wordings);
    covered |= found.mask;
    worth += found.worth;
    if (found.mask !== 0) met++;
    else isComplete &&= wordings.some(({ words }) => holdsWords(index, words, { entry, field: factsField }));
  }
  if (covered === 0) return none;
  const low = covered & -covered;
  const isOneRun = (covered & (covered + low)) === 0;
  const share = worth / met;
  return {
    together: isComplete && isOneRun ? share : 0,
    role: share * roleOf(stream, title, { covered, after }),
    focus: (share * ones(covered)) / wordsIn(stream, title),
  };
}

const factsField = fields.indexOf('facts');

type Title = { start: number; length: number };

/** Whether what is covered ends the title's first part (1), or another part (0.5). */
function roleOf(
  stream: Uint32Array,
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

function wordsIn(stream: Uint32Array, { start, length }: Title): number {
  let words = 0;
  for (let word = 0; word < length; word++) if (stream[start + word] !== 0) words++;
  return words;
}

function ones(mask: number): number {
  let bits = 0;
  for (let left = mask; left !== 0; left &= left - 1) bits++;
  return bits;
}

/** The words of a title that the best wording found in it covers, one bit a word. */
function coveredBy(
  stream: Uint32Array,
  { start, length }: Title,
  wordings: readonly NumberedWording[],
): { mask: number; worth: number } {
  for (const { words, worth } of wordings)
    for (let word = 0; word + words.length <= length; word++) {
      const reach = runLength(stream, words, { start: start + word, end: start + length, across: true });
      if (reach > 0) return { mask: ((1 << reach) - 1) << word, worth };
    }
  return nothing;
}

const nothing = { mask: 0, worth: 0 };
