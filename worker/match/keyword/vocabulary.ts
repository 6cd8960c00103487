import type { Corpus } from '../corpus/corpus.js';
import { type NearWord, nearestWord, postingsIn, titlesIn, writtenInTitles } from './nearest-word.js';

/** What of the words of all postings decides whether a word is a misspelling. Copies on several boards count separately. */
export type HeldVocabulary = {
  /** How many postings have a word, or a number beyond `mostCounted`. */
  postingsWith(word: string): number;
  /** How many titles have a word. */
  titlesWith(word: string): number;
  /** Whether any collection has all of these words, not necessarily in one posting. */
  hasAll(words: readonly string[]): boolean;
  /** `nearestWord` */
  nearest(word: string, options: { errors: number; among: 'titles' | 'texts' }): NearWord | null;
  /** `writtenInTitles` */
  writtenInTitles(word: string, slip: string): string | null;
};

/** A word that more postings have is common: they need not be counted. */
export const mostCounted = 5;

/** The words of a corpus. */
export const vocabularyOf = (corpus: Corpus): HeldVocabulary => ({
  postingsWith: (word) => postingsIn(corpus, word, mostCounted),
  titlesWith: (word) => titlesIn(corpus, word),
  hasAll(words) {
    const lists = words.map((word) => corpus.words.numbersOf(word));
    return corpus.collections.some((_, at) => lists.every((numbers) => numbers[at] !== 0));
  },
  nearest: (word, options) => nearestWord(word, corpus, options),
  writtenInTitles: (word, slip) => writtenInTitles(corpus, word, slip),
});
