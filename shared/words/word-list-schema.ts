import { z } from 'zod';
import type { Vocabulary } from './vocabulary.js';
import { listPattern, type WordList } from './word-list.js';

/** A canonical list of the words of a vocabulary. */
export const wordListSchema = <Word extends string>(words: Vocabulary<Word>): z.ZodType<WordList<Word>, string> =>
  z.string().regex(listPattern(words)) as unknown as z.ZodType<WordList<Word>, string>;
