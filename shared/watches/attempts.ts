/** What is sent for a watch: its bodies, the attempts that its owner reads, and the tests that people ask for. */
import { z } from 'zod';
import { exportedJobSchema } from '../export/export-chunk.js';
import { versionSchema } from '../queue/queues.js';
import { lineOf } from '../redis/listener.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisChannels, redisKeys } from '../redis/redis-keys.js';
import { runScript } from '../redis/run-script.js';
import { packText, unpackText } from '../search/packed-text.js';

/** What a watch sends to its webhook, as the body of a POST: openings, or nothing in a test. */
export const deliveryBodySchema = z.strictObject({
  type: z.enum(['jobs.found', 'watch.test']).describe('`watch.test`: a test that was asked for; it has no jobs.'),
  timestamp: z.iso.datetime().describe('When the delivery was made.'),
  data: z.strictObject({
    watch: z.string().describe('The id of the watch.'),
    jobs: z.array(exportedJobSchema).describe('The new openings, each as in a search without `match`.'),
  }),
});

/** What an address answered to an attempt; of its body the beginning. */
export type AttemptAnswer = { status: number | null; answer: string | null };

/** An attempt to send a delivery, as the owner of its watch sees it. */
export const attemptSchema = z.strictObject({
  n: z.int().min(1).describe('Its number in this watch, by which it is sent again.'),
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
  answer: z.string().nullable().describe('How the body of its answer begins, as text; `null` where there was none.'),
  reason: z.string().nullable().describe('Why it was not accepted; `null` when it was.'),
  nextAt: z.iso.datetime().nullable().describe('When it is tried again; `null` when it is not.'),
});
export type Attempt = z.infer<typeof attemptSchema>;
export const attemptListSchema = z.strictObject({ deliveries: z.array(attemptSchema) });

/** Attempts of a watch that are kept. */
export const mostAttempts = 50;

/** Bytes of the bodies of a watch that are kept, compressed: a delivery of 50 openings has some 15 kB. */
const mostBytes = 256 * 1024;

/** How long they are kept after the last one. */
const keptMs = 30 * 86_400_000;

/** Notes an attempt to send a delivery, with its body so that it can be sent again. */
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

/** The last attempts to send deliveries of a watch, the latest first. */
export async function readAttempts(redis: RedisConnection, watch: string): Promise<Attempt[]> {
  const texts = await redis.lrange(redisKeys.watchAttempts(watch), 0, -1);
  return texts.map((text) => attemptSchema.parse(JSON.parse(text)));
}

/** Whether the body of a delivery among the last attempts is still kept. */
export const hasSentBody = async (redis: RedisConnection, watch: string, id: string): Promise<boolean> =>
  (await redis.hexists(redisKeys.watchBodies(watch), id)) === 1;

/** The body of a delivery among the last attempts; `null` when it is no longer kept. */
export async function readSentBody(redis: RedisConnection, watch: string, id: string): Promise<string | null> {
  const bytes = await redis.hgetBuffer(redisKeys.watchBodies(watch), id);
  return bytes === null ? null : unpackText(bytes);
}

/** What became of a test delivery: it is sent once and never again. */
export const watchTestSchema = z.strictObject({
  id: z.string().describe('The `webhook-id` of the delivery.'),
  accepted: z.boolean(),
  reason: z.string().nullable().describe('Why it was not accepted; `null` when it was.'),
});

/** The same of a request for consent: `isRetried` = it was not accepted, and is tried again. */
const outcomeSchema = watchTestSchema.extend({ isRetried: z.boolean().optional() });
export type SentOutcome = z.infer<typeof outcomeSchema>;

const deliveryTestSchema = z.object({
  v: versionSchema,
  id: z.string(),
  watch: z.string(),
  /** The link by which its address confirms that it wants its mails: that is what is sent, until it is accepted. */
  link: z.string().optional(),
  /** How often the mail with the link was not accepted. */
  failures: z.int().min(0).optional(),
  /** The id of a delivery that was sent before: it is sent again instead of a test. */
  again: z.string().optional(),
  /** Epoch milliseconds: nobody waits for it any more. */
  until: z.number(),
});
export type DeliveryTest = z.infer<typeof deliveryTestSchema>;
export type ConsentJob = DeliveryTest & { link: string };

/** What the queue `deliver` carries: a test of a watch, or the id of a delivery that is due. */
export const deliverJobSchema = z.union([deliveryTestSchema, z.object({ v: versionSchema, id: z.string() })]);
export type DeliverJob = z.infer<typeof deliverJobSchema>;

/** How long a caller waits for the outcome of a test, in milliseconds: the address has 15 s to answer. */
export const testMs = 25_000;

/** For so long a delivery, or a request for consent, is tried again, in milliseconds. */
export const patienceMs = 3 * 86_400_000;

/** The body of a test delivery: that of openings, of which there are none. */
export const testBody = (watch: string, now: Date): string =>
  JSON.stringify({ type: 'watch.test', timestamp: now.toISOString(), data: { watch, jobs: [] } });

/** The body of the mail that requests an address's consent to the mails of a watch. */
export const consentBody = (watch: string, link: string, now: Date): string =>
  JSON.stringify({ type: 'watch.confirm', timestamp: now.toISOString(), data: { watch, link, jobs: [] } });

/** The key under which an outcome is announced on the channel of documents. */
export const announcedTest = (id: string): string => `watch-test:${id}`;

/** Stores the outcome of a test for the process that waits for it, and announces it. */
export async function reportTest(redis: RedisConnection, test: SentOutcome): Promise<void> {
  await redis
    .multi()
    .set(redisKeys.watchTest(test.id), JSON.stringify(test), 'PX', 2 * testMs)
    .publish(redisChannels.documents, lineOf({ key: announcedTest(test.id), state: 'done' }))
    .exec();
}

/** Takes the outcome of a test; `null` = there is none yet. */
export async function takeTest(redis: RedisConnection, id: string): Promise<SentOutcome | null> {
  const text = await redis.getdel(redisKeys.watchTest(id));
  return text === null ? null : outcomeSchema.parse(JSON.parse(text));
}
