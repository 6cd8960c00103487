import { bitOf, type Heads, headFields, indexedFields, runLength, type Words } from '../../index/collection-index.js';
import { hasPhraseInHead } from '../../index/phrases.js';
import { hasAll, type LocatedVariant, numbersIn, type ResolvedClauses } from './clauses.js';

/** Compared words of a title, including the gaps between its parts. */
const comparedWords = 32;

/** The end of a title's compared words in the stream. */
export const comparedEnd = ({ bounds }: Heads, entry: number): number =>
  Math.min((bounds[entry * headFields] ?? 0) + comparedWords, bounds[entry * headFields + 1] ?? 0);

/** The compared words of a title, part by part. */
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
  /** Whether every clause is met, and in the title by the keyword's own words, not by a synonym or a translation. */
  isOwn: boolean;
  /** The clauses met by the title, one bit each. */
  inTitle: number;
  /** Whether each clause is met by the title, employer's name, skills or facts: not only by the text. */
  isStated: boolean;
};

/** The bit of a clause in `TitleFit.inTitle`; the last bit stands for all further ones. */
export const bitOfClause = (clause: number): number => 1 << Math.min(clause, 30);

const none: TitleFit = { together: 0, role: 0, focus: 0, employer: 0, isOwn: false, inTitle: 0, isStated: false };

/** Clauses that cover more than this share of a name are looking for it. */
const leastOfName = 0.5;

/** Words of a title that are read: one bit each in a 32-bit mask. */
const maxWords = 31;

/** The result of `cover`; one shared object, since a search reads tens of thousands of titles. */
const covering = { mask: 0, weight: 0 };

/**
 * Measures an entry's title by the variants of a keyword's clauses; `at` is the number of its collection. Clauses met
 * by the facts of the job ("part time", its town) need not be met by the title.
 */
export function titleFit(
  index: Heads,
  entry: number,
  { clauses, at }: { clauses: ResolvedClauses['located']; at: number },
): TitleFit {
  const { stream, bounds, steps: after } = index;
  const start = bounds[entry * headFields] ?? 0;
  const nameStart = bounds[entry * headFields + 1] ?? 0;
  const end = Math.min(start + maxWords, nameStart);
  const nameEnd = Math.min(nameStart + maxWords, bounds[entry * headFields + 2] ?? 0);
  let named = 0;
  let employers = 0;
  let covered = 0;
  let weight = 0;
  let met = 0;
  let inTitle = 0;
  let isComplete = true;
  let isStated = true;
  for (let clause = 0; clause < clauses.length; clause++) {
    const variants = clauses[clause] ?? [];
    cover(stream, { start, end, field: 0 }, { variants, at });
    if (covering.mask !== 0) {
      covered |= covering.mask;
      weight += covering.weight;
      met++;
      inTitle |= bitOfClause(clause);
      continue;
    }
    cover(stream, { start: nameStart, end: nameEnd, field: companyBit }, { variants, at });
    if (covering.mask !== 0) {
      named |= covering.mask;
      employers++;
    } else if (!isInField(index, entry, { variants, at, field: factsField })) {
      isComplete = false;
      isStated &&= isInField(index, entry, { variants, at, field: tagsField });
    }
  }
  const isNamed = named !== 0 && countBits(named) > leastOfName * (nameEnd - nameStart);
  if (named !== 0 && !isNamed) {
    isComplete = false;
    isStated = false;
  }
  const employer = isNamed ? employers / clauses.length : 0;
  if (employer === 1)
    return {
      together: 1,
      role: 1,
      focus: countBits(named) / (nameEnd - nameStart),
      employer,
      isOwn: true,
      inTitle,
      isStated,
    };
  if (covered === 0) return { ...none, employer, isStated };
  const low = covered & -covered;
  const isOneRun = (covered & (covered + low)) === 0;
  const share = weight / met;
  const title = { start, length: end - start };
  return {
    together: isComplete && isOneRun ? share : 0,
    role: share * roleOf(stream, title, { covered, after }),
    focus: (share * countBits(covered)) / wordsIn(stream, title),
    employer,
    isOwn: isComplete && share === 1,
    inTitle,
    isStated,
  };
}

const factsField = indexedFields.indexOf('facts');
const tagsField = indexedFields.indexOf('tags');
const companyBit = bitOf(indexedFields.indexOf('company'));

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

/** The words of a field, from `start` up to `end`; `field` is its bit if a variant may ignore it. */
type FieldWords = { start: number; end: number; field: number };

/** The variants of a clause, and the number of the collection to compare with. */
type Sought = { variants: ResolvedClauses['located'][number]; at: number };

/** Sets `covering` to the words covered by the first, best variant found among them, one bit each, and its weight. */
function cover(stream: Words, { start, end, field }: FieldWords, { variants, at }: Sought): void {
  for (let number = 0; number < variants.length; number++) {
    const variant = variants[number];
    if (variant === undefined || (variant.ignored & field) !== 0 || !hasAll(variant.lists, at)) continue;
    const first = variant.lists[0]?.[at] ?? 0;
    for (let word = start; word + variant.lists.length <= end; word++) {
      if (stream[word] !== first) continue;
      const reach = variant.lists.length === 1 ? 1 : reachOf(stream, variant, { start: word, end, at });
      if (reach === 0) continue;
      covering.mask = ((1 << reach) - 1) << (word - start);
      covering.weight = variant.weight;
      return;
    }
  }
  covering.mask = 0;
}

const reachOf = (
  stream: Words,
  { lists }: LocatedVariant,
  { start, end, at }: { start: number; end: number; at: number },
): number => runLength(stream, numbersIn(lists, at), { start, end, across: true });

/** Whether a field of an entry has a variant of a clause. */
function isInField(index: Heads, entry: number, { variants, at, field }: Sought & { field: number }): boolean {
  for (const { lists } of variants)
    if (hasAll(lists, at) && hasPhraseInHead(index, numbersIn(lists, at), { entry, field })) return true;
  return false;
}
