import type { RedisConnection } from '../../shared/redis/redis.js';
import { deferDelivery, isDeliverable, postponeDelivery, readMadeAt } from '../../shared/watches/deliveries.js';
import { countSent } from '../../shared/watches/message-limits.js';
import { sendableFrom } from '../../shared/watches/rhythm.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import { wayOf } from '../../shared/watches/webhook-address.js';

/**
 * Creates the step that has a due delivery wait when it may not be sent yet: for the rhythm of its watch, for the end of quiet hours,
 * or because too many messages were sent. Returns whether it waits; a message that need not is counted.
 */
export function createPutOff({ redis, now }: { redis: RedisConnection; now: () => Date }) {
  const at = (): number => now().getTime();
  const waitsForRhythm = async (id: string, watch: StoredWatch): Promise<boolean> => {
    if (watch.rhythm === 'at once' && watch.quietHours === '') return false;
    const madeAt = await readMadeAt(redis, id);
    // One that waits by a rhythm that the watch no longer has counts as made now.
    const first = sendableFrom(watch, Math.min(madeAt ?? at(), at()));
    if (first > at()) await deferDelivery(redis, id, first);
    if (first > at()) return true;
    const end = sendableFrom({ ...watch, rhythm: 'at once' }, at());
    if (end > at()) await postponeDelivery(redis, id, end);
    return end > at();
  };
  const waitsForLimit = async (id: string, watch: StoredWatch): Promise<boolean> => {
    if (wayOf(watch.url).way === 'webhook') return false;
    if (!(await isDeliverable(redis, id, { watch: watch.id, now: at() }))) return false;
    const seconds = await countSent(redis, 'openings', watch);
    if (seconds > 0) await postponeDelivery(redis, id, at() + seconds * 1000);
    return seconds > 0;
  };
  return async function putOff(id: string, watch: StoredWatch): Promise<boolean> {
    return (await waitsForRhythm(id, watch)) || (await waitsForLimit(id, watch));
  };
}
