import { z } from 'zod';
import { hashText } from '../../shared/auth/hash-text.js';
import { Problem, retryLater } from '../../shared/problems/problem.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { runScript } from '../../shared/redis/run-script.js';
import type { CallerState, Middleware } from './identify.js';
import { invalidRequest } from './problems.js';

/** How long an answer is repeated, and how long a request may run unanswered, in milliseconds. */
const [keptMs, runningMs] = [24 * 3_600_000, 60_000];

/** Requests of one caller remembered in that time: each takes some kilobytes, and they count towards no quota. */
export const mostKept = 5000;

/** `print`: hash of the request body. No answer = still running. */
const requestSchema = z.object({
  print: z.string(),
  answer: z.object({ status: z.number(), location: z.string(), body: z.unknown() }).optional(),
});

/**
 * Executes a request with an `Idempotency-Key` once (draft-ietf-httpapi-idempotency-key-header): repeating it returns
 * the first answer for a day. Failed requests are not remembered. Runs after the body is read.
 */
export function idempotency({ redis }: { redis: RedisConnection }): Middleware<CallerState> {
  return async function idempotency(ctx, next) {
    const key = ctx.get('Idempotency-Key');
    if (key === '') return next();
    if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw invalidRequest({ errors: [unusable], count: 1 }, 'fields');
    const place = redisKeys.idempotent(hashText([ctx.state.caller.bucket, ctx.method, ctx.path, key].join('\n')));
    const print = hashText(JSON.stringify(ctx.request.body ?? null));
    const begun = await redis.set(place, JSON.stringify({ print }), 'PX', runningMs, 'NX');
    if (begun === null) {
      const before = requestSchema.parse(JSON.parse((await redis.get(place)) ?? JSON.stringify({ print })));
      if (before.print !== print) throw new Problem('idempotency-key-reused', { detail: reused });
      if (before.answer === undefined) throw retryLater('request-in-progress', 1, { detail: running });
      const { status, location, body } = before.answer;
      ctx.status = status;
      if (location !== '') ctx.set('Location', location);
      ctx.body = body;
      return;
    }
    try {
      await countKept(redis, ctx.state.caller.bucket);
      await next();
    } catch (error) {
      await redis.del(place);
      throw error;
    }
    const answer = { status: ctx.status, location: ctx.response.get('Location') || '', body: ctx.body };
    await redis.set(place, JSON.stringify({ print, answer }), 'PX', keptMs);
  };
}

/** Throws `rate-limited` when the caller has too many remembered requests. */
async function countKept(redis: RedisConnection, caller: string): Promise<void> {
  const waitMs = await runScript(redis, 'watches/count-sent', {
    keys: { counts: [redisKeys.idempotentCount(hashText(caller))] },
    args: { limits: [mostKept, keptMs / 1000] },
  });
  const seconds = Math.ceil(Number(waitMs) / 1000);
  if (seconds > 0)
    throw retryLater('rate-limited', seconds, {
      detail: `${mostKept} requests with an Idempotency-Key may be sent in 24 hours. Send this one without it, or try again in ${seconds} seconds.`,
    });
}

const unusable = {
  pointer: '#',
  code: 'unknown-value',
  detail: 'Idempotency-Key has 1 to 255 visible ASCII characters, such as a UUID.',
} as const;
const reused = 'This Idempotency-Key was sent with another body within the last 24 hours. Send a new key.';
const running = 'The first request with this Idempotency-Key is being carried out. Try again in a second.';
