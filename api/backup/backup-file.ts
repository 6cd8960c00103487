import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { CommandError } from '../../shared/cli/command-error.js';
import { backupParts, isOf, type KeptKey } from './kept-keys.js';

/** The version of the format; a change that an older release would misread raises it. */
export const fileVersion = 1;

/** Elements of a hash, set or sorted set in one line; a larger one takes several lines. */
const mostElements = 5000;

const textOrBytes = z.union([z.string(), z.strictObject({ base64: z.base64() })]);
const headSchema = z.looseObject({
  format: z.literal('job-search backup'),
  version: z.int(),
  release: z.string(),
  at: z.iso.datetime(),
});
const rowSchema = z.strictObject({
  part: z.enum(backupParts),
  key: z.string(),
  type: z.enum(['string', 'hash', 'set', 'zset']),
  /** The text; the members; or `field, value, …` and `member, score, …`. */
  value: z.array(textOrBytes).min(1),
  expiresAt: z.int().optional(),
});
const endSchema = z.strictObject({ end: z.literal(true), rows: z.int() });

/** A line of the file: a Redis key, or a part of a large one. `expiresAt`: epoch milliseconds. */
export type Row = z.infer<typeof rowSchema>;
export type Head = z.infer<typeof headSchema>;

/** The first line of a backup. */
export const headLine = (release: string, now: Date): string =>
  JSON.stringify({ format: 'job-search backup', version: fileVersion, release, at: now.toISOString() } satisfies Head);

/** The last line: without it, the file is not whole. */
export const endLine = (rows: number): string =>
  JSON.stringify({ end: true, rows } satisfies z.infer<typeof endSchema>);

/** The rows of one key. */
export function backupRows(
  part: Row['part'],
  { key, type }: KeptKey,
  { values, expiresAt }: { values: readonly Buffer[]; expiresAt: number | null },
): Row[] {
  const rows: Row[] = [];
  for (let from = 0; from < values.length; from += mostElements)
    rows.push({
      ...{ part, key, type, value: values.slice(from, from + mostElements).map(toText) },
      ...(expiresAt === null ? {} : { expiresAt }),
    });
  return rows;
}

const toText = (value: Buffer): z.infer<typeof textOrBytes> =>
  isUtf8(value) ? value.toString() : { base64: value.toString('base64') };

/** The values of a row as Redis takes them. */
export const valuesOf = ({ value }: Row): Buffer[] =>
  value.map((each) => (typeof each === 'string' ? Buffer.from(each) : Buffer.from(each.base64, 'base64')));

/**
 * Reads a backup line by line: its head, then each row is given to `use`. Throws a CommandError when it is none, of another
 * version, or not whole; rows are given before the end is known, so that a file is read once to check it and once to use it.
 */
export async function readBackup(path: string, use: (row: Row) => void | Promise<void>): Promise<Head> {
  const file = createReadStream(path);
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error));
  const lines = createInterface({ input: file.pipe(unpacked), crlfDelay: Number.POSITIVE_INFINITY });
  let head: Head | null = null;
  let end: number | null = null;
  let rows = 0;
  try {
    for await (const line of lines) {
      const data: unknown = JSON.parse(line);
      if (head === null) head = readHead(data);
      else if (end !== null) throw new CommandError('It goes on after its end.');
      else {
        const last = endSchema.safeParse(data);
        if (last.success) end = last.data.rows;
        else {
          await use(readRow(data));
          rows++;
        }
      }
    }
  } catch (error) {
    throw new CommandError(`${path} is not a whole backup: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    file.destroy();
  }
  if (head === null || end !== rows) throw new CommandError(`${path} is not a whole backup: its end is missing.`);
  return head;
}

function readHead(data: unknown): Head {
  const head = headSchema.safeParse(data);
  if (!head.success) throw new CommandError('it does not begin as one.');
  if (head.data.version !== fileVersion)
    throw new CommandError(
      `it has version ${head.data.version}, written by release ${head.data.release}; this release reads version ${fileVersion}.`,
    );
  return head.data;
}

function readRow(data: unknown): Row {
  const row = rowSchema.safeParse(data);
  if (!row.success || (row.data.type === 'string' && row.data.value.length !== 1))
    throw new Error('a line is damaged.');
  const isPaired = row.data.type === 'hash' || row.data.type === 'zset';
  if (isPaired && row.data.value.length % 2 === 1) throw new Error('a line is damaged.');
  if (!isOf(row.data.part, row.data.key)) throw new Error('a line names a key that no backup has.');
  return row.data;
}
