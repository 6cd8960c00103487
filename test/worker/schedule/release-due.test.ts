import { beforeEach, describe, expect, test } from '@jest/globals';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { reportFailure } from '../../../worker/collect/protect/source-cooldown.js';
import { reconcileBoards } from '../../../worker/schedule/reconcile-boards.js';
import { releaseDue } from '../../../worker/schedule/release-due.js';
import { SourceError } from '../../../worker/sources/source.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { boardEntries, createScheduleStage } from '../lib/schedule-stage.js';

const { redis } = await suiteRedis('working');
beforeEach(async () => void (await redis.flushall()));

const fast = { perMinute: 60_000, concurrency: 8 };
/** Boards with hosts of their own. */
const apart = (count: number): object[] =>
  boardEntries(count).map((entry, at) => ({ ...entry, baseUrl: `https://h${at}.example` }));

async function start(entries: readonly object[], workers = 1) {
  const stage = createScheduleStage(redis, entries);
  await reconcileBoards(stage.context);
  // Fewer than fifty boards begin a minute after the start.
  stage.now += 61_000;
  for (let number = 0; number < workers; number++) await stage.addWorker(`w-${number}`);
  return stage;
}

describe('boards that are due', () => {
  test('are queued in the order of the sources file, so many for each worker', async () => {
    const stage = await start(apart(60), 2);
    expect(await releaseDue(stage.context)).toBe(32);
    expect(stage.queued.map(({ source }) => source)).toEqual(Array.from({ length: 32 }, (_, at) => `b-${at}`));
    expect(stage.queued[0]).toMatchObject({ narrow: {}, newerThan: 0, freshSeconds: 600, priority: 3000 });
    expect(await releaseDue(stage.context)).toBe(0);
  });

  test('leave room for others as they end', async () => {
    const stage = await start(apart(60));
    await releaseDue(stage.context);
    for (const job of stage.queued.splice(0, 5)) await stage.end(job);
    expect(await releaseDue(stage.context)).toBe(5);
  });

  test('on one host are as many as its pace allows until the next look; boards on other hosts pass them', async () => {
    const stage = await start([...boardEntries(700), ...boardEntries(3, fast, 'other').map(elsewhere)]);
    expect(await releaseDue(stage.context)).toBe(7);
    // Two run, and two more have their turn within two seconds at 60 a minute.
    expect(stage.queued.map(({ source }) => source)).toEqual([
      ...['b-0', 'b-1', 'b-2', 'b-3'],
      ...['other-0', 'other-1', 'other-2'],
    ]);
  });

  test('are queued once by any number of workers that look at the same time', async () => {
    const stage = await start(apart(10));
    await Promise.all(Array.from({ length: 5 }, () => releaseDue(stage.context)));
    expect(new Set(stage.queued.map(({ key }) => key)).size).toBe(10);
    expect(stage.queued).toHaveLength(10);
  });

  test('wait while no worker takes their queue', async () => {
    const stage = await start(apart(3), 0);
    await stage.addWorker('renders', ['collect-browser', 'search']);
    expect(await releaseDue(stage.context)).toBe(0);
    await stage.addWorker('reads');
    expect(await releaseDue(stage.context)).toBe(3);
  });

  test('are queued again when their reading was lost with its worker', async () => {
    const stage = await start(apart(1));
    expect(await releaseDue(stage.context)).toBe(1);
    stage.now += 300_000;
    await stage.addWorker('w-0');
    expect(await releaseDue(stage.context)).toBe(0);
    stage.now += 120_000;
    await stage.addWorker('w-0');
    expect(await releaseDue(stage.context)).toBe(1);
  });

  test('wait for the end of a cooldown', async () => {
    const stage = await start(apart(1));
    const failure = new SourceError('refused', 'No.');
    await reportFailure(redis, 'b-0', { failure, now: new Date(stage.now) });
    expect(await releaseDue(stage.context)).toBe(0);
    expect(await stage.waits()).toEqual([300]);
    expect(await redis.zcard(redisKeys.boardsInFlight)).toBe(0);
  });

  test('are asked for postings newer than those held', async () => {
    const stage = await start(apart(1));
    await releaseDue(stage.context);
    const [job] = stage.queued.splice(0);
    if (job === undefined) throw new Error('Nothing was queued.');
    await stage.end(job);
    const readAt = stage.now;
    stage.now += 590_000;
    await stage.addWorker('w-0');
    await releaseDue(stage.context);
    expect(stage.queued[0]).toMatchObject({ newerThan: readAt + 1 });
  });
});

const elsewhere = (entry: object): object => ({ ...entry, baseUrl: 'https://elsewhere.example' });
