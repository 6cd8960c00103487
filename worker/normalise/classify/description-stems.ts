import { stemsOf } from '../languages/read-table.js';
import { inOneByte } from '../text/one-byte.js';
import { createStemSearch, type StemHits } from './stem-index.js';

/** Maximum characters read of a description; later text is about the company and its benefits. */
const readAtMost = 20_000;

/** The readers that read sentences of a description, each with its own stems. */
export type StemReader = 'workplace' | 'jobType' | 'level' | 'facts' | 'hours';

const search = createStemSearch<StemReader>({
  workplace: stemsOf('workplace'),
  jobType: stemsOf('jobType'),
  level: stemsOf('level'),
  facts: [...stemsOf('facts'), ...stemsOf('sections')],
  hours: stemsOf('hours'),
});

/** The part of a description that is read, in lower case, and the indices of each reader's stems in it. */
export type ReadDescription = { lower: string; hits: StemHits<StemReader> };

/** The last description, because all its facts are read in a row. */
let last: ReadDescription & { description: string } = { description: '', lower: '', hits: search('') };

/** Finds the stems of all readers in one pass over a description; the result is reused for all its facts. */
export function readStems(description: string): ReadDescription {
  if (last.description !== description) {
    const lower = inOneByte(description.slice(0, readAtMost)).toLowerCase();
    last = { description, lower, hits: search(lower) };
  }
  return last;
}
