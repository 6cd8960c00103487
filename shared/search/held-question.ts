import { createHash } from 'node:crypto';
import { z } from 'zod';
import { payloadVersion, subjectSchema, versionSchema } from '../queue/queues.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import type { Facets } from './facets.js';
import type { Job } from './job.js';
import { packJson, unpackJson } from './packed-text.js';
import type { SearchSubject } from './query/query.js';

/** Maximum records of an answer. */
export const mostHeldJobs = 50;

/** Milliseconds that an answer is cached, so that equal questions share it. */
const keptMs = 300_000;

/**
 * A question about the stored postings: no board is read. `jobs`: number of records; `facets`: whether to count by
 * field; `asOf`: a number that differs when a cached answer will not do.
 */
export type HeldQuestion = { subject: SearchSubject; jobs: number; facets: boolean; asOf?: number };

/** A job of the queue `export` other than chunks: such a question. */
export const heldQuestionJobSchema = z.object({
  v: versionSchema,
  kind: z.literal('held'),
  id: z.string(),
  subject: subjectSchema.extend({ company: z.string().optional() }),
  jobs: z.int().min(0).max(mostHeldJobs),
  facets: z.boolean(),
});
export type HeldQuestionJob = z.infer<typeof heldQuestionJobSchema>;

/** `total`: includes near matches. `partial`: not all stored postings could be searched. */
export type HeldAnswer = { total: number; jobs: readonly Job[]; facets: Facets | null; partial: boolean };

/** The job of a question; equal questions have equal ids. */
export function heldQuestionJob({ subject, jobs, facets, asOf }: HeldQuestion): HeldQuestionJob {
  const text = JSON.stringify([Object.entries(subject).sort(), jobs, facets, asOf]);
  const id = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return { v: payloadVersion, kind: 'held', id, subject, jobs, facets };
}

/** The key that announces the answer to a question. */
export const announcedHeld = ({ id }: Pick<HeldQuestionJob, 'id'>): string => `held:${id}`;

/** Passes a worker's findings to the API. */
export async function writeHeldAnswer(
  redis: RedisConnection,
  { id }: Pick<HeldQuestionJob, 'id'>,
  answer: HeldAnswer,
): Promise<void> {
  await redis.set(redisKeys.heldAnswer(id), await packJson(answer), 'PX', keptMs);
}

/** The cached answer; `null` = none. */
export async function readHeldAnswer(
  redis: RedisConnection,
  { id }: Pick<HeldQuestionJob, 'id'>,
): Promise<HeldAnswer | null> {
  const packed = await redis.getBuffer(redisKeys.heldAnswer(id));
  return packed === null ? null : unpackJson<HeldAnswer>(packed);
}
