import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openQueue, priorities, type SearchJob, type WarmJob } from '../../shared/queue/queues.js';
import { searchKey } from '../../shared/search/query/query.js';
import { readRuns } from '../../worker/warm/run-scheduled.js';
import { list, run } from '../../worker/warm/warm-commands.js';
import { type SlowBoard, startSlowBoard } from '../lib/boards/slow-board.js';
import { closeLater } from '../lib/close-later.js';
import { openWarmTools } from '../lib/processes/warm-tools.js';
import { startRedis, type TestRedis } from '../lib/start-redis.js';
import { startService, type TestService } from '../lib/start-service.js';

const later = closeLater();

type Tools = Awaited<ReturnType<typeof openWarmTools>>;
type Scene = { redis: TestRedis; board: SlowBoard; tools: Tools };

async function open(delayMs = 0): Promise<Scene> {
  const redis = later(await startRedis(), (each) => each.stop());
  const board = later(await startSlowBoard(delayMs), (each) => each.close());
  return { redis, board, tools: later(await openWarmTools(redis.url), (each) => each.close()) };
}

type Settings = { searches?: object[]; busiest?: object; environment?: Record<string, string>; slots?: number };

async function serve(
  { redis, board }: Scene,
  { searches = [], busiest, environment = {}, slots = 64 }: Settings = {},
): Promise<TestService> {
  const folder = later(mkdtempSync(join(tmpdir(), 'warm-')), (each) => rmSync(each, { recursive: true }));
  const file = join(folder, 'warm.json');
  writeFileSync(file, JSON.stringify({ searches, ...(busiest === undefined ? {} : { busiest }) }));
  const service = await startService({
    ...{ redis, sources: [board.source('slow')], slots: { search: slots } },
    environment: { WARM: file, WARM_BUSIEST: '0', ...environment },
  });
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= service.close());
  return later({ ...service, close }, (each) => each.close());
}

const entry = (name: string, more: object = {}) => ({
  ...{ name, search: { keyword: name }, cron: '0 7 * * 1-5', timeZone: 'Europe/Berlin' },
  ...more,
});
const until = async (done: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 20));
};

/** Makes the next run of each schedule due now, as BullMQ does at its time. */
async function comeDue(queue: Tools['queue']): Promise<void> {
  for (const job of await queue.getDelayed()) if (job.data.kind === 'scheduled') await job.promote();
}

const lastOf = async ({ redis }: Tools, name: string) => (await readRuns(redis)).last.get(name);

