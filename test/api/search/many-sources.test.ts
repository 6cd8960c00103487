import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiDocument } from '../../../api/openapi/describe-api.js';
import { createLogger } from '../../../shared/logger.js';
import { beat } from '../../../shared/queue/workers.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { parseQuery } from '../../../shared/search/query/parse-query.js';
import { searchKey } from '../../../shared/search/query/query.js';
import {
  reportedSourceSchema,
  type SourceReport,
  searchProgressSchema,
  summarizeSources,
} from '../../../shared/search/result.js';
import { writeRunning } from '../../../shared/search/search-document.js';
import { createAnswerCheck } from '../../lib/check-answer.js';
import { follow } from '../../lib/follow.js';
import { hold } from '../../lib/hold.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { startService, type TestService } from '../../lib/start-service.js';

const count = 5000;
let redis: TestRedis;
let connection: RedisConnection;
let service: TestService;

/** An API without a worker: the tests write documents as workers would. */
beforeAll(async () => {
  redis = await startRedis();
  connection = connectRedis(redis.url, 'asking', createLogger('silent', 'test'));
  await redisReady(connection, 10_000);
  await connection.set(redisKeys.sourcesPrint, '');
  service = await startService({ redis, sources: [], worker: false, environment: { TRUST_PROXY: '1' } });
});
afterAll(async () => {
  connection.disconnect();
  await service.close();
  await redis.stop();
});

/** Reports of all sources: the given ones have that status, by their number; the others are `ok`. */
function reports(statuses: Readonly<Record<number, SourceReport['status']>> = {}): SourceReport[] {
  return Array.from({ length: count }, (_, index) => {
    const status = statuses[index] ?? 'ok';
    return {
      name: `board-${index}`,
      status,
      jobs: 0,
      tookMs: 812,
      detail: status === 'ok' ? null : `It is ${status}.`,
    };
  });
}
const numbered = (status: SourceReport['status'], from: number, to: number) =>
  Object.fromEntries(Array.from({ length: to - from }, (_, index) => [from + index, status]));

const few = { 4000: 'failed', 4001: 'timeout', 4990: 'resting' } as const;
const fewCounts = { total: count, ok: count - 3, pending: 0, timeout: 1, failed: 1, resting: 1 };

async function checked(body: object, headers: Record<string, string> = {}) {
  const document = (await (await fetch(`${service.url}/api/openapi.json`)).json()) as ApiDocument;
  const response = await fetch(`${service.url}/api/jobs/search`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  return createAnswerCheck(document)('POST /api/jobs/search', response);
}

describe('a search over 5,000 sources', () => {
  test.each([
    ['stored with counts', summarizeSources(reports(few))],
    ['stored by a release that kept every report', { sources: reports(few) }],
  ])('names at most 100 of them, those that failed first: %s', async (name, stored) => {
    await hold(connection, { keyword: name }, stored);
    // The first request reads the page from Redis, later ones have it in memory.
    for (let times = 0; times < 3; times++) {
      const { status, body } = await checked({ keyword: name });
      const answer = body as { partial: boolean; sources: SourceReport[]; sourceCounts: object };
      expect([status, answer.partial, answer.sources.length]).toEqual([200, true, 100]);
      expect(answer.sourceCounts).toEqual(fewCounts);
      expect(answer.sources.slice(0, 4).map((source) => source.name)).toEqual([
        ...['board-4000', 'board-4001', 'board-4990', 'board-0'],
      ]);
      expect(JSON.stringify(answer).length).toBeLessThan(15_000);
    }
  });

  test('is whole when each has answered', async () => {
    await hold(connection, { keyword: 'whole' }, summarizeSources(reports()));
    const { body } = await checked({ keyword: 'whole' });
    expect(body).toMatchObject({ partial: false, sourceCounts: { total: count, ok: count } });
  });

  test('has a bounded problem when each failed', async () => {
    const every = reports(numbered('failed', 0, count));
    await hold(connection, { keyword: 'failed' }, { state: 'failed', collectedAt: null, ...summarizeSources(every) });
    const { status, body } = await checked({ keyword: 'failed' });
    expect(status).toBe(503);
    expect(body).toMatchObject({
      ...{ code: 'sources-failed', sourceCounts: { total: count, failed: count } },
      detail: '5000 of 5000 sources failed and no earlier answer is kept for this search.',
    });
    expect((body as { sources: unknown[] }).sources).toHaveLength(100);
  });

  test('has a bounded 202, before and after its run has reported', async () => {
    const names = reports().map(({ name }) => name);
    const about = { id: 'w', startedAt: 0, queues: [], running: 0, finished: 0, browser: 'none', sourcesPrint: '' };
    await beat(connection, { ...about, sources: names, lastSeenAt: Date.now() });
    const async = { prefer: 'respond-async', 'x-forwarded-for': '198.51.100.7' };
    const before = await checked({ keyword: 'accepted' }, async);
    expect(before).toMatchObject({ status: 202, body: { sourceCounts: { total: count, pending: count } } });
    const running = {
      startedAt: Date.now(),
      ...summarizeSources(reports({ 7: 'failed', ...numbered('pending', 8, 600) })),
    };
    await writeRunning(connection, keyOf('accepted'), { running, until: Date.now() + 9000 });
    const { body } = await checked({ keyword: 'accepted' }, async);
    expect(body).toMatchObject({ sourceCounts: { total: count, ok: 4407, pending: 592, failed: 1 } });
    expect((body as { sources: unknown[] }).sources).toHaveLength(100);
    expect(body).toMatchObject({ sources: expect.arrayContaining([expect.objectContaining({ name: 'board-7' })]) });
  });

  test('is followed by the reports that are named and by counts, not by an event for each source', async () => {
    const write = (statuses: Readonly<Record<number, SourceReport['status']>>) =>
      writeRunning(connection, keyOf('live'), {
        running: { startedAt: 0, ...summarizeSources(reports(statuses)) },
        until: Date.now() + 9000,
      });
    await write(numbered('pending', 0, count));
    const client = await follow(service.url, { keyword: 'live' });
    const begun = await client.next();
    expect(begun).toMatchObject({ event: 'search', data: { sourceCounts: { pending: count } } });
    expect(begun.data.sources).toHaveLength(100);
    await write(numbered('pending', 1000, count));
    const counted = await client.next();
    expect(counted).toMatchObject({ event: 'progress', data: { sourceCounts: { ok: 1000, pending: 4000 } } });
    searchProgressSchema.parse(counted.data);
    await write({ ...numbered('pending', 1500, count), 1200: 'timeout' });
    const failed = await client.next();
    const sourceCounts = { ok: 1499, pending: 3500, timeout: 1 };
    expect(failed).toMatchObject({ event: 'source', data: { name: 'board-1200', status: 'timeout', sourceCounts } });
    reportedSourceSchema.parse(failed.data);
    await hold(connection, { keyword: 'live' }, summarizeSources(reports({ 1200: 'timeout' })));
    const events = await client.events();
    expect(events.at(-1)).toMatchObject({ event: 'result', data: { sourceCounts: { ok: 4999, timeout: 1 } } });
    // Those that the answer names other than the failed one.
    expect(events.length).toBeLessThanOrEqual(100);
  });
});

const keyOf = (keyword: string): string => {
  const read = parseQuery({ keyword });
  if ('errors' in read) throw new Error(JSON.stringify(read.errors));
  return searchKey(read.query);
};
