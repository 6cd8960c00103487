import { workplaces } from '../../shared/words/words.js';
import { readWorkplace } from '../../worker/normalise/classify/workplace.js';
import type { Row } from './row.js';
import { type Told, wordCases, wordRows } from './words.js';

const read = (told: Told) => readWorkplace({ ...told, location: null, hasRemoteRegions: false })?.value ?? null;

/** Where the work is done, as stated, in titles and in descriptions; locations are measured with the places. */
export async function measureWorkplace(): Promise<Row[]> {
  return ['tuning', 'held-out'].flatMap((set) =>
    wordRows({ fact: 'workplace', set, words: workplaces }, wordCases(`workplace-${set}`, read)),
  );
}
