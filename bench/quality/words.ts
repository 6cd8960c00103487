import type { Vocabulary } from '../../shared/words/vocabulary.js';
import { baselineWord } from './baseline.js';
import { labelled, wordRow } from './labelled.js';
import { type Row, rowOf } from './row.js';

/** The inputs of a word: stated texts, a title, a description. */
export type Told = { stated: string[]; title: string; description: string };

/** One case of a word: the inputs, the label and the parsed word. */
export type WordCase<Word extends string> = { told: Told; expected: string | null; read: Word | null };

/** The cases of our own set of a fact, read. */
export function wordCases<Word extends string>(name: string, read: (told: Told) => Word | null): WordCase<Word>[] {
  return labelled(name, wordRow).map(({ expected, ...told }) => ({ told, expected, read: read(told) }));
}

/** Two rows for a set of words: right or rightly null, and never another word than the right one. */
export function wordRows<Word extends string>(
  { fact, set, words }: { fact: string; set: string; words: Vocabulary<Word> },
  cases: readonly WordCase<Word>[],
): Row[] {
  const both = cases.map(({ told: { stated, title, description }, expected, read }) => {
    const simple = baselineWord(words, [...stated, title, description]);
    return {
      right: { ours: read === expected, baseline: simple === expected },
      notWrong: {
        ours: read === null || read === expected,
        baseline: simple === null || simple === expected,
      },
    };
  });
  const about = { fact, set };
  return [
    rowOf(
      { ...about, measure: 'right, or rightly null', target: 0.97 },
      both.map(({ right }) => right),
    ),
    rowOf(
      { ...about, measure: 'not wrong (right, or null)', target: 0.99 },
      both.map(({ notWrong }) => notWrong),
    ),
  ];
}
