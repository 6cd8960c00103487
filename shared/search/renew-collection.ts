import { lineOf } from '../redis/listener.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisChannels, redisKeys } from '../redis/redis-keys.js';
import { type StoredManifest, storedFields } from './collection-manifest.js';
import type { CollectionAttempt, CollectionHead } from './collection-store.js';

/**
 * KEYS: 1 collection. ARGV: 1 version, 2 head, 3 attempt, 4 expiry, 5 channel, 6 announcement, then names and values of further
 * fields. Returns 0, and changes nothing, when the collection has gone or is of another version.
 */
const renewScript = `
local held = redis.call('HGET', KEYS[1], 'head')
if not held or cjson.decode(held).version ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'head', ARGV[2], 'attempt', ARGV[3], unpack(ARGV, 7))
redis.call('PEXPIREAT', KEYS[1], ARGV[4])
redis.call('PUBLISH', ARGV[5], ARGV[6])
return 1`;

/**
 * Renews a collection whose source has not changed: its times, the attempt and what of its manifest is new. Listeners are
 * notified as of a new collection. Returns whether the collection was still held in this version.
 */
export async function renewCollection(
  redis: RedisConnection,
  key: string,
  { head, attempt, manifest }: { head: CollectionHead; attempt: CollectionAttempt; manifest: Partial<StoredManifest> },
): Promise<boolean> {
  const line = lineOf({ key, state: attempt.status });
  const texts = [JSON.stringify(head), JSON.stringify(attempt)];
  const times = [Math.ceil(head.staleUntil), redisChannels.collections, line];
  const further = Object.entries(storedFields(manifest)).flat();
  const name = redisKeys.collection(key);
  return (await redis.eval(renewScript, 1, name, head.version, ...texts, ...times, ...further)) === 1;
}