describe('a scheduled search', () => {
  test('is collected when due, so that requests are served from the cache; then not again while fresh', async () => {
    const scene = await open();
    const { search } = await serve(scene, { searches: [entry('nurse')] });
    await comeDue(scene.tools.queue);
    await until(async () => (await lastOf(scene.tools, 'nurse')) !== undefined);
    expect(await lastOf(scene.tools, 'nurse')).toMatchObject({ outcome: 'complete', total: 1, failing: [] });
    const { headers, body } = await search({ keyword: 'Nurse' });
    expect(headers.get('cache-status')).toMatch(/^job-search; hit; ttl=\d+$/);
    expect(body.jobs).toMatchObject([{ title: 'nurse wanted' }]);
    // The next run is already in the queue, at its own time.
    expect(await scene.tools.queue.getDelayedCount()).toBe(1);

    await comeDue(scene.tools.queue);
    await until(async () => (await lastOf(scene.tools, 'nurse'))?.outcome === 'fresh');
    expect(scene.board.asked).toEqual(['nurse']);
  });

  test('whose last run is still in progress is skipped and counted', async () => {
    const scene = await open(1200);
    await serve(scene, { searches: [entry('nurse')] });
    await comeDue(scene.tools.queue);
    await until(() => scene.board.asked.length === 1);
    expect(await run(scene.tools, 'nurse')).toMatchObject({ outcome: 'skipped' });
    await until(async () => (await lastOf(scene.tools, 'nurse')) !== undefined);
    expect(await lastOf(scene.tools, 'nurse')).toMatchObject({ outcome: 'complete' });
    expect((await readRuns(scene.tools.redis)).skipped.get('nurse')).toBe(1);
    expect(scene.board.asked).toEqual(['nurse']);
    expect(await run(scene.tools, 'nurse')).toMatchObject({ outcome: 'fresh' });
  });

  test('continues on another worker when its own shuts down', async () => {
    const scene = await open(3500);
    const first = await serve(scene, { searches: [entry('nurse')] });
    await comeDue(scene.tools.queue);
    await until(async () => (await scene.tools.queue.getActiveCount()) === 1);
    await serve(scene, { searches: [entry('nurse')] });
    await first.close();
    await until(async () => (await lastOf(scene.tools, 'nurse')) !== undefined);
    expect(await lastOf(scene.tools, 'nurse')).toMatchObject({ outcome: 'complete', total: 1 });
    expect((await readRuns(scene.tools.redis)).skipped.size).toBe(0);
  });

  test('is scheduled once, whatever the number of workers, and removed when it is removed from the file', async () => {
    const scene = await open();
    const both = { searches: [entry('nurse'), entry('doctor', { cron: '30 6 * * *' })] };
    await Promise.all([serve(scene, both), serve(scene, both), serve(scene, both)]);
    const { queue } = scene.tools;
    expect((await queue.getJobSchedulers()).map(({ key }) => key).sort()).toEqual(['doctor', 'nurse']);
    expect(await queue.getDelayedCount()).toBe(2);
    await serve(scene, { searches: [entry('nurse', { timeZone: 'UTC' })] });
    expect(await queue.getJobSchedulers()).toMatchObject([{ key: 'nurse', pattern: '0 7 * * 1-5', tz: 'UTC' }]);
    expect(await queue.getDelayedCount()).toBe(1);
  });

  test('is scheduled again soon after Redis came back empty', async () => {
    const scene = await open();
    await serve(scene, { searches: [entry('nurse')] });
    await scene.redis.restart();
    await until(async () => (await scene.tools.queue.getJobSchedulersCount()) === 1);
    expect(await scene.tools.queue.getDelayedCount()).toBe(1);
  });

  test('is listed with its times, and a manual run prints its outcome', async () => {
    const scene = await open();
    await serve(scene, { searches: [entry('nurse'), entry('doctor', { timeZone: 'America/New_York' })] });
    expect(await run(scene.tools, 'nurse')).toMatchObject({ outcome: 'complete', total: 1 });
    expect(scene.tools.printed.at(-1)).toMatch(/^nurse: complete: 1 jobs in \d+\.\d s$/);
    await list(scene.tools, false);
    const lines = scene.tools.printed.slice(1);
    expect(lines[0]).toMatch(/^name +next run +last run +result +skipped$/);
    const zoned = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d';
    expect(lines.find((line) => line.startsWith('nurse'))).toMatch(
      new RegExp(`^nurse +${zoned} Europe/Berlin +${zoned} Europe/Berlin +complete: 1 jobs in \\d+\\.\\d s +0$`),
    );
    expect(lines.find((line) => line.startsWith('doctor'))).toMatch(/ 07:00 America\/New_York +never +– +0$/);
    await expect(run(scene.tools, 'nurs')).rejects.toThrow(
      /^There is no scheduled search "nurs"\. Did you mean "nurse"\? Names: /,
    );
    await expect(run(scene.tools, undefined)).rejects.toThrow(/^Which search\? Names: /);
  });

  test('cannot be run without a worker, and an invalid file stops the start', async () => {
    const scene = await open();
    const service = await serve(scene, { searches: [entry('nurse')] });
    await service.close();
    await expect(run(scene.tools, 'nurse')).rejects.toThrow('No worker is running that takes searches');
    await expect(serve(scene, { searches: [entry('nurse', { search: { limt: '1' } })] })).rejects.toThrow(
      'searches[0].search.limt: There is no field "limt". Did you mean "limit"?',
    );
  });
});

