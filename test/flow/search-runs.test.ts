import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../shared/logger.js';
import { openQueue } from '../../shared/queue/queues.js';
import { connectRedis } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { startTraceCollector, type TraceCollector } from '../lib/processes/trace-collector.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

const token = 'a-token-of-some-length';
const traceId = '1af7651916cd43dd8448eb211c80319c';
let board: FakeBoard;
let collector: TraceCollector;
let service: TestService;

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  board.setMood('beta', { kind: 'status', status: 403 });
  collector = await startTraceCollector();
  service = await startService({
    sources: [boardSource('acme', board.baseUrl), boardSource('beta', board.baseUrl)],
    // A board that the schedule has found failing is resting for the search.
    environment: { SCHEDULE: 'off', ADMIN_PORT: '0', ADMIN_TOKEN: token, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
});
afterAll(async () => {
  await service.close();
  await collector.close();
  await board.close();
});

type Kept = { runs: Record<string, unknown>[]; requests: Record<string, unknown>[]; failed: Record<string, unknown>[] };

/** What is kept of an id, once it is so: requests are noted in batches. */
async function kept(id: string, isThere: (kept: Kept) => boolean): Promise<Kept> {
  for (const end = Date.now() + 20_000; ; ) {
    const response = await fetch(`${service.admin}/admin/searches/runs?${new URLSearchParams({ id })}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const found = (await response.json()) as Kept;
    if (isThere(found)) return found;
    if (Date.now() > end) throw new Error(`Not kept: ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('the operator finds', () => {
  test('the run of an answer by its request id: its query, its times, and each board', async () => {
    const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
    const answer = await service.search({ keyword: 'nurse', location: 'Berlin' }, { traceparent });
    const id = answer.headers.get('x-request-id') ?? '';
    const { runs, requests } = await kept(id, (found) => found.runs.length > 0 && found.requests.length > 0);
    expect(runs[0]).toMatchObject({
      ...{ requestId: id, traceId, worker: 'worker-1', outcome: 'partial', cause: null, sourceCount: 2 },
      query: { keyword: 'nurse', location: 'Berlin' },
      sources: [
        { name: 'beta', status: 'failed', detail: expect.stringContaining('403') },
        { name: 'acme', status: 'ok' },
      ],
    });
    const figures = ['waitedMs', 'collectMs', 'searchMs', 'storeMs', 'tookMs'].map((name) => runs[0]?.[name]);
    expect(figures).toEqual(figures.map(() => expect.any(Number)));
    expect(Math.min(...(figures as number[]))).toBeGreaterThanOrEqual(0);
    expect(requests).toMatchObject([{ requestId: id, traceId, outcome: 'collected' }]);
    expect((await kept(traceId, () => true)).runs).toEqual(runs);
  });

  test('its trace in the bucket of its latency, in OpenMetrics alone', async () => {
    const metrics = async (accept: string) => {
      const headers = { authorization: `Bearer ${token}`, accept };
      const response = await fetch(`${service.admin}/metrics`, { headers });
      return [response.headers.get('content-type'), await response.text()] as const;
    };
    const [type, text] = await metrics('application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5');
    expect(type).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    const bucket = text.split('\n').find((line) => line.includes(`trace_id="${traceId}"`));
    expect(bucket).toMatch(/^http_request_duration_seconds_bucket\{.*route="\/api\/jobs\/search".*\} 1 # \{/);
    expect(text).toContain('# TYPE http_requests counter\n');
    const [plainType, plain] = await metrics('*/*');
    expect(plainType).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(plain).not.toContain(traceId);
  });

  test('the same run by a request that was answered from the cache', async () => {
    const answer = await service.search(
      { keyword: 'nurse', location: 'Berlin' },
      { 'x-request-id': 'asked-a-second-time' },
    );
    expect(answer.headers.get('cache-status')).toMatch(/; hit/);
    const { runs, requests } = await kept('asked-a-second-time', (found) => found.requests.length > 0);
    expect(requests).toMatchObject([{ outcome: 'cached' }]);
    expect(runs).toMatchObject([{ traceId }]);
    expect(await kept('never-asked-for', () => true)).toEqual({ runs: [], requests: [], failed: [] });
  });

  test('a failed job with its cause, though it has left its queue', async () => {
    const redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
    const queue = openQueue<object>('search', redis);
    const options = { jobId: 'unreadable', removeOnFail: true };
    await queue.add('search', { v: 1, key: 'unreadable', requestId: 'asked-in-vain' }, options as never);
    const { failed } = await kept('asked-in-vain', (found) => found.failed.length > 0);
    expect(failed).toMatchObject([{ queue: 'search', id: 'unreadable', cause: expect.stringContaining('subject') }]);
    expect((await kept('', () => true)).failed).toEqual(failed);
    await queue.close();
    redis.disconnect();
  });

  test('all of it bounded in number and in time', async () => {
    const redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
    const { searchRuns, searchRunTimes, searchRequests, searchRequestTimes, failedJobs, failedJobTimes } = redisKeys;
    for (const key of [searchRuns, searchRunTimes, searchRequests, searchRequestTimes])
      expect([key, (await redis.pttl(key)) > 86_000_000]).toEqual([key, true]);
    for (const key of [failedJobs, failedJobTimes])
      expect([key, (await redis.pttl(key)) > 7 * 86_000_000]).toEqual([key, true]);
    redis.disconnect();
  });

  test('by a page that needs the token', async () => {
    expect((await fetch(`${service.admin}/admin/searches`)).status).toBe(401);
    const page = await fetch(`${service.admin}/admin/searches`, { headers: { authorization: `Bearer ${token}` } });
    expect(await page.text()).toContain('<title>Searches · Job search</title>');
  });
});
