import { closeSync, openSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type ConnectionOptions, Worker } from 'bullmq';
import { createLogger } from '../../../shared/logger.js';
import { openQueue, payloadVersion } from '../../../shared/queue/queues.js';
import { connectRedis, redisReady } from '../../../shared/redis/redis.js';
import { redisChannels, redisKeys } from '../../../shared/redis/redis-keys.js';
import { closeLater } from '../../lib/close-later.js';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { follow } from '../../lib/follow.js';
import { freePort } from '../../lib/free-port.js';
import { childrenLeft } from '../../lib/leave-clean.js';
import { type ForkedApi, forkApi } from '../../lib/processes/fork-api.js';
import { type ForkedWorker, forkWorker } from '../../lib/processes/fork-worker.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { boardSource } from '../../lib/start-service.js';

const later = closeLater();

type Scene = { redis: TestRedis; board: FakeBoard; api: ForkedApi; sources: object[] };

async function open(): Promise<Scene> {
  const redis = later(await startRedis(), (each) => each.stop());
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  const api = later(await forkApi(redis.url, { SEARCH_WAIT_SECONDS: '20' }), (each) => each.stop());
  return { redis, board, api, sources: [boardSource('acme', board.baseUrl)] };
}
const work = async ({ redis, sources }: Scene): Promise<ForkedWorker> =>
  later(await forkWorker(redis.url, sources), (each) => each.end());

