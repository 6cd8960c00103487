import { distance } from 'fastest-levenshtein';
import type { Corpus } from '../corpus/corpus.js';
import { bitOf, type CollectionIndex, eachOccurrence } from '../index/collection-index.js';
import { type WordKey, wordKey } from '../index/word-table.js';
import { tokensOf } from '../words/tokens.js';

/** A word similar to another: the number of postings with it (in titles, if those were requested), and its distance. */
export type NearWord = { word: string; postings: number; edits: number };

/**
 * Words of texts compared with one slip, some 5 ms: those of the first collections. A word in many postings is in some
 * of them; its postings are counted in all.
 */
const textWordsAtMost = 500_000;

/**
 * The most similar word in titles, or in all texts of postings; among equals that of the most postings. `null` = none
 * is similar.
 */
export function nearestWord(
  word: string,
  corpus: Corpus,
  { errors: atMost, among }: { errors: number; among: 'titles' | 'texts' },
): NearWord | null {
  const near = new Map<string, { postings: number; edits: number }>();
  const seen = new Set<string>();
  const compare = (other: string): void => {
    if (other === word || seen.has(other)) return;
    seen.add(other);
    const edits = editsBetween(word, other);
    if (edits > atMost) return;
    near.set(other, { postings: among === 'titles' ? titlesIn(corpus, other) : postingsIn(corpus, other), edits });
  };
  if (among === 'titles') eachTitleWord(corpus, word, { atMost, compare });
  else eachTextWord(corpus, word, { atMost, compare });
  return nearestOf([...near].map(([other, counts]) => ({ word: other, ...counts })));
}

/** The most similar of some words; among equals that of the most postings. `null` when no posting has any. */
export function nearestOf(words: readonly NearWord[]): NearWord | null {
  const held = words.filter(({ postings }) => postings > 0);
  held.sort((one, two) => one.edits - two.edits || two.postings - one.postings || (one.word < two.word ? -1 : 1));
  return held[0] ?? null;
}

/** Only words with the same first letter and a similar length are compared. */
type Compare = { atMost: number; compare: (other: string) => void };

function eachTitleWord(corpus: Corpus, word: string, { atMost, compare }: Compare): void {
  const { words, others } = corpus.words.titleWords();
  const key = wordKey(word);
  for (const other of words) if (isAlike(other, key, atMost)) compare(other);
  for (const { index } of others)
    for (const number of index.titleWords)
      if (index.words.isAlike(number, key, atMost)) compare(index.words.wordAt(number));
}

/** Like `WordTable.isAlike`, for a word not read from a table. */
function isAlike(other: string, { word, bytes }: WordKey, letters: number): boolean {
  const first = other.charCodeAt(0);
  if (first < 128 ? first !== bytes[0] : Buffer.from(other)[0] !== bytes[0]) return false;
  const length = surrogates.test(other) ? [...other].length : other.length;
  return Math.abs(length - word.length) <= letters;
}

const surrogates = /[\ud800-\udbff]/;

function eachTextWord({ collections }: Corpus, word: string, { atMost, compare }: Compare): void {
  const key = wordKey(word);
  let budget = textWordsAtMost;
  for (const { index } of collections) {
    budget -= index.words.size;
    if (budget < 0) break;
    for (let number = 1; number <= index.words.size; number++)
      if (index.words.isAlike(number, key, atMost)) compare(index.words.wordAt(number));
  }
}

/** The edit distance of two words, two swapped letters counting as one edit. */
export function editsBetween(one: string, other: string): number {
  const edits = distance(one, other);
  if (edits !== 2 || one.length !== other.length) return edits;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return one[at] === other[at + 1] && one[at + 1] === other[at] ? 1 : edits;
}

/** Titles read for the spelling of a word. */
const titlesRead = 10;

/**
 * The spelling of an indexed word in titles, in lower case: of a few titles that have it, the one nearest to a slip;
 * `null` when they have it only as part of longer words.
 */
export function writtenInTitles({ collections, words }: Corpus, word: string, slip: string): string | null {
  const titles: string[] = [];
  let left = titlesRead;
  for (const [at, number] of words.numbersOf(word).entries()) {
    const collection = number === 0 ? undefined : collections[at];
    if (collection === undefined) continue;
    eachOccurrence(collection.index, number, (entry, occurrence) => {
      if ((occurrence & bitOf(0)) === 0 || left-- <= 0) return;
      titles.push(collection.entryAt(entry).job.title);
    });
    if (left <= 0) break;
  }
  return spelledLike(titles, word, slip);
}

/** The spelling of an indexed word in titles, in lower case: the nearest to a slip; `null` = not a word there. */
export function spelledLike(titles: readonly string[], word: string, slip: string): string | null {
  const found = titles.flatMap((title) =>
    [
      ...title
        .normalize('NFC')
        .toLowerCase()
        .matchAll(/[\p{L}\p{N}]+/gu),
    ].flatMap(([piece]) => (tokensOf(piece).join(' ') === word ? [piece] : [])),
  );
  return found.sort((one, other) => distance(one, slip) - distance(other, slip))[0] ?? null;
}

/** How many titles have a word; copies on several boards count separately. */
export function titlesIn({ collections, words }: Corpus, word: string): number {
  let titles = 0;
  const numbers = words.numbersOf(word);
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? 0;
    const index = number === 0 ? undefined : collections[at]?.index;
    if (index !== undefined) titles += titlesWith(index, number);
  }
  return titles;
}

function titlesWith(index: CollectionIndex, word: number): number {
  let titles = 0;
  eachOccurrence(index, word, (_, occurrence) => {
    if (occurrence & bitOf(0)) titles++;
  });
  return titles;
}

/** How many postings have a word, or a number beyond `most`; copies on several boards count separately. */
export function postingsIn({ collections, words }: Corpus, word: string, most = Infinity): number {
  let postings = 0;
  for (const [at, number] of words.numbersOf(word).entries()) {
    const index = collections[at]?.index;
    if (number > 0 && index !== undefined) eachOccurrence(index, number, () => postings++);
    if (postings > most) break;
  }
  return postings;
}
