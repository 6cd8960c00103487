import { distance } from 'fastest-levenshtein';
import { bitOf, type CollectionIndex, fieldsOf, numbersOf } from './collection-index.js';
import type { Corpus } from './corpus.js';
import { type Clause, type Keyword, readKeyword } from './keyword.js';

/** Shorter words are left as they are: too many others are near. */
const shortest = 6;

/** From so many letters on a word may have two slips. */
const longFrom = 9;

/**
 * The keyword with slips put right, and a sentence for each. A word is taken for a slip when no job has it in any
 * wording, and a word of some title is one or two letters away; quoted and forbidden words are never touched.
 */
export function correctKeyword(text: string, corpus: Corpus): { keyword: Keyword; notices: string[] } {
  const keyword = readKeyword(text);
  let corrected = text;
  const notices: string[] = [];
  for (const { clauses } of keyword.readings)
    for (const clause of clauses) {
      const word = slipOf(clause, corpus);
      const better = word === null ? null : nearestTitleWord(word, corpus);
      if (better === null) continue;
      corrected = corrected.replaceAll(clause.written, better);
      notices.push(`No job has "${clause.written}", so these are the jobs for "${better}".`);
    }
  return notices.length === 0
    ? { keyword, notices }
    : { keyword: readKeyword(corrected), notices: [...new Set(notices)] };
}

/** The word of a clause that may be a slip; `null` when it is none. */
function slipOf({ isExact, wordings }: Clause, { collections }: Corpus): string | null {
  const [own] = wordings;
  const [word = '', ...more] = own?.words ?? [];
  if (isExact || more.length > 0 || word.length < shortest || !/^\p{L}+$/u.test(word)) return null;
  const isKnown = collections.some(({ index }) => wordings.some(({ words }) => numbersOf(index, words) !== null));
  return isKnown ? null : word;
}

/** The title's word nearest to a word, of equally near ones that of the most titles; `null` when none is near. */
function nearestTitleWord(word: string, { collections }: Corpus): string | null {
  const atMost = word.length >= longFrom ? 2 : 1;
  const near = new Map<string, number>();
  for (const { index } of collections)
    for (const [other, number] of index.words) {
      if (other[0] !== word[0] || Math.abs(other.length - word.length) > atMost) continue;
      if (slips(word, other) <= atMost) near.set(other, (near.get(other) ?? 0) + titlesWith(index, number));
    }
  const [nearest] = [...near]
    .filter(([, titles]) => titles > 0)
    .sort(([a, many], [b, more]) => slips(word, a) - slips(word, b) || more - many || (a < b ? -1 : 1));
  return nearest?.[0] ?? null;
}

/** How many slips of the fingers part two words: edits, two letters that changed places counting as one. */
function slips(one: string, other: string): number {
  const edits = distance(one, other);
  if (edits !== 2 || one.length !== other.length) return edits;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return one[at] === other[at + 1] && one[at + 1] === other[at] ? 1 : edits;
}

function titlesWith({ from, stands }: CollectionIndex, word: number): number {
  let titles = 0;
  for (let at = from[word] ?? 0; at < (from[word + 1] ?? 0); at++) if (fieldsOf(stands[at] ?? 0) & bitOf(0)) titles++;
  return titles;
}
