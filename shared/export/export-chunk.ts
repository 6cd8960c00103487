import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { subjectSchema, versionSchema } from '../queue/queues.js';
import { announce } from '../redis/listener.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisChannels, redisKeys } from '../redis/redis-keys.js';
import { jobSchema } from '../search/job.js';
import { descriptionForms } from '../words/words.js';

/**
 * Exports go through the openings in ranges of the first two characters of their ids, which are evenly distributed: a
 * position in an export means the same on every worker, whatever is added or removed.
 */
export const bucketCount = 62 * 62;

/** The bytes before the characters that are counted: `job_`. */
const prefix = 4;

/** The bucket of an id whose bytes begin at `start`; bytes that are not base62 digits count as 0. */
export const exportBucketAt = (bytes: Uint8Array, start: number): number =>
  62 * digitOf(bytes[start + prefix] ?? 0) + digitOf(bytes[start + prefix + 1] ?? 0);

/** The bucket of an id. */
export const exportBucketOf = (id: string): number =>
  62 * digitOf(id.charCodeAt(prefix)) + digitOf(id.charCodeAt(prefix + 1));

function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 65 && code <= 90) return code - 55;
  return code >= 97 && code <= 122 ? code - 61 : 0;
}

/** Approximate rows of a chunk. */
const chunkRows = 2000;

/** How many buckets make a chunk when `total` openings match. */
export const spanOf = (total: number): number =>
  Math.max(1, Math.min(bucketCount, Math.floor((bucketCount * chunkRows) / Math.max(1, total))));

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The first two characters of the ids in a bucket. */
export const bucketLetters = (bucket: number): string =>
  `${digits[Math.floor(bucket / 62)] ?? ''}${digits[bucket % 62] ?? ''}`;

/**
 * A position in an export: `round` counts its passes over the openings, the first sends all of them and later ones the
 * changes; `bucket` is where the pass continues; `attempt` names the response that sent the part before it.
 */
export type Cursor = { id: string; round: number; bucket: number; attempt: string };

/**
 * A cursor as clients see it, at most 120 characters: its position, and after `=`, where release 0.2 stops reading, an HMAC with
 * the secret of its export. Exports that release 0.2 began have no secret (`null`), and their cursors are not signed.
 */
export function writeCursor({ id, round, bucket, attempt }: Cursor, secret: string | null): string {
  const position = Buffer.from([id, round, bucket, attempt].join(' ')).toString('base64url');
  if (secret === null) return position;
  return `${position}=${createHmac('sha256', secret).update(position).digest('base64url').slice(0, 22)}`;
}

/** Whether an export with this secret issued this cursor, rather than a client. */
export function isGiven(text: string, cursor: Cursor, secret: string | null): boolean {
  const given = Buffer.from(writeCursor(cursor, secret));
  const came = Buffer.from(secret === null ? (text.split('=', 1)[0] ?? '') : text);
  return given.length === came.length && timingSafeEqual(given, came);
}

/** The maximum length of a cursor. */
export const cursorLength = 200;

const form = /^([\w-]{16,32}) (\d{1,9}) (\d{1,4}) ([\w-]{1,16})$/;

/** Reads the position of a cursor, which may be forged (`isGiven`); `null` = not a cursor. */
export function readCursor(text: string): Cursor | null {
  if (text.length > cursorLength) return null;
  const [, id, round, bucket, attempt] = form.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (id === undefined || attempt === undefined) return null;
  return { id, round: Number(round), bucket: Number(bucket), attempt };
}

/** The formats of an export: a line of JSON or CSV per opening. */
const exportFormats = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** A job of the queue `export`: one chunk to make, with the buckets from `from` up to `to`. */
export const exportJobSchema = z.object({
  v: versionSchema,
  /** The export, and the response that the chunk is for. */
  id: z.string(),
  attempt: z.string(),
  round: z.int().min(0),
  subject: subjectSchema,
  from: z.int().min(0),
  to: z.int().min(1),
  format: z.enum(exportFormats),
  /** Whether sent rows are recorded, so that later rounds send only changes. */
  followed: z.boolean(),
  /** The form of the descriptions in lines; absent = none. */
  descriptions: z.enum(descriptionForms.words).optional(),
  requestId: z.string(),
});
export type ExportJob = z.infer<typeof exportJobSchema>;

