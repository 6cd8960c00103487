import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { subjectSchema } from '../queue/queues.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import type { SearchSubject } from '../search/query/query.js';
import { bucketCount, type Cursor } from './export-chunk.js';

/** How long an export can be continued after it was last used. */
export const exportKeptMs = 7 * 86_400_000;

/** Exports of one owner that can be continued; the one used longest ago makes way for another. */
const mostExports = 10;

/** Responses that an export remembers; a cursor of an older one is no longer valid. */
const mostAttempts = 50;

const stateSchema = z.object({
  owner: z.string(),
  subject: subjectSchema,
  round: z.int(),
  /** The openings that matched at the beginning of the round. */
  total: z.int(),
  /** Whether rounds are recorded, so that changes can be sent. */
  followed: z.boolean(),
  /** Signs its cursors; `null` = it was begun by release 0.2, which signed none. */
  secret: z.string().nullable().default(null),
  /** Responses that sent part of this round or the end of the previous one, with the first bucket of each. */
  attempts: z.array(z.object({ name: z.string(), from: z.int() })),
});
type StoredState = z.infer<typeof stateSchema>;

/** `sent`: buckets made for the responses of this round since it was last counted as a search. */
export type ExportState = StoredState & { sent: number };

const nameOfAttempt = (): string => randomBytes(6).toString('base64url');

/** Where a response begins, and the secret that signs its cursors. */
export type Begin = { begin: Cursor; secret: string | null };

/** Records a new export, and returns where its first response begins. */
export async function createExport(
  redis: RedisConnection,
  { owner, subject, total, followed, now }: NewExport,
): Promise<Begin> {
  const id = randomBytes(16).toString('base64url');
  const attempt = nameOfAttempt();
  const secret = randomBytes(24).toString('base64url');
  const attempts = [{ name: attempt, from: 0 }];
  await write(redis, id, { owner, subject, round: 0, total, followed, secret, attempts, sent: 0 });
  const list = redisKeys.exportsOf(owner);
  await redis.zadd(list, String(now), id);
  await redis.pexpire(list, exportKeptMs);
  const count = await redis.zcard(list);
  const old = count > mostExports ? await redis.zrange(list, 0, String(count - mostExports - 1)) : [];
  for (const each of old) await dropExport(redis, owner, each);
  return { begin: { id, round: 0, bucket: 0, attempt }, secret };
}

type NewExport = { owner: string; subject: SearchSubject; total: number; followed: boolean; now: number };

/** The stored state of an export; `null` when it has expired. */
export async function readExport(redis: RedisConnection, id: string): Promise<ExportState | null> {
  const [text, sent] = await redis.hmget(redisKeys.export(id), 'state', 'sent');
  return text ? { ...stateSchema.parse(JSON.parse(text)), sent: Number(sent ?? 0) } : null;
}

/** Records that a response has a worker make this many buckets. */
export async function noteSent(redis: RedisConnection, id: string, buckets: number): Promise<void> {
  const key = redisKeys.export(id);
  await redis.multi().hincrby(key, 'sent', buckets).pexpire(key, exportKeptMs).exec();
}

/** How often the buckets of a round may be made for one search: interrupted responses had more made than arrived. */
const timesSent = 2;

/** Whether a response from a cursor is counted as a search: it begins a round, or the round was sent often enough. */
export const isCounted = ({ round, sent }: ExportState, cursor: Cursor): boolean =>
  cursor.round > round || sent >= timesSent * bucketCount;

/**
 * Whether an export can continue from a cursor: the part before it is recorded as sent by the response it names. Not
 * after a later response, for another reader, began before the cursor.
 */
export function canContinue({ round, followed, attempts }: ExportState, cursor: Cursor): boolean {
  const isNext = cursor.round === round + 1 && cursor.bucket === 0 && followed;
  if (cursor.round !== round && !isNext) return false;
  const position = isNext ? bucketCount : cursor.bucket;
  const at = attempts.findIndex(({ name }) => name === cursor.attempt);
  return at !== -1 && attempts.slice(at + 1).every(({ from }) => from >= position);
}

/**
 * Records that another response continues an export from a cursor that `canContinue`, and returns where it begins. The
 * first response of a round drops outdated records: its reader has the complete previous round. Responses after the one
 * that the cursor names are forgotten.
 */
export async function continueExport(
  redis: RedisConnection,
  cursor: Cursor,
  { state, total, now }: { state: ExportState; total: number; now: number },
): Promise<Begin> {
  const { id, round, bucket } = cursor;
  const name = nameOfAttempt();
  const at = state.attempts.findIndex((attempt) => attempt.name === cursor.attempt);
  const isNext = round > state.round;
  if (isNext) await beginRound(redis, id, round);
  const before = isNext ? [{ name: cursor.attempt, from: 0 }] : state.attempts.slice(0, at + 1);
  const attempts = [...before, { name, from: bucket }].slice(-mostAttempts);
  await write(redis, id, { ...state, round, total, attempts, sent: isCounted(state, cursor) ? 0 : state.sent });
  await redis.zadd(redisKeys.exportsOf(state.owner), String(now), id);
  await redis.pexpire(redisKeys.exportsOf(state.owner), exportKeptMs);
  return { begin: { ...cursor, attempt: name }, secret: state.secret };
}

async function beginRound(redis: RedisConnection, id: string, round: number): Promise<void> {
  await redis.unlink(redisKeys.exportRows(id, round - 2), redisKeys.exportRows(id, round));
  await redis.pexpire(redisKeys.exportRows(id, round - 1), exportKeptMs);
}

async function write(redis: RedisConnection, id: string, { sent, ...state }: ExportState): Promise<void> {
  const key = redisKeys.export(id);
  await redis
    .multi()
    .hset(key, { state: JSON.stringify(state), sent })
    .pexpire(key, exportKeptMs)
    .exec();
}

async function dropExport(redis: RedisConnection, owner: string, id: string): Promise<void> {
  const state = await readExport(redis, id);
  const rounds = state === null ? [] : [state.round - 1, state.round, state.round + 1];
  await redis.unlink(redisKeys.export(id), ...rounds.map((round) => redisKeys.exportRows(id, round)));
  await redis.zrem(redisKeys.exportsOf(owner), id);
}
