import { type ValueList, wordsIn } from '../../../shared/words/word-list.js';
import { jobTypes, levels, workplaces } from '../../../shared/words/words.js';

const bitIn = <Word extends string>(words: readonly Word[]): ((word: Word | null) => number) => {
  if (words.length > 8) throw new Error(`A column has eight bits an item: ${words.length} words do not fit.`);
  const bits = new Map(words.map((word, at) => [word, 1 << at]));
  return (word) => (word === null ? 0 : (bits.get(word) ?? 0));
};

/** The bit of a word in its column. */
export const wordBit = {
  workplace: bitIn(workplaces.words),
  jobType: bitIn(jobTypes.words),
  level: bitIn(levels.words),
} as const;

/** The bits of the words of a list, by the function that gives that of one word. */
export const maskOf = <Word extends string>(list: ValueList<Word>, bitOf: (word: Word) => number): number =>
  wordsIn(list).reduce((mask, word) => mask | bitOf(word), 0);
