import type { z } from 'zod';
import type { Posting } from '../posting.js';
import { type PageRequest, sourceChanged } from '../source.js';
import { readStated } from './read-stated.js';

/**
 * Parses each entry of a list separately: entries of unknown shape, and those that cannot be made into a posting, are reported
 * in `flaws` and the others are kept. When none can be read, the source has changed.
 */
export function readEntries<Entry>(
  entries: readonly unknown[],
  schema: z.ZodType<Entry>,
  asPosting: (entry: Entry) => Posting,
): { postings: Posting[]; flaws: string[]; unread?: string[] } {
  const { found, flaws, unread } = readEach(entries, schema, { noun: 'Posting', make: asPosting });
  if (found.length === 0 && flaws[0] !== undefined) throw sourceChanged('postings of the known shape', flaws[0]);
  return { postings: found, flaws, ...(unread && { unread }) };
}

/**
 * Converts each entry of a list. `flaws` say why some could not be read, and `unread` has the ids of those that only lack a title.
 * `noun` is what an entry is called there.
 */
export function readEach<Entry, Made extends Posting | PageRequest>(
  entries: readonly unknown[],
  schema: z.ZodType<Entry>,
  { noun, make }: { noun: string; make: (entry: Entry) => Made },
): { found: Made[]; flaws: string[]; unread?: string[] } {
  const found: Made[] = [];
  const flaws: string[] = [];
  const unread: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const { value, problem } = readStated(entry, schema);
    try {
      if (problem === null) found.push(make(value));
      else {
        flaws.push(`${noun} ${index + 1}: ${problem}`);
        unread.push(...idsOf(entry, schema, make));
      }
    } catch (error) {
      flaws.push(`${noun} ${index + 1}: ${error instanceof Error ? error.message : 'cannot be read'}`);
    }
  }
  return { found, flaws, ...(unread.length > 0 && { unread }) };
}

/** Stand in for a needed member, as text or as an address. */
const substitutes = ['0', 'https://unread.invalid/0'];

/** The ids that an entry would have, were the members there that it lacks. */
function idsOf<Entry>(
  entry: unknown,
  schema: z.ZodType<Entry>,
  make: (entry: Entry) => Posting | PageRequest,
): string[] {
  return substitutes.flatMap((substitute) => {
    const { value } = readStated(entry, schema, substitute);
    if (value === null) return [];
    const made = make(value);
    const posting = 'role' in made ? made.listed : made;
    return [posting?.sourceJobId ?? posting?.url ?? made.url];
  });
}
