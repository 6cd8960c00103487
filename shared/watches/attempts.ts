/** What a watch sends: its bodies, the attempts shown to its owner, and requested tests. */
import { z } from 'zod';
import { exportedJobSchema } from '../export/export-chunk.js';
import { versionSchema } from '../queue/queues.js';
import { lineOf } from '../redis/listener.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisChannels, redisKeys } from '../redis/redis-keys.js';
import { runScript } from '../redis/run-script.js';
import { packText, unpackText } from '../search/packed-text.js';

/** The body that a watch sends to its webhook by POST: openings, or nothing in a test. */
export const deliveryBodySchema = z.strictObject({
  type: z.enum(['jobs.found', 'watch.test']).describe('`watch.test`: a requested test; it has no jobs.'),
  timestamp: z.iso.datetime().describe('When the delivery was made.'),
  data: z.strictObject({
    watch: z.string().describe('The id of the watch.'),
    jobs: z.array(exportedJobSchema).describe('The new openings, each as in a search without `match`.'),
  }),
});

/** An address's answer to an attempt, with the beginning of its body. */
export type AttemptAnswer = { status: number | null; answer: string | null };

/** An attempt to send a delivery, as the owner of its watch sees it. */
export const attemptSchema = z.strictObject({
  n: z.int().min(1).describe('Its number in this watch, for sending it again.'),
  id: z.string().describe('The `webhook-id` of the delivery: the same in all attempts to send it.'),
  type: z.enum(['jobs.found', 'watch.test']),
  at: z.iso.datetime(),
  tookMs: z.int().min(0),
  jobs: z.int().min(0).describe('Openings in the delivery.'),
  accepted: z.boolean(),
  status: z
    .int()
    .nullable()
    .describe('The status that the address answered; `null` without an answer, and for messages.'),
  answer: z.string().nullable().describe('The beginning of its answer’s body, as text; `null` = none.'),
  reason: z.string().nullable().describe('Why it was not accepted; `null` when it was.'),
  nextAt: z.iso.datetime().nullable().describe('When it is tried again; `null` when it is not.'),
});
export type Attempt = z.infer<typeof attemptSchema>;
export const attemptListSchema = z.strictObject({ deliveries: z.array(attemptSchema) });

/** Stored attempts per watch. */
export const mostAttempts = 50;

/** Bytes of stored bodies per watch, compressed: a delivery of 50 openings takes some 15 kB. */
const mostBytes = 256 * 1024;

/** How long they are kept after the last one. */
const keptMs = 30 * 86_400_000;

/** Records a delivery attempt, with its body so that it can be sent again. */
export async function noteAttempt(
  redis: RedisConnection,
  watch: string,
  { body, ...attempt }: Omit<Attempt, 'n'> & { body: string },
): Promise<void> {
  await runScript(redis, 'watches/note-attempt', {
    keys: {
      watches: redisKeys.watches,
      attempts: redisKeys.watchAttempts(watch),
      bodies: redisKeys.watchBodies(watch),
    },
    args: {
      watch,
      attempt: JSON.stringify(attempt),
      id: attempt.id,
      body: attempt.type === 'watch.test' ? '' : await packText(body),
      mostAttempts,
      mostBytes,
      keptMs,
    },
  });
}

/** The last delivery attempts of a watch, the latest first. */
export async function readAttempts(redis: RedisConnection, watch: string): Promise<Attempt[]> {
  const texts = await redis.lrange(redisKeys.watchAttempts(watch), 0, -1);
  return texts.map((text) => attemptSchema.parse(JSON.parse(text)));
}

/** Whether the body of a recent delivery is still stored. */
export const hasSentBody = async (redis: RedisConnection, watch: string, id: string): Promise<boolean> =>
  (await redis.hexists(redisKeys.watchBodies(watch), id)) === 1;

/** The body of a recent delivery; `null` when it is no longer stored. */
export async function readSentBody(redis: RedisConnection, watch: string, id: string): Promise<string | null> {
  const bytes = await redis.hgetBuffer(redisKeys.watchBodies(watch), id);
  return bytes === null ? null : unpackText(bytes);
}

/** The outcome of a test delivery: it is sent once and never repeated. */
export const watchTestSchema = z.strictObject({
  id: z.string().describe('The `webhook-id` of the delivery.'),
  accepted: z.boolean(),
  reason: z.string().nullable().describe('Why it was not accepted; `null` when it was.'),
});

/** The same for a confirmation request: `isRetried` = it was not accepted, and is tried again. */
const outcomeSchema = watchTestSchema.extend({ isRetried: z.boolean().optional() });
export type SentOutcome = z.infer<typeof outcomeSchema>;

const deliveryTestSchema = z.object({
  v: versionSchema,
  id: z.string(),
  watch: z.string(),
  /** The link that confirms the address: this is sent, until it is accepted. */
  link: z.string().optional(),
  /** How often the mail with the link was not accepted. */
  failures: z.int().min(0).optional(),
  /** The id of an earlier delivery to send again instead of a test. */
  again: z.string().optional(),
  /** Epoch milliseconds: after this, no caller waits for it. */
  until: z.number(),
});
export type DeliveryTest = z.infer<typeof deliveryTestSchema>;
export type ConsentJob = DeliveryTest & { link: string };

/** A job of the queue `deliver`: a test of a watch, or the id of a due delivery. */
export const deliverJobSchema = z.union([deliveryTestSchema, z.object({ v: versionSchema, id: z.string() })]);
export type DeliverJob = z.infer<typeof deliverJobSchema>;

/** How long a caller waits for the outcome of a test, in milliseconds: the address has 15 s to answer. */
export const testMs = 25_000;

/** How long a delivery, or a confirmation request, is retried, in milliseconds. */
export const patienceMs = 3 * 86_400_000;

/** The body of a test delivery: like one with openings, but without any. */
export const testBody = (watch: string, now: Date): string =>
  JSON.stringify({ type: 'watch.test', timestamp: now.toISOString(), data: { watch, jobs: [] } });

/** The body of the mail that asks an address to confirm the mails of a watch. */
export const consentBody = (watch: string, link: string, now: Date): string =>
  JSON.stringify({ type: 'watch.confirm', timestamp: now.toISOString(), data: { watch, link, jobs: [] } });

/** The key that announces an outcome on the channel of documents. */
export const announcedTest = (id: string): string => `watch-test:${id}`;

/** Stores the outcome of a test for the waiting process, and announces it. */
export async function reportTest(redis: RedisConnection, test: SentOutcome): Promise<void> {
  await redis
    .multi()
    .set(redisKeys.watchTest(test.id), JSON.stringify(test), 'PX', 2 * testMs)
    .publish(redisChannels.documents, lineOf({ key: announcedTest(test.id), state: 'done' }))
    .exec();
}

/** Takes the outcome of a test; `null` = none yet. */
export async function takeTest(redis: RedisConnection, id: string): Promise<SentOutcome | null> {
  const text = await redis.getdel(redisKeys.watchTest(id));
  return text === null ? null : outcomeSchema.parse(JSON.parse(text));
}
