import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { freePort } from '../lib/free-port.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

const token = 'a-token-of-some-length';
let board: FakeBoard;
let service: TestService;
let admin: string;
const lines: string[] = [];

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  board.setMood('beta', { kind: 'status', status: 403 });
  const port = await freePort();
  admin = `http://127.0.0.1:${port}`;
  service = await startService({
    sources: [boardSource('acme', board.baseUrl), boardSource('beta', board.baseUrl)],
    environment: { ADMIN_PORT: String(port), ADMIN_TOKEN: token, LOG_LEVEL: 'info' },
    log: (line) => lines.push(line),
  });
});

afterAll(async () => {
  await service.close();
  await board.close();
});

const ask = (path: string, authorization = `Bearer ${token}`) => fetch(admin + path, { headers: { authorization } });

/** The value of one line in Prometheus text format, by its name and some of its labels. */
function value(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const line = text
    .split('\n')
    .find(
      (each) =>
        each.startsWith(`${name}{`) && Object.entries(labels).every(([label, is]) => each.includes(`${label}="${is}"`)),
    );
  const bare = text.split('\n').find((each) => each.startsWith(`${name} `));
  const found = (line ?? bare)?.split(' ').at(-1);
  return found === undefined ? undefined : Number(found);
}

type Queued = { name: string; isPaused: boolean };

