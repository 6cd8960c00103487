import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';

/** A search in the catalogue of boards (`BoardFilter`). */
const knownFilter = {
  text: z.string().max(200),
  industry: z.string().max(100),
  size: z.string().max(20),
  country: z.string().max(2),
};

/** Boards that may be chosen individually. */
export const mostChosen = 500;

/** Requests of an operator to the workers, since only these read pages and the sources file. */
export const sourceRequestSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('add'), address: z.string().min(1).max(2000) }),
  z.strictObject({ action: z.enum(['remove', 'pause', 'resume', 'try']), id: z.string().min(1).max(40) }),
  // Of one kind, or all sources.
  z.strictObject({ action: z.enum(['pause-all', 'resume-all']), kind: z.string().min(1).max(40).nullable() }),
  z.strictObject({ action: z.literal('add-known'), ...knownFilter }),
  // By their addresses in the catalogue.
  z.strictObject({ action: z.literal('add-chosen'), boards: z.array(z.string().max(1000)).min(1).max(mostChosen) }),
]);
export type SourceRequest = z.infer<typeof sourceRequestSchema>;

/**
 * The progress of a request. `sentence` says what was done, or is missing; `source` names the source concerned; `plan`:
 * the added boards, and how long their first reading takes.
 */
export const sourceOutcomeSchema = z.object({
  state: z.enum(['waiting', 'done', 'refused']),
  sentence: z.string(),
  source: z.string().nullable(),
  entry: z.record(z.string(), z.unknown()).nullable(),
  plan: z.object({ boards: z.number(), seconds: z.number() }).optional(),
});
export type SourceOutcome = z.infer<typeof sourceOutcomeSchema>;

const waitingSchema = z.object({ id: z.string(), at: z.number(), request: sourceRequestSchema });
export type WaitingRequest = z.infer<typeof waitingSchema>;

/** Requests that may wait; operators send few. */
const maxWaiting = 100;

/** How long an outcome is kept. */
const keptMs = 3_600_000;

/** A request not taken within this time is dropped: its sender has gone. */
const takenMs = 120_000;

/** Hands a request to the workers and returns its id; `null` when too many wait. */
export async function sendSourceRequest(
  redis: RedisConnection,
  request: SourceRequest,
  now: Date,
): Promise<string | null> {
  if ((await redis.llen(redisKeys.sourceRequests)) >= maxWaiting) return null;
  const id = randomUUID();
  await storeSourceOutcome(redis, id, {
    state: 'waiting',
    sentence: 'A worker is looking.',
    source: null,
    entry: null,
  });
  await redis.rpush(redisKeys.sourceRequests, JSON.stringify({ id, at: now.getTime(), request }));
  return id;
}

/** Takes the oldest waiting request; `null` = none. */
export async function takeSourceRequest(redis: RedisConnection, now: Date): Promise<WaitingRequest | null> {
  for (;;) {
    const text = await redis.lpop(redisKeys.sourceRequests);
    if (text === null) return null;
    const read = waitingSchema.safeParse(JSON.parse(text));
    if (read.success && now.getTime() - read.data.at < takenMs) return read.data;
  }
}

export async function storeSourceOutcome(redis: RedisConnection, id: string, outcome: SourceOutcome): Promise<void> {
  await redis.set(redisKeys.sourceOutcome(id), JSON.stringify(outcome), 'PX', keptMs);
}

/** The progress of a request; `null` when it is unknown or has expired. */
export async function readSourceOutcome(redis: RedisConnection, id: string): Promise<SourceOutcome | null> {
  const text = await redis.get(redisKeys.sourceOutcome(id));
  return text === null ? null : sourceOutcomeSchema.parse(JSON.parse(text));
}
