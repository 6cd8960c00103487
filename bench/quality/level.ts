import { levels } from '../../shared/words/words.js';
import { readLevel } from '../../worker/normalise/classify/level.js';
import type { Row } from './row.js';
import { wordCases, wordRows } from './words.js';

/** How far along a career a job is. */
export async function measureLevel(): Promise<Row[]> {
  return ['tuning', 'held-out'].flatMap((set) =>
    wordRows(
      { fact: 'level', set, words: levels },
      wordCases(`level-${set}`, (told) => readLevel(told)?.value ?? null),
    ),
  );
}
