/** Steps that run one after the other, across processes. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RedisConnection } from './redis.js';

/** A turn is lost when its process has not renewed it for this long, in milliseconds. */
const turnMs = 30_000;
const renewMs = 10_000;

/** How often a process checks whether the turn is free, in milliseconds, as no event announces it. */
const askMs = 50;

/** Runs steps one after the other, across processes. */
export type Turn = <Result>(step: () => Promise<Result>) => Promise<Result>;

/** Creates the turns of the processes that use a key. Losing a turn does not end its step. */
export function createTurns(redis: RedisConnection, key: string): Turn {
  let last: Promise<unknown> = Promise.resolve();
  const alone = async <Result>(step: () => Promise<Result>): Promise<Result> => {
    const mine = randomUUID();
    while ((await redis.set(key, mine, 'PX', turnMs, 'NX')) === null) await pause(askMs);
    const renewing = setInterval(() => void redis.pexpire(key, turnMs).catch(() => undefined), renewMs).unref();
    try {
      return await step();
    } finally {
      clearInterval(renewing);
      // A turn lost to another process meanwhile stays that process's.
      const isMine = (await redis.get(key).catch(() => null)) === mine;
      if (isMine) await redis.del(key).catch(() => undefined);
    }
  };
  return (step) => {
    const run = last.then(() => alone(step));
    last = run.catch(() => undefined);
    return run;
  };
}
