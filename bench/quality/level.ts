import { levels } from '../../shared/words/words.js';
import { readLevel } from '../../worker/normalise/classify/level.js';
import type { Row } from './row.js';
import { wordCases, wordRows } from './words.js';

/** The career level of a job. */
export async function measureLevel(): Promise<Row[]> {
  return ['tuning', 'held-out'].flatMap((set) =>
    wordRows(
      { fact: 'level', set, words: levels },
      wordCases(`level-${set}`, (told) => readLevel(told)?.value ?? null),
    ),
  );
}