type Answer = { status: number; headers: Headers; body: { code?: string; partial?: boolean; page?: object } };
async function search(url: string): Promise<Answer> {
  const response = await fetch(`${url}/api/jobs/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
}

const until = async (done: () => boolean): Promise<void> => {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 10));
};
/** Milliseconds until something has happened. */
async function time(happening: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await happening;
  return performance.now() - began;
}

describe('a process that gets other signals', () => {
  test('closes on SIGHUP as on SIGTERM, and opens no inspector on SIGUSR1', async () => {
    const { redis } = await open();
    const api = await forkApi(redis.url, { LOG_LEVEL: 'info' });
    process.kill(api.pid, 'SIGUSR1');
    const log = await api.logWith('SIGUSR1 is ignored');
    expect(log).not.toContain('Debugger listening');
    process.kill(api.pid, 'SIGHUP');
    await api.logWith('"reason":"SIGHUP"');
    await api.stop();
    await expect(fetch(api.url)).rejects.toThrow();
  });

  test('goes on when the disk under its log is full, and ends when told to', async () => {
    const { redis } = await open();
    const full = openSync('/dev/full', 'w');
    const api = await forkApi(redis.url, { LOG_LEVEL: 'trace', ADMIN_PORT: String(await freePort()) }, full);
    for (let asked = 0; asked < 20; asked++) {
      expect((await fetch(`${api.url}/api`)).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await api.stop();
    closeSync(full);
  });
});

describe('an API process that shuts down', () => {
  test('completes the in-flight search, asks clients to reconnect, and ends', async () => {
    const scene = await open();
    const { api, board } = scene;
    await work(scene);
    board.setMood('acme', { kind: 'well', delayMs: 1500 });
    const asked = search(api.url);
    await until(() => board.asked.length > 0);
    const left = time(api.stop());
    const answer = await asked;
    expect(answer).toMatchObject({ status: 200, body: { partial: false, page: { total: 1 } } });
    expect(answer.headers.get('connection')).toBe('close');
    expect(await left).toBeLessThan(8000);
    await expect(search(api.url)).rejects.toThrow();
  });

  test('answers a search that takes too long with an error, plain and live, and ends within its time', async () => {
    const scene = await open();
    const { api, board } = scene;
    await work(scene);
    board.setMood('acme', { kind: 'silent' });
    const asked = search(api.url);
    const followed = await follow(api.url, {});
    await until(() => board.asked.length > 0);
    const left = time(api.stop());
    const answer = await asked;
    expect([answer.status, answer.body.code]).toEqual([504, 'search-timeout']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await followed.events()).at(-1)).toMatchObject({ event: 'problem', data: { code: 'search-timeout' } });
    expect(await left).toBeLessThan(8000);
  });

  test('ends within its time while Redis is unavailable', async () => {
    const { api, redis } = await open();
    redis.kill();
    expect(await time(api.stop())).toBeLessThan(8000);
  });
});

describe('a worker that shuts down', () => {
  test('finishes the in-flight collection when it is nearly done', async () => {
    const scene = await open();
    const { api, board } = scene;
    const worker = await work(scene);
    board.setMood('acme', { kind: 'well', delayMs: 1200 });
    const asked = search(api.url);
    await until(() => board.asked.length > 0);
    expect(await worker.end()).toBe(0);
    expect((await asked).body).toMatchObject({ partial: false, page: { total: 1 } });
    expect(board.asked).toHaveLength(1);
  });

  test('returns a longer collection to the queue, and another worker finishes it for the waiting caller', async () => {
    const scene = await open();
    const { api, board } = scene;
    const worker = await work(scene);
    board.setMood('acme', { kind: 'silent' });
    const asked = search(api.url);
    await until(() => board.asked.length > 0);
    board.setMood('acme', { kind: 'well' });
    const left = worker.end();
    await work(scene);
    expect(await time(left)).toBeLessThan(9000);
    expect(await left).toBe(0);
    const took = await time(asked);
    // The other worker starts a thread to read it.
    expect(took).toBeLessThan(12_000);
    expect(await asked).toMatchObject({ status: 200, body: { partial: false, page: { total: 1 } } });
    await until(() => worker.log().includes('a job goes back to the queue'));
    expect(board.asked).toHaveLength(2);
  });

  test('ends within its time while Redis is unavailable', async () => {
    const scene = await open();
    const worker = await work(scene);
    scene.redis.kill();
    await until(() => worker.log().includes('connection lost'));
    const left = worker.end();
    expect(await time(left)).toBeLessThan(9500);
  });
});

describe('old and new releases side by side', () => {
  test('a job of a newer release is left for a newer worker', async () => {
    const scene = await open();
    const old = await work(scene);
    const connection = later(connectRedis(scene.redis.url, 'working', createLogger('silent', 'test')), (each) =>
      each.disconnect(),
    );
    await redisReady(connection, 10_000);
    const queue = later(openQueue<object>('search', connection), (each) => each.close());
    await queue.add('search', { v: payloadVersion + 1, key: 's-new' }, { jobId: 's-new', priority: 5 });
    await until(() => old.log().includes('left to a newer worker'));
    const taken: unknown[] = [];
    const take = async ({ data }: { data: unknown }) => void taken.push(data);
    const options = { connection: connection as ConnectionOptions, prefix: redisKeys.queue('search'), concurrency: 4 };
    later(new Worker('search', take, options), (each) => each.close());
    await until(() => taken.length > 0);
    expect(taken).toEqual([{ v: payloadVersion + 1, key: 's-new' }]);
    expect(old.log()).not.toContain('job failed');
  });

  test('a job that no newer worker took within a minute fails, and its caller gets an error', async () => {
    const scene = await open();
    const old = await work(scene);
    const connection = later(connectRedis(scene.redis.url, 'working', createLogger('silent', 'test')), (each) =>
      each.disconnect(),
    );
    const listening = later(connectRedis(scene.redis.url, 'listening', createLogger('silent', 'test')), (each) =>
      each.disconnect(),
    );
    const heard: string[] = [];
    listening.on('message', (_channel: string, line: string) => heard.push(line));
    await listening.subscribe(redisChannels.documents);
    const queue = later(openQueue<object>('search', connection), (each) => each.close());
    const timestamp = Date.now() - 61_000;
    await queue.add(
      'search',
      { v: payloadVersion + 1, key: 's-new' },
      { jobId: 's-new', timestamp, removeOnFail: true },
    );
    await until(() => heard.length > 0);
    expect(heard).toEqual([JSON.stringify({ key: 's-new', state: 'unavailable' })]);
    await until(() => old.log().includes('is newer than this worker'));
  });

  test('and no process is left', () => {
    expect(childrenLeft()).toEqual([]);
  });
});
