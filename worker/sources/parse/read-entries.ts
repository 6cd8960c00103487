import type { z } from 'zod';
import type { Posting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';

/**
 * Parses each entry of a list separately: entries of unknown shape are reported in `flaws` and the others are kept. When
 * all entries have an unknown shape, the source has changed.
 */
export function readEntries<Entry>(
  entries: readonly unknown[],
  schema: z.ZodType<Entry>,
  asPosting: (entry: Entry) => Posting,
): { postings: Posting[]; flaws: string[] } {
  const postings: Posting[] = [];
  const flaws: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = schema.safeParse(entry);
    if (read.success) postings.push(asPosting(read.data));
    else flaws.push(`Posting ${index + 1}: ${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}`);
  }
  if (postings.length === 0 && flaws[0] !== undefined) throw sourceChanged('postings of the known shape', flaws[0]);
  return { postings, flaws };
}
