import { retryLater } from '../../shared/problems/problem.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';

/**
 * Limits the guessing of keys by address. A mistyped key costs nothing and is not counted, nor is the same unknown key
 * twice: a client with an old key is no burglar.
 */
export type InvalidKeyLimiter = {
  /** Throws `too-many-unknown-keys` while an address has used up its guesses; asks no Redis. */
  check(address: string): void;
  /** Counts an unknown key, over all API processes. */
  note(address: string, hash: string): Promise<void>;
};

/** Different unknown keys an address may try in a window. */
const guessesAllowed = 20;
const windowMs = 60_000;

/** Addresses held back at once; beyond, the one held back longest is let go. */
const heldBackAtMost = 10_000;

/** KEYS: 1 set of hashes. ARGV: 1 hash, 2 window in ms. Returns {how many, ms until the window ends}. */
const noteScript = `
redis.call('SADD', KEYS[1], ARGV[1])
local count = redis.call('SCARD', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return {count, redis.call('PTTL', KEYS[1])}`;

export function createInvalidKeyLimiter({
  redis,
  now,
}: {
  redis: RedisConnection;
  now: () => Date;
}): InvalidKeyLimiter {
  const heldBack = new Map<string, number>();
  return {
    check(address) {
      const until = heldBack.get(address);
      if (until === undefined) return;
      const left = until - now().getTime();
      if (left <= 0) heldBack.delete(address);
      else throw tooMany(Math.ceil(left / 1000));
    },
    async note(address, hash) {
      const row = (await redis.eval(noteScript, 1, redisKeys.guesses(address), hash, windowMs)) as number[];
      const [count = 0, left = windowMs] = row;
      if (count < guessesAllowed) return;
      heldBack.set(address, now().getTime() + left);
      const [first] = heldBack.keys();
      if (heldBack.size > heldBackAtMost && first !== undefined) heldBack.delete(first);
    },
  };
}

function tooMany(seconds: number) {
  return retryLater('too-many-unknown-keys', seconds, {
    detail: `Your address sent ${guessesAllowed} different keys that we do not know. Try again in ${seconds} seconds, or leave the Authorization header out.`,
  });
}
