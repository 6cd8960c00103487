import { dropUnknown } from '../../shared/queue/drop-unknown.js';
import type { ScheduleContext } from './schedule-context.js';
import { readInFlight, release } from './schedule-store.js';

/** Boards that are looked at together. */
const most = 100;

/**
 * Ends the readings in flight of those boards whose jobs their queues have lost (keys were evicted, or Redis was restored
 * from an older copy), so that they may be queued again at once and not after their lease. Returns the number of them.
 */
export async function releaseLost(
  { redis, queues, freshTimes, now }: Pick<ScheduleContext, 'redis' | 'queues' | 'freshTimes' | 'now'>,
  keys: readonly string[],
): Promise<number> {
  const inFlight = new Set((await readInFlight(redis, now().getTime())).map(({ key }) => key));
  const looked = await Promise.all(
    keys
      .filter((key) => inFlight.has(key))
      .slice(0, most)
      .map(async (key) => {
        const source = freshTimes.boardOf(key)?.source;
        if (source === undefined) return null;
        const queue = queues[source.kind.pool(source.settings)];
        await dropUnknown(redis, queue, key);
        return (await queue.getJob(key)) === undefined ? key : null;
      }),
  );
  const lost = looked.filter((key) => key !== null);
  await release(redis, lost);
  return lost.length;
}
