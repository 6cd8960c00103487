import { z } from 'zod';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { runScript } from '../redis/run-script.js';
import { packText, unpackText } from '../search/packed-text.js';

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
      ...{ watch, attempt: JSON.stringify(attempt), id: attempt.id },
      body: attempt.type === 'watch.test' ? '' : await packText(body),
      ...{ mostAttempts, mostBytes, keptMs },
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
