import { plainLetters, tidyText } from '../../shared/words/text.js';

/** Longer texts are not suggested. */
const longest = 80;

/** Words are forgotten when there are so many times as many as are listed. */
const slack = 4;

export type WordCounter = {
  /** Counts `jobs` more postings with a word. */
  add(word: string, jobs?: number): void;
  /** The most frequent words, at most `most`; of equally frequent ones those that came first. */
  list(): [word: string, jobs: number][];
};

/**
 * Counts words in bounded memory: the rarest are forgotten when there are too many, so the count of a word that was rare at
 * first may be too low. Spellings that differ in case and marks are one word, written as it came first.
 */
export function createWordCounter(most: number): WordCounter {
  const counts = new Map<string, [word: string, jobs: number]>();
  const busiest = (): [string, [string, number]][] =>
    [...counts].sort(([, [, one]], [, [, other]]) => other - one).slice(0, (most * slack) / 2);
  return {
    add(word, jobs = 1) {
      if (word.length > longest) return;
      const text = tidyText(word);
      const key = plainLetters(text);
      if (key === '') return;
      const known = counts.get(key);
      if (known !== undefined) {
        known[1] += jobs;
        return;
      }
      if (counts.size >= most * slack) {
        const kept = busiest();
        counts.clear();
        for (const [each, value] of kept) counts.set(each, value);
      }
      counts.set(key, [text, jobs]);
    },
    list: () =>
      [...counts.values()]
        .sort(([, one], [, other]) => other - one)
        .slice(0, most)
        .map(([word, jobs]) => [word, jobs]),
  };
}
