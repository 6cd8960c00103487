import { type CollectionIndex, fields, runLength } from './collection-index.js';
import type { NumberedWording } from './find-hits.js';

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

/** Measures an entry's title by the wordings of a keyword's clauses, in the numbers of its collection. */
export function titleFit(
  { stream, bounds }: CollectionIndex,
  entry: number,
  { clauses, steps: after }: { clauses: readonly (readonly NumberedWording[])[]; steps: ReadonlySet<number> },
): TitleFit {
  const start = bounds[entry * fields.length] ?? 0;
  const length = Math.min(wordsAtMost, (bounds[entry * fields.length + 1] ?? 0) - start);
  let covered = 0;
  let met = 0;
  for (const wordings of clauses) {
    const mask = coveredBy(stream, { start, length }, wordings);
    if (mask !== 0) met++;
    covered |= mask;
  }
  if (covered === 0) return none;
  let words = 0;
  let hits = 0;
  let role = 0;
  let part = 0;
  for (let word = 0; word < length; word++) {
    if (stream[start + word] === 0) {
      part++;
      continue;
    }
    words++;
    if ((covered & (1 << word)) === 0) continue;
    hits++;
    let next = word + 1;
    while (next < length && after.has(stream[start + next] ?? 0)) next++;
    if (next >= length || stream[start + next] === 0) role = Math.max(role, part === 0 ? 1 : 0.5);
  }
  const low = covered & -covered;
  const isOneRun = (covered & (covered + low)) === 0;
  return { together: met === clauses.length && isOneRun ? 1 : 0, role, focus: hits / words };
}

/** The words of a title that the first wording found in it covers, one bit a word. */
function coveredBy(
  stream: Uint32Array,
  { start, length }: { start: number; length: number },
  wordings: readonly NumberedWording[],
): number {
  for (const { words } of wordings)
    for (let word = 0; word + words.length <= length; word++) {
      const reach = runLength(stream, words, { start: start + word, end: start + length, across: true });
      if (reach > 0) return ((1 << reach) - 1) << word;
    }
  return 0;
}
