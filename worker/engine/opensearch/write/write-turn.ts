import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RedisConnection } from '../../../../shared/redis/redis.js';
import { redisKeys } from '../../../../shared/redis/redis-keys.js';

/** A turn is lost when its process has not renewed it for so long, in milliseconds. */
const turnMs = 30_000;
const renewMs = 10_000;

/** How often a process asks whether the turn is free, in milliseconds: nothing tells. */
const askMs = 50;

/** Runs steps one after the other, in whatever process. */
export type WriteTurn = <Result>(step: () => Promise<Result>) => Promise<Result>;

/**
 * Makes the turns in which an index is written. Postings of two boards that are joined as one opening must be seen by the
 * second writer, so that no two boards are written at the same time.
 */
export function createWriteTurn(redis: RedisConnection): WriteTurn {
  let last: Promise<unknown> = Promise.resolve();
  const alone = async <Result>(step: () => Promise<Result>): Promise<Result> => {
    const mine = randomUUID();
    while ((await redis.set(redisKeys.engineWriter, mine, 'PX', turnMs, 'NX')) === null) await pause(askMs);
    const renewing = setInterval(() => {
      redis.pexpire(redisKeys.engineWriter, turnMs).catch(() => undefined);
    }, renewMs);
    renewing.unref();
    try {
      return await step();
    } finally {
      clearInterval(renewing);
      // One that was lost to another process meanwhile stays that one's.
      if ((await redis.get(redisKeys.engineWriter).catch(() => null)) === mine)
        await redis.del(redisKeys.engineWriter).catch(() => undefined);
    }
  };
  return (step) => {
    const run = last.then(() => alone(step));
    last = run.catch(() => undefined);
    return run;
  };
}
