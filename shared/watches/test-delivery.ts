import { z } from 'zod';
import { payloadVersion } from '../queue/queues.js';
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

const deliveryTestSchema = z.object({
  v: z.literal(payloadVersion),
  id: z.string(),
  watch: z.string(),
  /** Epoch milliseconds: nobody waits for it any more. */
  until: z.number(),
});
export type DeliveryTest = z.infer<typeof deliveryTestSchema>;

/** What the queue `deliver` carries: a test of a watch, or the id of a delivery that is due. */
export const deliverJobSchema = z.union([
  deliveryTestSchema,
  z.object({ v: z.literal(payloadVersion), id: z.string() }),
]);
export type DeliverJob = z.infer<typeof deliverJobSchema>;

/** How long a caller waits for the outcome of a test, in milliseconds: the address has 15 s to answer. */
export const testMs = 25_000;

/** The body of a test delivery: that of openings, of which there are none. */
export const testBody = (watch: string, now: Date): string =>
  JSON.stringify({ type: 'watch.test', timestamp: now.toISOString(), data: { watch, jobs: [] } });

/** The key under which an outcome is announced on the channel of documents. */
export const announcedTest = (id: string): string => `watch-test:${id}`;

/** Stores the outcome of a test for the process that waits for it, and announces it. */
export async function reportTest(redis: RedisConnection, test: WatchTest): Promise<void> {
  await redis
    .multi()
    .set(redisKeys.watchTest(test.id), JSON.stringify(test), 'PX', 2 * testMs)
    .publish(redisChannels.documents, lineOf({ key: announcedTest(test.id), state: 'done' }))
    .exec();
}

/** Takes the outcome of a test; `null` = there is none yet. */
export async function takeTest(redis: RedisConnection, id: string): Promise<WatchTest | null> {
  const text = await redis.getdel(redisKeys.watchTest(id));
  return text === null ? null : watchTestSchema.parse(JSON.parse(text));
}

/** Tests of an owner in a minute, and of a watch that sends messages to people in a quarter of an hour. */
const testLimits = { webhook: { most: 10, seconds: 60 }, message: { most: 1, seconds: 900 } } as const;

/** KEYS: 1 a count. ARGV: 1 the most, 2 seconds after the first one. Returns the milliseconds until another may be made; 0 = it is counted. */
const countScript = `
if tonumber(redis.call('GET', KEYS[1]) or 0) >= tonumber(ARGV[1]) then return redis.call('PTTL', KEYS[1]) end
if redis.call('INCR', KEYS[1]) == 1 then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
return 0`;

/** Counts a test; the seconds to wait when there were too many, 0 otherwise. */
export async function countTest(
  redis: RedisConnection,
  { id, owner, isMessage }: { id: string; owner: string; isMessage: boolean },
): Promise<number> {
  const { most, seconds } = testLimits[isMessage ? 'message' : 'webhook'];
  const ms = await redis.eval(countScript, 1, redisKeys.watchTests(isMessage ? id : owner), most, seconds);
  return Math.ceil(Number(ms) / 1000);
}
