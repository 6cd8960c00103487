import { lineOf } from '../../redis/listener.js';
import type { RedisConnection } from '../../redis/redis.js';
import { redisChannels, redisKeys } from '../../redis/redis-keys.js';
import { runScript } from '../../redis/run-script.js';
import { type StoredManifest, storedFields } from './collection-manifest.js';
import type { CollectionAttempt, CollectionHead } from './collection-store.js';

/**
 * Renews a collection whose source has not changed: its times, the attempt and what of its manifest is new. Listeners are
 * notified as of a new collection. Returns whether the collection was still held in this version.
 */
export async function renewCollection(
  redis: RedisConnection,
  key: string,
  { head, attempt, manifest }: { head: CollectionHead; attempt: CollectionAttempt; manifest: Partial<StoredManifest> },
): Promise<boolean> {
  const renewed = await runScript(redis, 'collect/renew-collection', {
    keys: { collection: redisKeys.collection(key) },
    args: {
      version: head.version,
      head: JSON.stringify(head),
      attempt: JSON.stringify(attempt),
      expiry: Math.ceil(head.staleUntil),
      channel: redisChannels.collections,
      announcement: lineOf({ key, state: attempt.status }),
      fields: Object.entries(storedFields(manifest)).flat(),
    },
  });
  return renewed === 1;
}
