import { noteKeysUsed } from '../../shared/auth/key-store.js';
import { addUsage, type UsageKind, usageField } from '../../shared/auth/key-usage.js';
import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';

/** Records when keys were last used, and counts what they are used for by day. Written once a minute, so that a request costs no write. */
export type KeyUses = {
  add(keyId: string): void;
  /** Counts what became of a search of the key's owner. */
  count(keyId: string, kind: Exclude<UsageKind, 'requests'>): void;
  /** Writes what is pending and stops. */
  close(): Promise<void>;
};

const flushMs = 60_000;

export function createKeyUses({ redis, logger, now }: KeyUsesOptions): KeyUses {
  let pending = new Map<string, number>();
  let counts = new Map<string, number>();
  const count = (keyId: string, kind: UsageKind): void => {
    const field = usageField(keyId, kind);
    counts.set(field, (counts.get(field) ?? 0) + 1);
  };
  const flush = async (): Promise<void> => {
    if (pending.size === 0) return;
    const uses = pending;
    const counted = counts;
    pending = new Map();
    counts = new Map();
    try {
      await noteKeysUsed(redis, uses);
      await addUsage(redis, counted, now());
    } catch (error) {
      // These are accurate to the minute and never worth failing an answer: a lost minute is logged.
      logger.warn({ err: error }, 'uses of keys not written');
    }
  };
  const timer = setInterval(() => void flush(), flushMs);
  return {
    add(keyId) {
      pending.set(keyId, now().getTime());
      count(keyId, 'requests');
    },
    count,
    close() {
      clearInterval(timer);
      return flush();
    },
  };
}

type KeyUsesOptions = { redis: RedisConnection; logger: Logger; now: () => Date };
