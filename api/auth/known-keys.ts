import { LRUCache } from 'lru-cache';
import { findKey, type KeyRecord, keyNews } from '../../shared/auth/key-store.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';

/** Key records cached by this process, so that a key is not looked up for every request. */
export type KnownKeys = {
  /** The record of a key by its hash; `null` when there is none. Never older than a second. */
  find(hash: string): Promise<KeyRecord | null>;
  /** Whether the key existed and was not revoked when it was last read. */
  wasValid(hash: string): boolean;
  close(): void;
};

/**
 * How long a record is used without reading it again. A change is published and takes effect at once; if that message is
 * lost, a revoked key works for this long.
 */
const maxAgeMs = 800;

/** Records cached at once; beyond, the least recently used one is dropped. */
const maxKeys = 10_000;

type Entry = { record: Promise<KeyRecord | null>; until: number; valid: boolean };

export function createKnownKeys({ redis, listener, now }: KnownKeysOptions): KnownKeys {
  const entries = new LRUCache<string, Entry>({ max: maxKeys });
  const unsubscribe = listener.on(keyNews, ({ state: hash }) => entries.delete(hash));

  const lookUp = (hash: string): Promise<KeyRecord | null> => {
    const record = findKey(redis, hash);
    const entry: Entry = { record, until: now().getTime() + maxAgeMs, valid: entries.peek(hash)?.valid ?? false };
    entries.set(hash, entry);
    record.then(
      (found) => {
        entry.valid = found !== null && found.revokedAt === undefined;
      },
      // The caller of `find` receives the error; the next request reads again.
      () => entries.peek(hash) === entry && entries.delete(hash),
    );
    return record;
  };

  return {
    find(hash) {
      const entry = entries.get(hash);
      return entry !== undefined && now().getTime() < entry.until ? entry.record : lookUp(hash);
    },
    wasValid: (hash) => entries.peek(hash)?.valid ?? false,
    close: unsubscribe,
  };
}

type KnownKeysOptions = { redis: RedisConnection; listener: Listener; now: () => Date };
