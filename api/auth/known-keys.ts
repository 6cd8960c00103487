import { findKey, type KeyRecord, keyNews } from '../../shared/auth/key-store.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';

/** The keys this process met lately, so that a key is not looked up for every request. */
export type KnownKeys = {
  /** The record of a key by its hash; `null` when there is none. Never older than a second. */
  find(hash: string): Promise<KeyRecord | null>;
  /** Whether the key was a good one when it was last met. */
  isGood(hash: string): boolean;
  close(): void;
};

/**
 * How long a record is believed. A change is announced and counts at once; should the announcement be lost, this is how
 * long a revoked key lives on.
 */
const believedMs = 800;

/** Keys remembered at once; the one met longest ago goes first. */
const rememberedAtMost = 10_000;

type Entry = { record: Promise<KeyRecord | null>; until: number; good: boolean };

export function createKnownKeys({ redis, listener, now }: KnownKeysOptions): KnownKeys {
  const entries = new Map<string, Entry>();
  const off = listener.on(keyNews, ({ state: hash }) => entries.delete(hash));

  const lookUp = (hash: string): Promise<KeyRecord | null> => {
    const record = findKey(redis, hash);
    const entry: Entry = { record, until: now().getTime() + believedMs, good: entries.get(hash)?.good ?? false };
    entries.delete(hash);
    entries.set(hash, entry);
    const [first] = entries.keys();
    if (entries.size > rememberedAtMost && first !== undefined) entries.delete(first);
    record.then(
      (found) => {
        entry.good = found !== null && found.revokedAt === undefined;
      },
      // Who asked meets the error; the next one asks again.
      () => entries.get(hash) === entry && entries.delete(hash),
    );
    return record;
  };

  return {
    find(hash) {
      const entry = entries.get(hash);
      return entry !== undefined && now().getTime() < entry.until ? entry.record : lookUp(hash);
    },
    isGood: (hash) => entries.get(hash)?.good ?? false,
    close: off,
  };
}

type KnownKeysOptions = { redis: RedisConnection; listener: Listener; now: () => Date };