describe('the admin port', () => {
  test('reports liveness and readiness without a token', async () => {
    for (const path of ['/live', '/ready', '/ready/strict']) {
      const response = await fetch(admin + path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(await response.json()).toMatchObject({ status: 'pass' });
    }
  });

  test('serves nothing else without the token', async () => {
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    for (const authorization of ['', 'Bearer wrong', `Bearer ${token}x`, basic('me:wrong'), 'Basic %%%'])
      for (const path of ['/metrics', '/queues', '/queues/api/queues', '/anything']) {
        const response = await ask(path, authorization);
        expect([path, authorization, response.status]).toEqual([path, authorization, 401]);
        expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
      }
    expect((await ask('/metrics', basic(`me:${token}`))).status).toBe(200);
    expect((await ask('/nothing')).status).toBe(404);
  });

  test('exposes requests, searches, collections by source and cause, queues and workers to Prometheus', async () => {
    await service.search({});
    await service.search({});
    await service.search({ limit: 'many' });
    await service.get('/api/nothing');
    await service.get('/api');
    const response = await ask('/metrics');
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await response.text();
    const search = { route: '/api/jobs/search', method: 'POST' };
    expect(value(text, 'http_requests_total', { ...search, status: '200' })).toBe(2);
    expect(value(text, 'http_requests_total', { ...search, status: '400' })).toBe(1);
    expect(value(text, 'http_requests_total', { route: 'none', status: '404' })).toBe(1);
    expect(value(text, 'http_request_duration_seconds_count', { route: '/api/jobs/search' })).toBe(3);
    expect(value(text, 'job_search_searches_total', { outcome: 'cached' })).toBe(1);
    expect(value(text, 'job_search_searches_total', { outcome: 'collected' })).toBe(1);
    expect(value(text, 'job_search_redis_up')).toBe(1);
    expect(value(text, 'job_search_workers')).toBe(1);
    expect(value(text, 'job_search_sources_resting')).toBe(1);
    expect(value(text, 'job_search_sources')).toBe(2);
    expect(value(text, 'job_search_redis_memory_bytes')).toBeGreaterThan(500_000);
    expect(value(text, 'job_search_redis_memory_limit_bytes')).toBe(0);
    expect(value(text, 'job_search_queue_jobs', { queue: 'search', state: 'waiting' })).toBe(0);
    expect(value(text, 'job_search_queue_oldest_wait_seconds', { queue: 'collect-http' })).toBe(0);
    expect(value(text, 'nodejs_eventloop_lag_seconds', { part: 'api' })).toBeGreaterThanOrEqual(0);
  });

  test('exposes the workers’ metrics too, where they share a host with the API', async () => {
    // They are reported every five seconds.
    for (let tries = 0; tries < 300; tries++) {
      const text = await (await ask('/metrics')).text();
      // A report may be made between the end of the collections and that of their search.
      if (value(text, 'job_search_searches_run_total', { outcome: 'partial' }) === 1) {
        expect(value(text, 'job_search_collections_total', { source: 'acme', status: 'ok', cause: 'none' })).toBe(1);
        expect(value(text, 'job_search_collections_total', { source: 'beta', cause: 'refused' })).toBe(1);
        expect(value(text, 'job_search_collected_postings', { source: 'acme' })).toBe(1);
        expect(text).toContain('part="worker"');
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The workers told nothing within thirty seconds.');
  });

  test('shows the queues', async () => {
    const page = await ask('/queues');
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('job-search queues');
    const { queues } = (await (await ask('/queues/api/queues')).json()) as { queues: Queued[] };
    expect(queues.map(({ name }) => name)).toEqual([
      ...['search', 'collect-http', 'collect-browser', 'warm', 'schedule', 'export', 'watch', 'deliver'],
    ]);
  });

  test('lists jobs by page, and refuses pages and names that are none', async () => {
    for (const fine of [
      'page=999999&jobsPerPage=999&activeQueue=search',
      'activeQueue=search&status=failed',
      'activeQueue=',
    ])
      expect([fine, (await ask(`/queues/api/queues?${fine}`)).status]).toEqual([fine, 200]);
    for (const wrong of [
      'page=1e99',
      'page=-1',
      'page=1&page=x',
      'jobsPerPage=1e99',
      'activeQueue=%25',
      'activeQueue=%E0%A4%A',
    ])
      expect([wrong, (await ask(`/queues/api/queues?${wrong}`)).status]).toEqual([wrong, 400]);
    expect((await ask('/queues/api/job-schedulers?queueName=%25')).status).toBe(400);
  });

  test('pauses a queue and resumes it, each logged; a search of the pause is answered then', async () => {
    const change = (path: string, headers = {}) =>
      fetch(`${admin}/queues/api/queues/${path}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, ...headers },
      });
    const isPaused = async () => {
      const { queues } = (await (await ask('/queues/api/queues')).json()) as { queues: Queued[] };
      return queues.find(({ name }) => name === 'search')?.isPaused;
    };
    expect((await change('search/pause')).status).toBe(200);
    expect(await isPaused()).toBe(true);
    const search = service.search({ keyword: 'welder' });
    expect((await change('search/resume')).status).toBe(200);
    expect((await search).status).toBe(200);
    expect(await isPaused()).toBe(false);
    const noted = lines.filter((line) => line.includes('queues: changed by an operator'));
    expect(noted.map((line) => (JSON.parse(line) as { action: string }).action)).toEqual([
      'search/pause',
      'search/resume',
    ]);
  });

  test('changes no queue for another site, and nothing that the processes keep themselves', async () => {
    const change = (path: string, headers = {}, method = 'PUT') =>
      fetch(`${admin}/queues/api/queues/${path}`, {
        ...{ method, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers } },
      });
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
      expect((await change('search/pause', headers)).status).toBe(403);
    for (const path of ['search/obliterate', 'search/concurrency', 'watch/job-schedulers/watches/remove'])
      expect([path, (await change(path)).status]).toEqual([path, 403]);
    expect((await change('search/add', {}, 'POST')).status).toBe(403);
    expect((await change('search/1/update-data', {}, 'PATCH')).status).toBe(403);
  });

  test('is ready for cached responses without a worker, not without Redis, and says why', async () => {
    const alone = await startService({
      sources: [boardSource('acme', board.baseUrl)],
      environment: { ADMIN_PORT: String(await freePort()), ADMIN_TOKEN: token },
      worker: false,
    });
    try {
      const reasons = ['No worker is running: only cached answers are available.'];
      for (const [path, status, word] of [
        ['/ready', 200, 'warn'],
        ['/ready/strict', 503, 'fail'],
      ] as const) {
        const ready = await fetch(`${alone.admin}${path}`);
        expect([path, ready.status, await ready.json()]).toEqual([path, status, { status: word, reasons }]);
      }
      await alone.redis.stop();
      const away = await fetch(`${alone.admin}/ready`);
      expect(away.status).toBe(503);
      expect(((await away.json()) as { reasons: string[] }).reasons[0]).toMatch(/^Redis does not answer: /);
      expect((await fetch(`${alone.admin}/live`)).status).toBe(200);
      const metrics = await fetch(`${alone.admin}/metrics`, { headers: { authorization: `Bearer ${token}` } });
      expect(value(await metrics.text(), 'job_search_redis_up')).toBe(0);
    } finally {
      await alone.close();
    }
  });

  test('without a configured token serves liveness and readiness, and nothing else', async () => {
    const shut = await startService({
      sources: [boardSource('acme', board.baseUrl)],
      environment: { ADMIN_PORT: String(await freePort()) },
      worker: false,
    });
    try {
      expect((await fetch(`${shut.admin}/live`)).status).toBe(200);
      expect((await fetch(`${shut.admin}/ready`)).status).toBe(200);
      const empty = ['', 'Bearer ', `Basic ${Buffer.from('me:').toString('base64')}`, 'Basic Og=='];
      for (const authorization of empty)
        for (const path of ['/metrics', '/queues'])
          expect((await fetch(shut.admin + path, { headers: { authorization } })).status).toBe(401);
    } finally {
      await shut.close();
    }
  });
});
