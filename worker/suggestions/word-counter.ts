import { plainLetters, tidyText } from '../../shared/words/text.js';

/** Longer texts are not suggested. */
const longest = 80;

/** Words are forgotten when there are so many times as many as are listed. */
const slack = 4;

export type WordCounter = {
  /** Counts `jobs` more postings with a word, which end before an hour (since the epoch) or not by themselves. */
  add(word: string, jobs?: number, endHour?: number): void;
  /** The most frequent words, at most `most`; of equally frequent ones those that came first. `ends`: postings by the hour. */
  list(): CountedWord[];
};

export type CountedWord = { word: string; jobs: number; ends: ReadonlyMap<number, number> };

/** Of words whose postings do not end by themselves: most have no map of their own. */
const noEnds: ReadonlyMap<number, number> = new Map();

type Count = { word: string; jobs: number; ends: Map<number, number> | null };

/**
 * Counts words in bounded memory: the rarest are forgotten when there are too many, so the count of a word that was rare at
 * first may be too low. Spellings that differ in case and marks are one word, written as it came first.
 */
export function createWordCounter(most: number): WordCounter {
  const counts = new Map<string, Count>();
  const busiest = (): [string, Count][] =>
    [...counts].sort(([, one], [, other]) => other.jobs - one.jobs).slice(0, (most * slack) / 2);
  return {
    add(word, jobs = 1, endHour = Number.POSITIVE_INFINITY) {
      if (word.length > longest) return;
      const text = tidyText(word);
      const key = plainLetters(text);
      if (key === '') return;
      const known = counts.get(key);
      if (known === undefined && counts.size >= most * slack) {
        const kept = busiest();
        counts.clear();
        for (const [each, value] of kept) counts.set(each, value);
      }
      const count = known ?? { word: text, jobs: 0, ends: null };
      if (known === undefined) counts.set(key, count);
      count.jobs += jobs;
      if (!Number.isFinite(endHour)) return;
      count.ends ??= new Map();
      count.ends.set(endHour, (count.ends.get(endHour) ?? 0) + jobs);
    },
    list: () =>
      [...counts.values()]
        .sort((one, other) => other.jobs - one.jobs)
        .slice(0, most)
        .map(({ word, jobs, ends }) => ({ word, jobs, ends: ends ?? noEnds })),
  };
}
