import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClient } from '../../../client/client.js';
import { createKey, hashKey } from '../../../shared/auth/api-key.js';
import { addKey } from '../../../shared/auth/key-store.js';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection } from '../../../shared/redis/redis.js';
import { hiddenAmong, hideJob, listHidden, mostHidden } from '../../../shared/search/hidden-jobs.js';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { issueKey } from '../../lib/issue-key.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let board: FakeBoard;
let redis: TestRedis;
let connection: RedisConnection;
let service: TestService;

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs(
    'acme',
    Array.from({ length: 5 }, (_, at) => ({ id: at + 1, title: `Baker ${at}`, company: `Bakery ${at}` })),
  );
  redis = await startRedis();
  connection = connectRedis(redis.url, 'working', createLogger('silent', 'test'));
  service = await startService({ redis, sources: [boardSource('acme', board.baseUrl)] });
});
afterAll(async () => {
  await service.close();
  connection.disconnect();
  await redis.stop();
  await board.close();
});

async function clientOf(owner: string) {
  const key = createKey();
  const record = { id: `key_${key.slice(-6)}`, owner, name: 'acme', plan: 'pro', lastFour: key.slice(-4) };
  await addKey(connection, hashKey(key), { ...record, createdAt: Date.now() });
  return createClient({ url: service.url, key });
}

test('what an owner has hidden is left out of its searches, pages, streams and feeds, and of no one else', async () => {
  const client = await clientOf('one');
  const other = await clientOf('two');
  const query = { keyword: 'baker', limit: '2' };
  const first = await client.search(query);
  const [hidden, kept] = first.jobs.map(({ id }) => id);
  expect(first.jobs).toHaveLength(2);
  for (const { id } of first.jobs) await client.hideJob(id);
  const again = await client.search(query);
  expect(again.jobs).toEqual([]);
  expect(again.page).toMatchObject({ count: 0, total: 5 });
  expect(again.notices).toEqual(['2 jobs of this page, which you have hidden, are left out.']);
  const left: string[] = [];
  for await (const { id } of client.jobs(query)) left.push(id);
  expect(left).toHaveLength(3);
  for await (const event of client.live(query)) if ('answer' in event) expect(event.answer.jobs).toEqual([]);
  expect(await client.feed({ keyword: 'baker', limit: '100' }, 'csv')).not.toContain(String(hidden));
  expect((await client.hiddenJobs()).jobs.map(({ id }) => id)).toEqual([kept, hidden]);
  // A further key of the owner leaves it out, too.
  expect((await (await clientOf('one')).search(query)).jobs).toEqual([]);
  expect((await other.search(query)).jobs).toHaveLength(2);
  expect((await service.search(query)).body.jobs).toHaveLength(2);
  await client.unhideJob(String(hidden));
  const shown = await client.search(query);
  expect(shown.jobs.map(({ id }) => id)).toEqual([hidden]);
  expect(shown.notices).toEqual(['One job of this page, which you have hidden, is left out.']);
});

test('a feed keeps its date for everybody while somebody who has hidden a part of it asks, too', async () => {
  const authorization = `Bearer ${await issueKey(redis.url)}`;
  const feed = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${service.url}/api/jobs/feed?keyword=baker`, { headers });
    await response.text();
    return { tag: response.headers.get('etag'), date: response.headers.get('last-modified') };
  };
  const whole = await feed();
  expect(whole.date).not.toBeNull();
  const [first] = (await service.search({ keyword: 'baker' })).body.jobs;
  await fetch(`${service.url}/api/jobs/${first.id}/hidden`, { method: 'PUT', headers: { authorization } });
  for (let round = 0; round < 3; round++) {
    const own = await feed({ authorization });
    expect(own.date).toBeNull();
    expect(own.tag).not.toBe(whole.tag);
    expect(await feed()).toEqual(whole);
  }
});

test('a key is needed, and a job that is stored', async () => {
  const client = await clientOf('three');
  await expect(client.hideJob('job_0000000000000000')).rejects.toMatchObject({ code: 'not-found' });
  await client.unhideJob('job_0000000000000000');
  expect(await client.hiddenJobs()).toEqual({ jobs: [] });
  await expect(createClient({ url: service.url }).hiddenJobs()).rejects.toMatchObject({ code: 'key-required' });
});

test('of more than are remembered the earliest are shown again', async () => {
  const ids = Array.from({ length: mostHidden }, (_, at) => [at, `job_${at}`] as const);
  await connection.zadd('js:{hidden:many}', ...ids.flat());
  await hideJob(connection, 'many', { id: 'job_last', at: new Date() });
  expect((await listHidden(connection, 'many')).jobs).toHaveLength(mostHidden);
  expect(await hiddenAmong(connection, 'many', ['job_0', 'job_1', 'job_last'])).toEqual(new Set(['job_1', 'job_last']));
});
