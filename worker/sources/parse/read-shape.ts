import type { z } from 'zod';
import { type PageRequest, type PageResponse, sourceChanged } from '../source.js';
import { readEach } from './read-entries.js';
import { readJson } from './read-json.js';

/** Parses a response as JSON of a known shape. Any other throws `sourceChanged`, which names the `expected` shape. */
export function readShape<Shape>(response: PageResponse, schema: z.ZodType<Shape>, expected: string): Shape {
  return asShape(readJson(response), schema, expected);
}

/** A value of a known shape; any other throws `sourceChanged`, which names the `expected` shape. */
export function asShape<Shape>(value: unknown, schema: z.ZodType<Shape>, expected: string): Shape {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw sourceChanged(expected, JSON.stringify(value)?.slice(0, 80) ?? 'nothing');
}

/**
 * The detail requests of a listing's entries. Entries that cannot be read are reported in `flaws` and the others are kept; when
 * none can be read, the source has changed.
 */
export function readListed<Entry>(
  entries: readonly unknown[],
  schema: z.ZodType<Entry>,
  asRequest: (entry: Entry) => PageRequest,
): { follow: PageRequest[]; flaws: string[]; unread?: string[] } {
  const { found, flaws, unread } = readEach(entries, schema, { noun: 'Entry', make: asRequest });
  if (found.length === 0 && flaws[0] !== undefined) throw sourceChanged('entries of the known shape', flaws[0]);
  return { follow: found, flaws, ...(unread && { unread }) };
}
