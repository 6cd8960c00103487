/** The job schedulers of a queue, and their run times. */
import { isDeepStrictEqual } from 'node:util';
import { ErrorCode, type JobSchedulerJson, type Queue } from 'bullmq';
import { CronExpressionParser } from 'cron-parser';
import { repeat } from '../../shared/process/repeat.js';
import { isRunLost } from '../../shared/queue/job-states.js';
import { dropUnknown } from '../../shared/queue/queues.js';
import type { RedisConnection } from '../../shared/redis/redis.js';

/** Interval at which missing schedulers are restored, for example after Redis restarted empty. */
const syncMs = 5000;

/** A job that BullMQ adds to a queue repeatedly. `readsData`: different data makes it a different one. */
export type JobScheduler<Payload> = {
  id: string;
  repeat: { pattern: string; tz: string } | { every: number };
  data: Payload;
  opts: object;
  readsData: boolean;
};

type Synced<Payload> = {
  redis: RedisConnection;
  queue: Queue<Payload>;
  planned: readonly JobScheduler<Payload>[];
  now: number;
};

/**
 * Makes a queue's schedulers those planned: adds missing ones, replaces changed ones and those whose next run is too
 * far ahead because the clock was set back, removes others. Several workers may do so at once; unchanged schedulers are
 * not touched, so that no due run is lost, unless the queue has already lost their next run.
 */
export async function syncJobSchedulers<Payload>({ redis, queue, planned, now }: Synced<Payload>): Promise<void> {
  const existing = await queue.getJobSchedulers();
  for (const { key } of existing) if (!planned.some(({ id }) => id === key)) await queue.removeJobScheduler(key);
  for (const each of planned) {
    const { id, repeat, data, opts } = each;
    const current = existing.find(({ key }) => key === id);
    if (current !== undefined && isSame(current, each)) {
      const isLost = isTooFar(current, now) || (await isRunLost(redis, queue, { id, next: current.next, now }));
      if (!isLost) continue;
      await queue.removeJobScheduler(id);
    }
    const add = () => (queue as Queue).upsertJobScheduler(id, repeat, { name: id, data, opts });
    await add().catch(async (error: unknown) => {
      if ((error as { code?: unknown }).code !== ErrorCode.SchedulerJobIdCollision) throw error;
      await dropNextRun(redis, queue, each, now);
      await add();
    });
  }
}

/** Deletes a lost scheduler's next run: BullMQ refuses to add a scheduler by a pattern next to its run. */
async function dropNextRun<Payload>(
  redis: RedisConnection,
  queue: Queue<Payload>,
  { id, repeat }: JobScheduler<Payload>,
  now: number,
): Promise<void> {
  if (!('pattern' in repeat)) return;
  const [next] = nextRuns({ cron: repeat.pattern, timeZone: repeat.tz }, { from: new Date(now), count: 1 });
  if (next === undefined) return;
  const run = `repeat:${id}:${next.getTime()}`;
  await dropUnknown(redis, queue, run);
  await (await queue.getJob(run))?.remove();
}

function isSame<Payload>(existing: JobSchedulerJson, { repeat, data, readsData }: JobScheduler<Payload>): boolean {
  const { pattern, tz, every, template } = existing;
  const repeated = every === undefined ? { pattern, tz } : { every };
  return isDeepStrictEqual(repeated, repeat) && (!readsData || isDeepStrictEqual(template?.data, data));
}

/** The clock was set back since the next run was planned. */
const isTooFar = ({ every, next = 0 }: JobSchedulerJson, now: number): boolean =>
  every !== undefined && next > now + 2 * every;

/** Repeats a step that restores schedulers; the returned function ends that. `failed` receives its errors. */
export const keepSynced = (sync: () => Promise<void>, failed: (error: unknown) => void): (() => Promise<void>) =>
  repeat(syncMs, sync, failed);

/**
 * The next `count` runs of a cron pattern in a time zone after `from`; fewer when the pattern never matches again. Throws
 * for an invalid pattern. Uses the version of cron-parser that BullMQ schedules with, so that both agree on every time.
 */
export function nextRuns(
  { cron, timeZone }: { cron: string; timeZone: string },
  { from, count }: { from: Date; count: number },
): Date[] {
  const schedule = CronExpressionParser.parse(cron, { tz: timeZone, currentDate: from });
  const runs: Date[] = [];
  while (runs.length < count && schedule.hasNext()) runs.push(schedule.next().toDate());
  return runs;
}

/** "2026-11-23 07:00 Europe/Berlin" */
export function inZone(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return `${parts.format(at)} ${timeZone}`;
}
