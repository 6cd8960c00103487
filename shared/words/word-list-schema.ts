import { z } from 'zod';
import type { Vocabulary } from './vocabulary.js';
import { listPattern, type ValueList } from './vocabulary.js';

/** A canonical list of the words of a vocabulary. */
export const wordListSchema = <Word extends string>(words: Vocabulary<Word>): z.ZodType<ValueList<Word>, string> =>
  z.string().regex(listPattern(words)) as unknown as z.ZodType<ValueList<Word>, string>;
