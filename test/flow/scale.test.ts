import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { childrenLeft } from '../lib/leave-clean.js';
import { type ForkedApi, forkApi } from '../lib/processes/fork-api.js';
import { type ForkedWorker, forkWorker } from '../lib/processes/fork-worker.js';
import { startRedis, type TestRedis } from '../lib/start-redis.js';
import { boardSource } from '../lib/start-service.js';

const boards = Array.from({ length: 12 }, (_, index) => `board${index}`);
let redis: TestRedis;
let board: FakeBoard;
let api: ForkedApi;
let searcher: ForkedWorker;
let collectors: ForkedWorker[];

beforeAll(async () => {
  redis = await startRedis();
  board = await startFakeBoard();
  for (const [index, name] of boards.entries()) {
    board.setJobs(name, [{ id: index, title: `Nurse ${index}` }]);
    board.setMood(name, { kind: 'well', delayMs: 150 });
  }
  const sources = boards.map((name) => boardSource(name, board.baseUrl, { concurrency: 20 }));
  const take = (queue: string) => forkWorker(redis.url, sources, { ROLE: 'worker', WORKER_QUEUES: queue });
  [api, searcher, ...collectors] = await Promise.all([
    forkApi(redis.url, { ROLE: 'api' }),
    take('search'),
    take('collect-http'),
    take('collect-http'),
  ]);
});

afterAll(async () => {
  await api.stop();
  await Promise.all([searcher, ...collectors].map((worker) => worker.end()));
  await board.close();
  await redis.stop();
});

const search = async (keyword: string) => {
  const response = await fetch(`${api.url}/api/jobs/search`, {
    method: 'POST',
    // The threads of three workers start with the first search, all at once.
    headers: { 'content-type': 'application/json', prefer: 'wait=60' },
    body: JSON.stringify({ keyword }),
  });
  return (await response.json()) as { partial: boolean; page: { total: number } };
};

describe('an API process, a worker that searches and two that collect', () => {
  test('serve one search together, each doing its own part', async () => {
    expect(await search('nurse')).toMatchObject({ partial: false, page: { total: boards.length } });
    // Log lines are buffered, and written at least ten times per second.
    for (let tries = 0; tries < 50 && !searcher.log().includes('"msg":"search: done"'); tries++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(searcher.log()).toContain('"msg":"search: done"');
    expect(searcher.log()).not.toContain('"msg":"collect: done"');
    const collected = collectors.map((worker) => worker.log().match(/"msg":"collect: done"/g)?.length ?? 0);
    expect(collected.reduce((sum, each) => sum + each, 0)).toBe(boards.length);
    for (const count of collected) expect(count).toBeGreaterThan(0);
    for (const worker of collectors) expect(worker.log()).not.toContain('"msg":"search: done"');
  });

  test('continue when one of the two that collect shuts down', async () => {
    const [first, second] = collectors as [ForkedWorker, ForkedWorker];
    expect(await first.end()).toBe(0);
    const key = await search('engineer');
    expect(key.partial).toBe(false);
    expect(second.log()).toContain('collect: done');
  });

  test('and health lists the processes', async () => {
    const { checks } = (await (await fetch(`${api.url}/api`)).json()) as {
      checks: Record<string, [{ observedValue: number }]>;
    };
    expect(checks['workers:alive']?.[0].observedValue).toBe(2);
  });
});

test('no process is left but those that are stopped at the end', () => {
  const left = childrenLeft().filter((line) => !/redis-server|dist\/(?:api|worker)\/main\.js/.test(line));
  expect(left).toEqual([]);
});
