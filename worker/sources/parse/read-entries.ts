import type { z } from 'zod';
import type { Posting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
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
 * Converts each entry of a list. `flaws` say why some could not be read, and `unread` has the ids that these may have. `noun` is what
 * an entry is called there.
 */
export function readEach<Entry, Made>(
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
      if (problem === null) {
        found.push(make(value));
        continue;
      }
      flaws.push(`${noun} ${index + 1}: ${problem}`);
    } catch (error) {
      flaws.push(`${noun} ${index + 1}: ${error instanceof Error ? error.message : 'cannot be read'}`);
    }
    unread.push(...possibleIds(entry));
  }
  return { found, flaws, ...(unread.length > 0 && { unread }) };
}

const longestId = 200;
const mostIds = 40;

/** The short texts and numbers of an entry, one of which is its id in most systems. */
function possibleIds(entry: unknown): string[] {
  const values = typeof entry === 'object' && entry !== null ? Object.values(entry) : [];
  return values
    .filter((value) => typeof value === 'number' || (typeof value === 'string' && value.length <= longestId))
    .slice(0, mostIds)
    .map((value) => String(value).trim());
}
