import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createKey, hashKey } from '../../shared/auth/api-key.js';
import { addKey } from '../../shared/auth/key-store.js';
import { createLogger } from '../../shared/logger.js';
import { problems } from '../../shared/problems/problem.js';
import { connectRedis, redisReady } from '../../shared/redis/redis.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { goodKey, type HostileRequest, hostileRequest } from '../lib/hostile/hostile-request.js';
import { type RawResponse, rawRequest } from '../lib/hostile/raw-request.js';
import { type ForkedApi, forkApi } from '../lib/processes/fork-api.js';
import { startRedis, type TestRedis } from '../lib/start-redis.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

/** `npm test -- --suite fuzz` sends more. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 3000);
const third = Math.round(requests / 3);
const atOnce = 40;

let redis: TestRedis;
let board: FakeBoard;
let service: TestService;
let api: ForkedApi;

beforeAll(async () => {
  redis = await startRedis();
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  service = await startService({ redis, sources: [boardSource('acme', board.baseUrl)] });
  await giveOut(goodKey, 'key_hostile');
  api = await forkApi(redis.url, {
    TRUST_PROXY: '1',
    LOG_LEVEL: 'trace',
    INVALID_REQUESTS_PER_MINUTE: '1000000',
  });
});
afterAll(async () => {
  await api.stop();
  await service.close();
  await board.close();
  await redis.stop();
});

async function giveOut(key: string, id: string): Promise<void> {
  const connection = connectRedis(redis.url, 'asking', createLogger('silent', 'test'));
  await redisReady(connection, 10_000);
  const quota = { plan: 'enterprise', requests: 1_000_000, windowSeconds: 900 };
  await addKey(connection, hashKey(key), {
    ...{ ...quota, id, owner: id, name: 'acme', lastFour: key.slice(-4), createdAt: Date.now() },
  });
  connection.disconnect();
}

const portOf = () => Number(new URL(api.url).port);
const residentMb = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(api.pid)], { encoding: 'utf8' })) / 1024;

/** Number of responses by status; 0 = no response. */
const seen = new Map<number, number>();

/** Problems whose title names the operation. */
const titledByOperation = new Set(['invalid-request', 'not-found', 'unavailable']);

/** What is wrong with a response; `null` = nothing. */
function complaint({ whole, bytes }: HostileRequest, answer: RawResponse): string | null {
  if (answer === null) return whole ? 'no answer' : null;
  const { status, headers, body } = answer;
  if (status >= 500) return `${status}: ${body}`;
  if (!headers['x-request-id'] || headers['x-content-type-options'] !== 'nosniff')
    return 'the common headers are missing';
  if (status < 400 || bytes.subarray(0, 5).toString() === 'HEAD ') return null;
  // A browser that asks for what is nowhere gets a page.
  if (status === 404 && /\r\naccept: text\/html/i.test(bytes.toString('latin1')) && body.includes('<h1>')) return null;
  // The pages of jobs and of searches without scripts refuse with a page.
  if (/^GET \/(?:jobs\/|search\b)/.test(bytes.subarray(0, 20).toString('latin1')) && body.includes('<h1>')) return null;
  if (headers['content-type'] !== 'application/problem+json') return `${status} as ${headers['content-type']}: ${body}`;
  const problem = JSON.parse(body) as Record<string, unknown>;
  const row = Object.entries(problems).find(([code]) => code === problem.code)?.[1];
  const sound =
    row?.status === status &&
    problem.status === status &&
    (titledByOperation.has(String(problem.code))
      ? /^[A-Z].*\.$/.test(String(problem.title))
      : problem.title === row.title) &&
    problem.type === `/api#${String(problem.code)}` &&
    typeof problem.detail === 'string' &&
    problem.requestId === headers['x-request-id'] &&
    Object.keys(headers).includes('retry-after') === (status === 429);
  return sound ? null : `no valid problem: ${body}`;
}