describe('callers', () => {
  const subjectOf = (keyword: string): SearchJob['subject'] => ({
    ...{ keyword, location: '', dateSincePosted: '', salary: '', jobType: '', remoteFilter: '' },
    ...{ experienceLevel: '', excludeCompanies: '', language: '', skills: '', label: '', sortBy: 'relevant' },
  });

  test('overtake a hundred waiting scheduled searches', async () => {
    const scene = await open(50);
    const searches = later(openQueue<SearchJob>('search', scene.tools.redis), (each) => each.close());
    for (let count = 0; count < 100; count++) {
      const subject = subjectOf(`warm ${count}`);
      const job: SearchJob = {
        ...{ v: 1, key: searchKey(subject), subject, requestId: 'warm', runId: `run ${count}` },
        ...{ priority: priorities.warming, newerThan: 0 },
      };
      await searches.add('search', job, { priority: job.priority, jobId: job.key, removeOnComplete: true });
    }
    const { search } = await serve(scene, { slots: 2 });
    expect((await search({ keyword: 'nurse' })).body.jobs).toMatchObject([{ title: 'nurse wanted' }]);
    // Only those that started before it came: half or more of the hundred are still waiting.
    expect(scene.board.asked.indexOf('nurse')).toBeLessThan(50);
    expect(await searches.getPrioritizedCount()).toBeGreaterThan(50);
    await until(async () => scene.board.asked.length === 101 && (await searches.getActiveCount()) === 0);
  });

  test('do not find all slots taken when many scheduled searches come due at once', async () => {
    const scene = await open(300);
    const names = Array.from({ length: 40 }, (_, at) => `warm-${at}`);
    const { search } = await serve(scene, { searches: names.map((name) => entry(name)), slots: 8 });
    await comeDue(scene.tools.queue);
    await until(() => scene.board.asked.length >= 4);
    expect((await search({ keyword: 'nurse' })).status).toBe(200);
    // Never more than four at once: half of the slots stay free for callers.
    expect(scene.board.asked.indexOf('nurse')).toBeLessThan(20);
    await until(async () => (await readRuns(scene.tools.redis)).last.size === names.length);
    expect(scene.board.atMost).toBeLessThanOrEqual(5);
  });
});

describe('a busy search', () => {
  const busy = { environment: { FRESH_SECONDS: '4', WARM_BUSIEST: '20', WARM_PER_MINUTE: '60' } };

  test('is refreshed before it goes stale, and one that was requested twice is not', async () => {
    const scene = await open();
    const { search } = await serve(scene, busy);
    for (let times = 0; times < 2; times++) await search({ keyword: 'twice' });
    for (let times = 0; times < 3; times++) await search({ keyword: 'busy' });
    await until(() => scene.board.asked.filter((keyword) => keyword === 'busy').length === 2);
    await until(async () => (await search({ keyword: 'busy' })).body.ageSeconds < 2);
    const { headers, body } = await search({ keyword: 'busy' });
    expect(headers.get('cache-status')).toMatch(/^job-search; hit; ttl=[1-9]/);
    expect(body.stale).toBe(false);
    expect(scene.board.asked.filter((keyword) => keyword === 'twice')).toHaveLength(1);
  });

  test('stays within the budget: no more a minute than configured, none when it is off', async () => {
    const scene = await open();
    const { search } = await serve(scene, {
      environment: { FRESH_SECONDS: '2', WARM_BUSIEST: '20', WARM_PER_MINUTE: '30' },
    });
    const names = ['one', 'two', 'three', 'four', 'five', 'six'];
    for (let times = 0; times < 3; times++) for (const keyword of names) await search({ keyword });
    const collected = scene.board.asked.length;
    await new Promise((resolve) => setTimeout(resolve, 6500));
    const refreshed = scene.board.asked.length - collected;
    expect(refreshed).toBeGreaterThanOrEqual(2);
    expect(refreshed).toBeLessThanOrEqual(4);
  });

  test('is not tracked with a budget of none', async () => {
    const scene = await open();
    await serve(scene, { busiest: { perMinute: 0 }, environment: { WARM_BUSIEST: '20' } });
    const jobs: WarmJob[] = (await scene.tools.queue.getJobs()).map(({ data }) => data);
    expect(jobs).toEqual([]);
    expect(await scene.tools.queue.getJobSchedulersCount()).toBe(0);
  });
});
