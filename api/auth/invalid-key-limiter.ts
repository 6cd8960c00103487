import { LRUCache } from 'lru-cache';
import { type Problem, retryLater } from '../../shared/problems/problem.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { runScript } from '../../shared/redis/run-script.js';

/**
 * Limits how many unknown keys an address may try. A mistyped key fails its checksum and is not counted, and the same
 * unknown key counts once: a client with an old key is not guessing.
 */
export type InvalidKeyLimiter = {
  /** Throws `too-many-unknown-keys` while an address is blocked; reads this process's memory only. */
  check(address: string): void;
  /** Counts an unknown key, over all API processes. */
  count(address: string, hash: string): Promise<void>;
};

/** Different unknown keys an address may try in a window. */
const allowedKeys = 20;
const windowMs = 60_000;

/** Blocked addresses remembered at once; beyond, the least recently used one is forgotten. */
const maxBlocked = 10_000;

export function createInvalidKeyLimiter({ redis, now }: InvalidKeyLimiterOptions): InvalidKeyLimiter {
  const blockedUntil = new LRUCache<string, number>({ max: maxBlocked });
  return {
    check(address) {
      const until = blockedUntil.get(address);
      if (until === undefined) return;
      const remainingMs = until - now().getTime();
      if (remainingMs <= 0) blockedUntil.delete(address);
      else throw tooManyKeys(Math.ceil(remainingMs / 1000));
    },
    async count(address, hash) {
      const [count, remainingMs] = (await runScript(redis, 'limits/count-unknown-key', {
        keys: { guesses: redisKeys.guesses(address) },
        args: { hash, windowMs },
      })) as [number, number];
      if (count >= allowedKeys) blockedUntil.set(address, now().getTime() + remainingMs);
    },
  };
}

type InvalidKeyLimiterOptions = { redis: RedisConnection; now: () => Date };

function tooManyKeys(seconds: number): Problem {
  return retryLater('too-many-unknown-keys', seconds, {
    detail: `Your address sent ${allowedKeys} different keys that we do not know. Try again in ${seconds} seconds, or leave the Authorization header out.`,
  });
}
