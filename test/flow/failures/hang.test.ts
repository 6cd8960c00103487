import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';
import { closeLater } from '../../lib/close-later.js';
import { type FakeBoard, type FakeJob, startFakeBoard } from '../../lib/fake-board.js';
import { hangs, hangsAsPlace, stops } from '../../lib/hostile/hang-on-words.mjs';
import { type ForkedWorker, forkWorker } from '../../lib/processes/fork-worker.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { boardSource, type Searched, startService, type TestService } from '../../lib/start-service.js';

const later = closeLater();

/** Makes a worker hang on certain words, for a reason that is in none of our code. */
const faulty = { NODE_OPTIONS: `--import=${pathToFileURL(projectFile('test/lib/hostile/hang-on-words.mjs')).href}` };

type Scene = { board: FakeBoard; redis: TestRedis; sources: object[]; service: TestService };

/** Boards by name, and a service without a worker. */
async function openScene(boards: Record<string, FakeJob[]>): Promise<Scene> {
  const board = later(await startFakeBoard(), (open) => open.close());
  for (const [name, jobs] of Object.entries(boards)) board.setJobs(name, jobs);
  const sources = Object.keys(boards).map((name) => boardSource(name, board.baseUrl));
  const redis = later(await startRedis(), (open) => open.stop());
  const service = later(await startService({ redis, sources, worker: false }), (open) => open.close());
  return { board, redis, sources, service };
}

const startWorker = async ({ redis, sources }: Scene, environment: Record<string, string> = {}) =>
  later(await forkWorker(redis.url, sources, { ...faulty, ...environment }), (worker) => worker.end('SIGKILL'));

const report = ({ body }: Searched, name: string) =>
  (body.sources as { name: string; status: string; jobs: number; tookMs: number; detail: string | null }[]).find(
    (source) => source.name === name,
  );

const isPending = ({ status, body }: Searched): boolean =>
  status !== 200 || (body.sources as { status: string }[]).some((source) => source.status === 'pending');

const some = (count: number, title: string, from = 1): FakeJob[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, title: `${title} ${from + at}` }));

describe('a posting that hangs the parser for an unknown reason', () => {
  test.each([1, 2])(
    'costs its source one posting and other sources nothing, with %i worker(s)',
    async (workers) => {
      const scene = await openScene({
        good: some(20, 'Nurse'),
        one: [...some(60, 'Cook'), { id: 900, title: 'Cook', place: hangsAsPlace }],
        every: some(60, 'Cook').map((job) => ({ ...job, place: `${hangsAsPlace} ${job.id}` })),
        answer: [{ id: 1, title: hangs }],
      });
      const running: ForkedWorker[] = [];
      while (running.length < workers) running.push(await startWorker(scene));
      const { search } = scene.service;
      let answer = await search({}, { prefer: 'wait=60' });
      while (isPending(answer)) answer = await search({}, { prefer: 'wait=60' });
      expect(report(answer, 'good')).toMatchObject({ status: 'ok', jobs: 20, detail: null });
      expect(report(answer, 'good')?.tookMs).toBeLessThan(report(answer, 'every')?.tookMs ?? 0);
      const left = '1 posting took longer than 1 s to read and was left out.';
      expect(report(answer, 'one')).toMatchObject({ status: 'ok', jobs: 60, detail: left });
      expect(report(answer, 'every')).toMatchObject({
        status: 'failed',
        jobs: 0,
        detail: expect.stringMatching(
          /^\d postings took longer than 1 s to read and were left out\. \d+ more were not read/,
        ),
      });
      expect(report(answer, 'answer')).toMatchObject({
        status: 'failed',
        detail: 'Reading its response took longer than 2 s.',
      });
      const again = await search({ keyword: 'nurse' });
      expect(again).toMatchObject({ status: 200, body: { page: { total: 20 } } });
      for (const worker of running) {
        expect(worker.log()).not.toMatch(/stalled|lock|could not renew/i);
        expect(await worker.end()).toBe(0);
      }
    },
    120_000,
  );
});

describe('a board that blocks a worker process', () => {
  test('costs two workers and no third: callers learn of it at once, and the board goes into cooldown', async () => {
    const scene = await openScene({ good: some(3, 'Nurse'), bad: [{ id: 1, title: stops }] });
    scene.board.setMood('bad', { kind: 'silent' });
    const { search } = scene.service;
    await startWorker(scene, { WORKER_QUEUES: 'search' });
    const collects = { WORKER_QUEUES: 'collect-http' };
    const first = await startWorker(scene, collects);
    let answer = await search({}, { prefer: 'wait=1' });
    while (answer.status !== 200) answer = await search({}, { prefer: 'wait=1' });
    expect(report(answer, 'good')).toMatchObject({ status: 'ok', jobs: 3 });
    expect(report(answer, 'bad')).toMatchObject({ status: 'pending' });

    const asking = search({}, { prefer: 'wait=60' });
    scene.board.setMood('bad', { kind: 'well' });
    await first.end('SIGKILL');
    await startWorker(scene, collects);
    const times = () => scene.board.asked.filter((name) => name === 'bad').length;
    while (times() < 2) await new Promise((resolve) => setTimeout(resolve, 50));
    await startWorker(scene, collects);
    answer = await asking;
    expect([answer.status, answer.body.jobs?.length]).toEqual([200, 3]);
    expect(report(answer, 'bad')).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(
        /^The worker that read this source was lost twice; it is not requested until \d{4}-.*Z\.$/,
      ),
    });
    const next = await search({ keyword: 'nurse' });
    expect(report(next, 'bad')).toMatchObject({ status: 'resting', detail: expect.stringContaining('stalled') });
    expect(times()).toBe(2);
  }, 120_000);
});
