import { z } from 'zod';
import { versionSchema } from '../queue/queues.js';
import { lineOf } from '../redis/listener.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisChannels, redisKeys } from '../redis/redis-keys.js';

/** What became of a test delivery: it is sent once and never again. */
export const watchTestSchema = z.strictObject({
  id: z.string().describe('The `webhook-id` of the delivery.'),
  accepted: z.boolean(),
  reason: z.string().nullable().describe('Why it was not accepted; `null` when it was.'),
});
export type WatchTest = z.infer<typeof watchTestSchema>;

/** The same of a mail that asks for consent: `isRetried` = it was not accepted, and is tried again. */
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

/** For so long a delivery, or a mail that asks for consent, is tried again, in milliseconds. */
export const patienceMs = 3 * 86_400_000;

/** The body of a test delivery: that of openings, of which there are none. */
export const testBody = (watch: string, now: Date): string =>
  JSON.stringify({ type: 'watch.test', timestamp: now.toISOString(), data: { watch, jobs: [] } });

/** The body of the mail that asks an address whether it wants those of a watch. */
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
