import { distance } from 'fastest-levenshtein';
import type { Corpus } from '../corpus/corpus.js';
import { bitOf, type CollectionIndex, eachOccurrence } from '../index/collection-index.js';
import { wordKey } from '../index/word-table.js';

/** A word that is similar to another: how many postings have it (in their titles, when titles were asked for), and how far it is. */
export type NearWord = { word: string; postings: number; edits: number };

/**
 * Words of texts compared with one slip, some 5 ms: those of the first collections. A word that many postings have is in some of
 * them; how many have it is counted in all.
 */
const textWordsAtMost = 500_000;

/**
 * The most similar word of the titles, or of all that postings say; of equally similar ones that of the most postings. `null`
 * when none is similar.
 */
export function nearestWord(
  word: string,
  corpus: Corpus,
  { errors: atMost, among }: { errors: number; among: 'titles' | 'texts' },
): NearWord | null {
  const key = wordKey(word);
  const near = new Map<string, { postings: number; edits: number }>();
  let budget = textWordsAtMost;
  for (const { index } of corpus.collections) {
    const compare = (number: number): void => {
      if (!index.words.isAlike(number, key, atMost)) return;
      const other = index.words.wordAt(number);
      const found = near.get(other) ?? { postings: 0, edits: other === word ? Infinity : editsBetween(word, other) };
      near.set(other, found);
      if (found.edits > atMost) return;
      if (among === 'titles') found.postings += titlesWith(index, number);
      else if (found.postings === 0) found.postings = postingsOf(corpus, other);
    };
    if (among === 'titles') for (const number of index.titleWords) compare(number);
    else {
      budget -= index.words.size;
      if (budget < 0) break;
      for (let number = 1; number <= index.words.size; number++) compare(number);
    }
  }
  const [nearest] = [...near]
    .filter(([, { postings }]) => postings > 0)
    .sort(([a, one], [b, two]) => one.edits - two.edits || two.postings - one.postings || (a < b ? -1 : 1));
  return nearest === undefined ? null : { word: nearest[0], ...nearest[1] };
}

/** The edit distance of two words, two swapped letters counting as one edit. */
function editsBetween(one: string, other: string): number {
  const edits = distance(one, other);
  if (edits !== 2 || one.length !== other.length) return edits;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return one[at] === other[at + 1] && one[at + 1] === other[at] ? 1 : edits;
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

/** How many postings have a word; copies on several boards count separately. */
function postingsOf({ collections, words }: Corpus, word: string): number {
  let postings = 0;
  for (const [at, number] of words.numbersOf(word).entries()) {
    const index = collections[at]?.index;
    if (number > 0 && index !== undefined) eachOccurrence(index, number, () => postings++);
  }
  return postings;
}
