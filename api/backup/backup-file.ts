import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { keyRecordSchema } from '../../shared/auth/key-store.js';
import { CommandError } from '../../shared/cli/arguments.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { backupParts, type KeptKey, keptTypeOf } from './kept-keys.js';

/** The version of the format; a change that an older release would misread raises it. */
export const fileVersion = 1;

/** Elements of a hash, set or sorted set in one line, and roughly their bytes; a larger one takes several lines. */
const mostElements = 5000;
const mostBytes = 4_000_000;

/** Longest line read, in bytes: a file of a megabyte may unpack to gigabytes, too much for any process. */
const longestLine = 64_000_000;

const textOrBytes = z.union([z.string(), z.strictObject({ base64: z.base64() })]);
const headSchema = z.looseObject({
  format: z.literal('job-search backup'),
  version: z.int(),
  release: z.string(),
  at: z.iso.datetime(),
});
const rowSchema = z.strictObject({
  part: z.enum(backupParts),
  key: z.string().max(1000),
  type: z.enum(['string', 'hash', 'set', 'zset']),
  /** The text; the members; or `field, value, …` and `member, score, …`. */
  value: z.array(textOrBytes).min(1).max(mostElements),
  /** No later than the last moment that a Date can represent. */
  expiresAt: z.int().positive().max(8.64e15).optional(),
});
const endSchema = z.strictObject({ end: z.literal(true), rows: z.int() });

/** A line of the file: a Redis key, or a part of a large one. `expiresAt`: epoch milliseconds. */
export type Row = z.infer<typeof rowSchema>;
export type Head = z.infer<typeof headSchema>;

/** The first line of a backup. */
export const headLine = (release: string, now: Date): string =>
  JSON.stringify({ format: 'job-search backup', version: fileVersion, release, at: now.toISOString() } satisfies Head);

/** The last line: without it, the file is incomplete. */
export const endLine = (rows: number): string =>
  JSON.stringify({ end: true, rows } satisfies z.infer<typeof endSchema>);

/** The rows of one key. */
export function backupRows(
  part: Row['part'],
  { key, type }: KeptKey,
  { values, expiresAt }: { values: readonly Buffer[]; expiresAt: number | null },
): Row[] {
  const rows: Row[] = [];
  const add = (value: readonly Buffer[]): void => {
    rows.push({ part, key, type, value: value.map(toText), ...(expiresAt === null ? {} : { expiresAt }) });
  };
  let from = 0;
  let bytes = 0;
  for (const [at, value] of values.entries()) {
    // A field and its value, or a member and its score, stay together.
    if (at % 2 === 0 && at > from && (at - from >= mostElements || bytes + value.length > mostBytes)) {
      add(values.slice(from, at));
      [from, bytes] = [at, 0];
    }
    bytes += value.length;
  }
  if (from < values.length) add(values.slice(from));
  return rows;
}

const toText = (value: Buffer): z.infer<typeof textOrBytes> =>
  isUtf8(value) ? value.toString() : { base64: value.toString('base64') };

/** The values of a row, as arguments for Redis. */
export const valuesOf = ({ value }: Row): Buffer[] =>
  value.map((each) => (typeof each === 'string' ? Buffer.from(each) : Buffer.from(each.base64, 'base64')));

/**
 * Reads a backup line by line and passes each checked row to `use`. Throws a CommandError for a file that is no backup,
 * of another version, or incomplete. Rows are passed before the end is known, so a file is read twice.
 */
export async function readBackup(path: string, use: (row: Row) => void | Promise<void>): Promise<Head> {
  const read: Reading = { head: null, end: null, rows: 0 };
  const notWhole = (why: string) => new CommandError(`${path} is not a complete backup: ${why}`);
  const rows = rowsIn(path, read);
  const nextRow = async (): Promise<Row | undefined> => {
    try {
      return (await rows.next()).value ?? undefined;
    } catch (error) {
      throw notWhole(error instanceof Error ? error.message : String(error));
    }
  };
  for (let row = await nextRow(); row !== undefined; row = await nextRow()) {
    await use(row);
    read.rows++;
  }
  if (read.head === null || read.end !== read.rows) throw notWhole('its end is missing.');
  return read.head;
}

