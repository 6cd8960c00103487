/** Secrets that a service creates at its first start and shares among its processes. */
import { createECDH, randomBytes } from 'node:crypto';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';

/** Uses of the secrets: cookies of visitors, and notifications (VAPID, RFC 8292). */
type SecretUse = 'visitors' | 'push';

const known = new WeakMap<RedisConnection, Map<SecretUse, Promise<string>>>();

/** The secret of a use; created when missing. */
export function readServiceSecret(redis: RedisConnection, use: SecretUse): Promise<string> {
  const ofRedis = known.get(redis) ?? new Map<SecretUse, Promise<string>>();
  known.set(redis, ofRedis);
  const reading = ofRedis.get(use) ?? readOrMake(redis, use);
  ofRedis.set(use, reading);
  // The next use reads again.
  reading.catch(() => ofRedis.delete(use));
  return reading;
}

async function readOrMake(redis: RedisConnection, use: SecretUse): Promise<string> {
  const key = redisKeys.serviceSecret(use);
  await redis.set(key, randomBytes(32).toString('base64url'), 'NX');
  return String(await redis.get(key));
}

/** The keys that identify this service to push services. */
export async function readPushKeys(redis: RedisConnection): Promise<{ publicKey: string; privateKey: string }> {
  const secret = await readServiceSecret(redis, 'push');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret, 'base64url');
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret };
}
