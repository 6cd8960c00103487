import type { RedisConnection } from '../../shared/redis/redis.js';
import { endCooldown, readCooldown } from '../collect/protect/source-cooldown.js';
import { boardKey } from '../sources/collection-key.js';
import type { Source } from '../sources/source.js';
import { makeDue } from './schedule-store.js';

/** Has sources that were changed, added or resumed asked now, where a cooldown says otherwise of them as they were. */
export async function askAnew(redis: RedisConnection, sources: readonly Source[], now: Date): Promise<void> {
  const states = await Promise.all(sources.map(({ id }) => readCooldown(redis, id, now)));
  const resting = sources.filter((_, at) => states[at]?.state === 'resting');
  await Promise.all(resting.map(({ id }) => endCooldown(redis, id)));
  await makeDue(redis, resting.map(boardKey), now.getTime());
}