/** The part read so far; `end`: the number of rows according to the last line. */
type Reading = { head: Head | null; end: number | null; rows: number };

async function* rowsIn(path: string, read: Reading): AsyncGenerator<Row, undefined> {
  let line = 1;
  try {
    for await (const text of linesIn(path)) {
      const data: unknown = JSON.parse(text);
      if (read.end !== null) throw new Error('it continues after its end.');
      const last = endSchema.safeParse(data);
      if (read.head === null) read.head = readHead(data);
      else if (last.success) read.end = last.data.rows;
      else yield readRow(data);
      line++;
    }
  } catch (error) {
    if (error instanceof DamagedLine) error.message += ` (line ${line})`;
    throw error;
  }
}

/** The unpacked lines of a file, each of limited length. */
async function* linesIn(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const unpacked = createGunzip();
  file.on('error', (error) => unpacked.destroy(error));
  let parts: Buffer[] = [];
  let bytes = 0;
  const keep = (part: Buffer): void => {
    bytes += part.length;
    if (bytes > longestLine) throw new DamagedLine(`a line has more than ${longestLine} bytes.`);
    parts.push(part);
  };
  const whole = (): string => {
    const line = Buffer.concat(parts).toString();
    [parts, bytes] = [[], 0];
    return line;
  };
  try {
    for await (const chunk of file.pipe(unpacked) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
        keep(chunk.subarray(from, end));
        yield whole();
        from = end + 1;
      }
      keep(chunk.subarray(from));
    }
    if (bytes > 0) yield whole();
  } finally {
    file.destroy();
    unpacked.destroy();
  }
}

/** The defect of one line. */
class DamagedLine extends Error {}

function readHead(data: unknown): Head {
  const head = headSchema.safeParse(data);
  if (!head.success) throw new CommandError('it does not begin like a backup.');
  if (head.data.version !== fileVersion)
    throw new CommandError(
      `it has version ${head.data.version}, written by release ${head.data.release}; this release reads version ${fileVersion}.`,
    );
  return head.data;
}

function readRow(data: unknown): Row {
  const read = rowSchema.safeParse(data);
  if (!read.success) throw new DamagedLine('a line is damaged.');
  const { part, key, type, value } = read.data;
  const kept = keptTypeOf(part, key);
  if (kept === null) throw new DamagedLine('a line has a key that is never backed up.');
  if (kept !== type) throw new DamagedLine(`a line has ${key} as a ${type}; it is a ${kept}.`);
  const isPaired = type === 'hash' || type === 'zset';
  if ((type === 'string' && value.length !== 1) || (isPaired && value.length % 2 === 1))
    throw new DamagedLine('a line is damaged.');
  const problem = problemOf(read.data);
  if (problem !== null) throw new DamagedLine(`a line has ${problem}.`);
  return read.data;
}

/** A score as Redis writes and reads it. */
const score = /^[+-]?(?:inf|\d{1,400}(?:\.\d{1,400})?(?:e[+-]?\d{1,4})?)$/i;

/** Values that Redis, or the API, could not use; `null` = none. */
function problemOf(row: Row): string | null {
  const { key, type } = row;
  const seconds = (): string[] => valuesOf(row).flatMap((value, at) => (at % 2 === 1 ? [value.toString()] : []));
  if (type === 'zset' && !seconds().every((text) => score.test(text))) return `invalid scores of ${key}`;
  const isCount = key === redisKeys.apiKeysUsed || key.startsWith(redisKeys.apiKeyUsage(''));
  if (isCount && !seconds().every((text) => /^\d{1,16}$/.test(text))) return `invalid counts of ${key}`;
  if (keptTypeOf('keys', key) !== 'hash' || key.startsWith(redisKeys.apiKeys)) return null;
  const values = valuesOf(row).map(String);
  const record = Object.fromEntries(values.flatMap((name, at) => (at % 2 === 0 ? [[name, values[at + 1]]] : [])));
  return keyRecordSchema.safeParse(record).success ? null : `an API key (${key}) without its plan, owner or dates`;
}