async function send(batch: HostileRequest[], seed: number): Promise<void> {
  const answers = await Promise.all(batch.map(({ whole, bytes }) => rawRequest(portOf(), bytes, whole ? 30_000 : 300)));
  for (const [at, answer] of answers.entries()) {
    const request = batch[at] as HostileRequest;
    seen.set(answer?.status ?? 0, (seen.get(answer?.status ?? 0) ?? 0) + 1);
    const wrong = complaint(request, answer);
    if (wrong !== null)
      throw new Error(`${wrong}\n(seed ${seed}) to ${JSON.stringify(request.bytes.toString('latin1').slice(0, 600))}`);
  }
}

test(`${requests} hostile requests: no 5xx, every refusal a valid problem, the process alive and its memory flat`, async () => {
  const seed = Date.now() & 0x7fffffff;
  const hostile = fc.sample(hostileRequest, { seed, numRuns: requests });
  const volley = async (from: number, to: number) => {
    for (let at = from; at < to; at += atOnce) await send(hostile.slice(at, Math.min(to, at + atOnce)), seed);
  };
  await volley(0, third);
  const before = residentMb();
  await volley(third, requests);
  const grew = residentMb() - before;
  expect(grew).toBeLessThan(60);
  // Every kind of refusal occurred.
  expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 413, 415]));
  if (process.env.FUZZ_REQUESTS !== undefined)
    process.stdout.write(
      `seed ${seed}, statuses ${JSON.stringify(Object.fromEntries(seen))}, grew by ${Math.round(grew)} MB\n`,
    );
  expect((await service.get('/api')).status).toBe(200);
  expect(({} as { x?: unknown; limit?: unknown }).x).toBeUndefined();
  expect(api.log()).not.toMatch(/"level":(?:50|60)/);
}, 600_000);

/** Each character percent-encoded. */
const encoded = (text: string): string => text.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

test('no key appears in any log or refusal, wherever a client puts it', async () => {
  const key = createKey();
  await giveOut(key, 'key_log');
  const json = { 'content-type': 'application/json' };
  const search = `${api.url}/api/jobs/search`;
  const unknown = createKey();
  const tries: [string, RequestInit][] = [
    [search, { method: 'POST', headers: { ...json, authorization: `Bearer ${key}` }, body: '{}' }],
    [search, { method: 'POST', headers: { ...json, authorization: `Bearer ${unknown}` }, body: '{}' }],
    [search, { method: 'POST', headers: { ...json, authorization: key }, body: '{}' }],
    [search, { method: 'POST', headers: { ...json, 'x-request-id': key }, body: '{' }],
    [
      search,
      { method: 'POST', headers: { ...json, 'user-agent': key, cookie: `key=${key}` }, body: `{"${key}":"${key}"}` },
    ],
    [`${api.url}/api/jobs/${key}?key=${key}`, {}],
    [search, { method: 'POST', headers: { ...json, 'x-request-id': `x-${key}` }, body: '{' }],
    [`${api.url}/${encoded(key)}`, {}],
    [`${api.url}/api/${encodeURIComponent(encoded(key))}`, {}],
    [`${api.url}/${'x'.repeat(180)}/${key}`, {}],
    ...['tools/call', 'prompts/get', 'resources/read', key].map((method): [string, RequestInit] => {
      const params = { name: key, uri: `job-search://${encoded(key)}` };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      return [`${api.url}/mcp`, { method: 'POST', headers: json, body }];
    }),
    [`${api.url}/${key}`, {}],
  ];
  const statuses: number[] = [];
  for (const [url, init] of tries) {
    const response = await fetch(url, init);
    statuses.push(response.status);
    const told = `${JSON.stringify([...response.headers])} ${await response.text()}`;
    if (url !== search || response.status !== 200)
      expect(decodeURIComponent(told.replace(/%(?![0-9a-f]{2})/gi, ''))).not.toContain(key.slice(4, 14));
  }
  expect(statuses).toEqual([200, 401, 401, 400, 400, 400, 400, 404, 404, 404, 200, 200, 200, 200, 404]);
  const log = await api.logWith('/jsk_[hidden]","status":404');
  expect(log).toContain('key_log');
  expect(log).toContain('jsk_[hidden]');
  for (const secret of [key, unknown])
    for (const text of [
      secret.slice(4, 14),
      encoded(secret.slice(4, 14)),
      encodeURIComponent(encoded(secret.slice(4, 14))),
    ])
      expect(log).not.toContain(text);
});
