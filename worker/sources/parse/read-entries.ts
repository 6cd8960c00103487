import type { z } from 'zod';
import type { Posting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';

/**
 * Parses each entry of a list separately: entries of unknown shape, and those that cannot be made into a posting, are reported
 * in `flaws` and the others are kept. When none can be read, the source has changed.
 */
export function readEntries<Entry>(
  entries: readonly unknown[],
  schema: z.ZodType<Entry>,
  asPosting: (entry: Entry) => Posting,
): { postings: Posting[]; flaws: string[] } {
  const { found, flaws } = readEach(entries, schema, { noun: 'Posting', make: asPosting });
  if (found.length === 0 && flaws[0] !== undefined) throw sourceChanged('postings of the known shape', flaws[0]);
  return { postings: found, flaws };
}

/** What is made of each entry of a list; `flaws` say why it cannot be made of some. `noun` is what an entry is called there. */
export function readEach<Entry, Made>(
  entries: readonly unknown[],
  schema: z.ZodType<Entry>,
  { noun, make }: { noun: string; make: (entry: Entry) => Made },
): { found: Made[]; flaws: string[] } {
  const found: Made[] = [];
  const flaws: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = schema.safeParse(entry);
    try {
      if (read.success) found.push(make(read.data));
      else
        flaws.push(`${noun} ${index + 1}: ${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}`);
    } catch (error) {
      flaws.push(`${noun} ${index + 1}: ${error instanceof Error ? error.message : 'cannot be read'}`);
    }
  }
  return { found, flaws };
}
