import { noteKeysUsed } from '../../shared/auth/key-store.js';
import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';

/** Records when keys were last used. Written once a minute, so that a request costs no write. */
export type KeyUses = {
  add(keyId: string): void;
  /** Writes what is pending and stops. */
  close(): Promise<void>;
};

const flushMs = 60_000;

export function createKeyUses({ redis, logger, now }: KeyUsesOptions): KeyUses {
  let pending = new Map<string, number>();
  const flush = async (): Promise<void> => {
    if (pending.size === 0) return;
    const uses = pending;
    pending = new Map();
    try {
      await noteKeysUsed(redis, uses);
    } catch (error) {
      // "Last used" is accurate to the minute and never worth failing an answer: a lost minute is logged.
      logger.warn({ err: error }, 'last uses of keys not written');
    }
  };
  const timer = setInterval(() => void flush(), flushMs);
  return {
    add: (keyId) => void pending.set(keyId, now().getTime()),
    close() {
      clearInterval(timer);
      return flush();
    },
  };
}

type KeyUsesOptions = { redis: RedisConnection; logger: Logger; now: () => Date };
