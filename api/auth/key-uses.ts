import { noteKeysUsed } from '../../shared/auth/key-store.js';
import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';

/** Notes when keys were used, gathered and written once a minute, so that a request costs no write. */
export type KeyUses = {
  add(keyId: string): void;
  /** Writes what is gathered and stops. */
  close(): Promise<void>;
};

const gatherMs = 60_000;

export function createKeyUses({ redis, logger, now }: KeyUsesOptions): KeyUses {
  let used = new Map<string, number>();
  const write = async (): Promise<void> => {
    if (used.size === 0) return;
    const gathered = used;
    used = new Map();
    try {
      await noteKeysUsed(redis, gathered);
    } catch (error) {
      // A minute of "last used" is never worth an answer: it is lost, and it is said.
      logger.warn({ err: error }, 'keys: last uses not written');
    }
  };
  const timer = setInterval(() => void write(), gatherMs);
  return {
    add: (keyId) => void used.set(keyId, now().getTime()),
    close() {
      clearInterval(timer);
      return write();
    },
  };
}

type KeyUsesOptions = { redis: RedisConnection; logger: Logger; now: () => Date };