/** The name of a job's chunk. */
export const chunkName = ({ attempt, round, from }: Pick<ExportJob, 'attempt' | 'round' | 'from'>): string =>
  `${attempt}-${round}-${from}`;

/** The key under which a chunk is announced on the channel of documents. */
export const announcedChunk = (job: Pick<ExportJob, 'id' | 'attempt' | 'round' | 'from'>): string =>
  `export:${job.id}:${chunkName(job)}`;

/** How long a chunk waits for the process that streams it. */
const chunkKeptMs = 120_000;

/** A chunk made by a worker. `text`: lines of changes, `''` for none. */
export type ExportChunk = { text: Buffer; changes: number; total: number };

const headSchema = z.object({ changes: z.int(), total: z.int() }).or(z.object({ error: z.string() }));

type Named = Pick<ExportJob, 'id' | 'attempt' | 'round' | 'from'>;

/** Stores a chunk, or its error, for the process that streams it, and announces it. */
export async function sendChunk(
  redis: RedisConnection,
  job: Named,
  chunk: ExportChunk | { error: string },
): Promise<void> {
  const key = redisKeys.exportChunk(job.id, chunkName(job));
  const { text, ...head } = 'error' in chunk ? { ...chunk, text: '' } : chunk;
  await redis
    .multi()
    .hset(key, { head: JSON.stringify(head), text })
    .pexpire(key, chunkKeptMs)
    .exec();
  await announce(redis, redisChannels.documents, { key: announcedChunk(job), state: 'done' });
}

/** Takes a chunk; `null` = not ready yet. Throws when it could not be made. */
export async function takeChunk(redis: RedisConnection, job: Named): Promise<ExportChunk | null> {
  const key = redisKeys.exportChunk(job.id, chunkName(job));
  const [text, lines] = await redis.hmgetBuffer(key, 'head', 'text');
  if (!text || !lines) return null;
  await redis.unlink(key);
  const head = headSchema.parse(JSON.parse(text.toString()));
  if ('error' in head) throw new Error(`A chunk of an export could not be made: ${head.error}`);
  return { ...head, text: lines };
}

/** An exported opening: a record of a search without its position in a list. */
export const exportedJobSchema = jobSchema.omit({ match: true });
export type ExportedJob = z.infer<typeof exportedJobSchema>;

const id = z.string();
const cursor = z.string().describe('Send it to continue after this line.');

/** A line of an export as NDJSON. */
export const exportLineSchema = z.discriminatedUnion('change', [
  z.strictObject({
    change: z.literal('begin'),
    total: z
      .int()
      .min(0)
      .optional()
      .describe(
        'How many jobs match: in round 0 this many lines follow. Absent when an export continues after a cursor.',
      ),
    partial: z.boolean().optional().describe('Some sources have not answered: their jobs may be missing.'),
    notices: z.array(z.string()).optional(),
    round: z.int().min(0).describe('0 while all jobs are sent, then one more each time changes are requested.'),
    cursor,
  }),
  z.strictObject({ change: z.literal('added'), id, job: exportedJobSchema }),
  z.strictObject({ change: z.literal('changed'), id, job: exportedJobSchema }),
  z.strictObject({
    change: z.literal('closed'),
    id: id.describe('The job is no longer stored, or no longer matches the search.'),
  }),
  z.strictObject({ change: z.literal('cursor'), cursor }),
  z.strictObject({
    change: z.literal('end'),
    changes: z.int().min(0).describe('Lines of this response that are about a job.'),
    cursor: z
      .string()
      .nullable()
      .describe('Send it later for the changes since; `null`: too many jobs to follow on this plan.'),
  }),
]);
export type ExportLine = z.infer<typeof exportLineSchema>;
