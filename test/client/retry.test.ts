import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ClientError, createClient, ProblemError, type ResponseDetails } from '../../client/client.js';

type Answer = { status: number; headers?: Record<string, string>; body?: unknown };

let server: Server;
let url = '';
/** The queued responses and the received requests. */
let script: (Answer | 'hang up' | 'hang')[] = [];
let asked: { path: string; headers: IncomingMessage['headers']; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  script = [];
  asked = [];
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  asked.push({ path: request.url ?? '', headers: request.headers, body });
  const next = script.shift() ?? { status: 200, body: {} };
  if (next === 'hang up') return void response.destroy();
  if (next === 'hang') return;
  const type = next.status < 400 ? 'application/json' : 'application/problem+json';
  response.writeHead(next.status, { 'content-type': type, 'x-request-id': 'demo-0001', ...next.headers });
  response.end(typeof next.body === 'string' ? next.body : JSON.stringify(next.body ?? {}));
}

/** Resolves once the server has received this many requests. */
async function heard(count: number): Promise<void> {
  while (asked.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
}

const limited = (seconds: number): Answer => ({
  status: 429,
  headers: { 'retry-after': String(seconds) },
  body: {
    type: '/api#rate-limited',
    title: 'Used up.',
    status: 429,
    code: 'rate-limited',
    detail: 'Wait.',
    requestId: 'demo-0001',
  },
});

async function problemOf(work: Promise<unknown>): Promise<ProblemError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ProblemError) return error;
  throw new Error(`This is no problem: ${String(error)}`);
}

describe('a refused request', () => {
  test('is retried when Retry-After says, and not before', async () => {
    script = [limited(1), { status: 200, body: { name: 'job-search' } }];
    const began = performance.now();
    expect(await createClient({ url }).info()).toEqual({ name: 'job-search' });
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
    expect(asked).toHaveLength(2);
  });

  test('is thrown at once when the wait would be longer than allowed', async () => {
    script = [limited(412)];
    const error = await problemOf(createClient({ url }).search());
    expect(error).toMatchObject({ code: 'rate-limited', status: 429, retryAfterSeconds: 412, requestId: 'demo-0001' });
    expect(error.message).toBe('Used up. Wait.');
    expect(asked).toHaveLength(1);
  });

  test('is thrown after the maximum number of attempts', async () => {
    script = [limited(0), limited(0), limited(0), limited(0)];
    expect((await problemOf(createClient({ url, retries: 2 }).search())).code).toBe('rate-limited');
    expect(asked).toHaveLength(3);
  });

  test('is not retried when that would not help', async () => {
    const invalid = { type: '/api#invalid-request', title: 'No.', status: 400, code: 'invalid-request', detail: 'No.' };
    script = [{ status: 400, body: invalid }];
    expect((await problemOf(createClient({ url }).search())).problem).toEqual(invalid);
    expect(asked).toHaveLength(1);
  });

  test('by a proxy is reported as what it is', async () => {
    script = [{ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' }];
    const error = await problemOf(createClient({ url, retries: 0 }).search());
    expect(error).toMatchObject({ code: 'other', status: 502, requestId: 'demo-0001', retryAfterSeconds: null });
  });

  test('may carry a date in Retry-After', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    script = [{ ...limited(0), headers: { 'retry-after': date } }];
    const { retryAfterSeconds } = await problemOf(createClient({ url }).search());
    expect(retryAfterSeconds).toBeGreaterThan(3590);
  });
});

describe('a connection', () => {
  test('that breaks is retried', async () => {
    script = ['hang up', { status: 200, body: { ok: true } }];
    expect(await createClient({ url }).job('job_1')).toEqual({ ok: true });
    expect(asked).toHaveLength(2);
  });

  test('that never answers times out, and the error says so', async () => {
    script = ['hang'];
    await expect(createClient({ url, retries: 0, timeoutSeconds: 0.05 }).info()).rejects.toThrow(/timeout/);
  });

  test('is closed at once when the caller aborts, during the request and during the wait', async () => {
    script = ['hang'];
    const reason = new Error('no longer wanted');
    const abort = new AbortController();
    const asking = createClient({ url }).search({}, { signal: abort.signal });
    await heard(1);
    abort.abort(reason);
    await expect(asking).rejects.toBe(reason);

    script = [limited(30)];
    const later = new AbortController();
    const began = performance.now();
    const waiting = createClient({ url }).search({}, { signal: later.signal });
    setTimeout(() => later.abort(reason), 50);
    await expect(waiting).rejects.toBe(reason);
    expect(performance.now() - began).toBeLessThan(15_000);
    await expect(createClient({ url }).search({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('a new watch', () => {
  const request = { search: {}, url: 'https://example.com/hook' };

  test('is made once, though its request is sent again: each time with the same key', async () => {
    script = [
      'hang up',
      { status: 409, body: { code: 'request-in-progress' } },
      { status: 201, body: { id: 'watch_1' } },
    ];
    expect(await createClient({ url }).createWatch(request)).toEqual({ id: 'watch_1' });
    const keys = asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0], keys[0]]);
    script = [{ status: 201, body: { id: 'watch_2' } }];
    await createClient({ url }).createWatch(request);
    expect(asked.at(-1)?.headers['idempotency-key']).not.toBe(keys[0]);
  });

  test('is sent again when it was refused', async () => {
    script = [limited(0), { status: 201, body: { id: 'watch_1' } }];
    expect(await createClient({ url }).createWatch(request)).toEqual({ id: 'watch_1' });
  });
});

describe('an export', () => {
  test('whose connection breaks is continued behind the last cursor', async () => {
    const text = (...lines: object[]): Answer => ({
      status: 200,
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    });
    const added = { change: 'added', id: 'job_1', job: {} };
    script = [
      text({ change: 'begin', round: 0, cursor: 'a' }, added, { change: 'cursor', cursor: 'b' }),
      text({ change: 'begin', round: 0, cursor: 'b' }, { change: 'end', changes: 0, cursor: 'c' }),
    ];
    const changes: string[] = [];
    const statuses: number[] = [];
    for await (const { change } of createClient({ url }).exportLines(
      { keyword: 'x' },
      { onResponse: ({ status }) => statuses.push(status) },
    ))
      changes.push(change);
    expect(changes).toEqual(['begin', 'added', 'cursor', 'begin', 'end']);
    expect(asked.map(({ body }) => body)).toEqual(['{"keyword":"x"}', '{"cursor":"b"}']);
    expect(statuses).toEqual([200, 200]);
  });

  test('goes on with descriptions where it began with them', async () => {
    const line = (change: object): Answer => ({ status: 200, body: `${JSON.stringify(change)}\n` });
    script = [line({ change: 'begin', round: 0, cursor: 'a' }), line({ change: 'end', changes: 0, cursor: 'c' })];
    for await (const _ of createClient({ url }).exportLines({ keyword: 'x', descriptions: 'text' }));
    expect(asked.at(-1)?.body).toBe('{"cursor":"a","descriptions":"text"}');
  });
});

describe('the request', () => {
  test('carries the query, the key and how long to wait', async () => {
    const client = createClient({ url: `${url}/`, key: 'jsk_demo' });
    await client.search({ keyword: 'nurse' }, { waitSeconds: 5 });
    await client.geoStats({ hours: 48, country: 'DE' });
    await client.job('job/../x');
    expect(asked.map(({ path }) => path)).toEqual([
      '/api/jobs/search',
      '/api/geo-stats?hours=48&country=DE',
      '/api/jobs/job%2F..%2Fx',
    ]);
    expect(asked[0]).toMatchObject({
      body: '{"keyword":"nurse"}',
      headers: { authorization: 'Bearer jsk_demo', prefer: 'wait=5', accept: 'application/json' },
    });
  });

  test('is one per page, lists no job twice, and requests no page that is not read', async () => {
    const page = (ids: string[], next: object | null): Answer => ({
      status: 200,
      body: { jobs: ids.map((id) => ({ id })), next, page: { total: 1200 } },
    });
    script = [page(['a', 'b'], { page: '1' }), page(['b', 'c'], { page: '2' }), page(['d'], null)];
    const ids: string[] = [];
    for await (const { id } of createClient({ url }).jobs({ keyword: 'x' })) ids.push(id);
    expect(ids).toEqual(['a', 'b', 'c', 'd']);
    expect(asked.map(({ body }) => body)).toEqual(['{"limit":"100","keyword":"x"}', '{"page":"1"}', '{"page":"2"}']);

    script = [page(['a', 'b'], { page: '1' })];
    for await (const { id } of createClient({ url }).jobs()) if (id === 'b') break;
    expect(asked).toHaveLength(4);

    // A search has more jobs than its pages: the end says so.
    script = [page(['a'], null)];
    const jobs = createClient({ url }).jobs();
    expect([(await jobs.next()).done, await jobs.next()]).toEqual([
      false,
      { done: true, value: { total: 1200, hasMore: true } },
    ]);
  });

  test('an address that is none is refused at once', () => {
    for (const wrong of ['', 'localhost:3000', 'ftp://host', 'http://'])
      expect(() => createClient({ url: wrong })).toThrow('write it as http://host:port');
  });

  test('a problem without a detail is named by its title, and one without either by its status', async () => {
    const problem = (body: object): Answer => ({
      ...{ status: 404, headers: { 'content-type': 'application/problem+json' }, body },
    });
    script = [problem({ title: 'Gone.' }), problem({})];
    expect((await problemOf(createClient({ url }).search())).message).toBe('Gone.');
    expect((await problemOf(createClient({ url }).search())).message).toBe('The server answered 404.');
  });

  test('for health returns the body of a failing service', async () => {
    script = [{ status: 503, headers: { 'content-type': 'application/json' }, body: { status: 'fail' } }];
    expect((await createClient({ url }).info()).status).toBe('fail');
  });
});

describe('a live search', () => {
  const stream = (body: string): Answer => ({ status: 200, headers: { 'content-type': 'text/event-stream' }, body });

  test('yields each source and then the response', async () => {
    script = [
      stream(
        ': open\n\nevent: source\ndata: {"name":"acme"}\n\nevent: news\ndata: 1\n\nevent: result\r\ndata: {"jobs":\r\ndata: []}\r\n\r\n',
      ),
    ];
    const events: unknown[] = [];
    for await (const event of createClient({ url }).live({ keyword: 'x' })) events.push(event);
    expect(events).toEqual([
      { event: 'source', source: { name: 'acme' } },
      { event: 'result', answer: { jobs: [] } },
    ]);
    expect(asked[0]?.headers.accept).toBe('text/event-stream, application/json;q=0.5');
  });

  test('is the answer alone where a proxy knows no streams', async () => {
    script = [{ status: 200, body: { jobs: [] } }];
    const events: unknown[] = [];
    for await (const event of createClient({ url }).live()) events.push(event);
    expect(events).toEqual([{ event: 'result', answer: { jobs: [] } }]);
  });

  test('throws the problem it ends with', async () => {
    script = [
      stream('event: problem\ndata: {"code":"sources-failed","status":503,"title":"None.","detail":"None."}\n\n'),
    ];
    const all = async () => {
      for await (const _ of createClient({ url }).live());
    };
    expect((await problemOf(all())).code).toBe('sources-failed');
  });
});

describe('every failure is a ClientError of a kind', () => {
  const kindOf = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return error instanceof ClientError ? error.kind : String(error);
  };
  const client = (timeoutSeconds = 10) => createClient({ url, retries: 0, timeoutSeconds });

  test.each<[string, Answer | 'hang up' | 'hang']>([
    ['problem', { status: 400, body: {} }],
    ['problem', { status: 502, headers: { 'content-type': 'application/problem+json' }, body: '{"cut' }],
    ['network', 'hang up'],
    ['timeout', 'hang'],
    ['redirect', { status: 301, headers: { location: 'http://127.0.0.1:1/' } }],
    ['body', { status: 200, body: '{"jobs": [' }],
  ])('%s', async (kind, answered) => {
    script = [answered];
    expect(await kindOf(client(kind === 'timeout' ? 0.2 : 10).search())).toBe(kind);
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['incomplete', 'event: search\ndata: {}\n\n'],
    ['body', 'event: result\ndata: {"jobs\n\n'],
    ['body', '<h1>Hello</h1>', 'text/html'],
  ])('of a stream: %s', async (kind, body, type = 'text/event-stream') => {
    script = [{ status: 200, headers: { 'content-type': type }, body }];
    const read = async () => {
      for await (const _ of client().live()) {
        // Only the end matters.
      }
    };
    expect(await kindOf(read())).toBe(kind);
  });

  test('but a mistake in the arguments, which is thrown as it is and sends nothing', async () => {
    await expect(createClient({ url, key: 'a\nb' }).info()).rejects.toMatchObject({ name: 'TypeError' });
    expect(asked).toHaveLength(0);
  });

  test('and "Retry-After: 0" does not make it ask without a pause', async () => {
    script = [limited(0), limited(0), { status: 200, body: {} }];
    const began = performance.now();
    await createClient({ url }).search();
    expect(performance.now() - began).toBeGreaterThanOrEqual(740);
  });
});

describe('beside the body', () => {
  test('the headers can be read, a fresh answer and an immediate one requested', async () => {
    const headers = { 'cache-status': 'job-search; hit; ttl=5', ratelimit: '"free";r=99;t=900' };
    script = [
      { status: 200, headers, body: { jobs: [] } },
      { status: 202, body: { status: 'collecting', retryAfterSeconds: 5 } },
    ];
    const seen: ResponseDetails[] = [];
    const client = createClient({ url });
    await client.search({}, { fresh: true, onResponse: (details) => void seen.push(details) });
    expect(seen[0]).toMatchObject({
      ...{ status: 200, requestId: 'demo-0001', cacheStatus: 'job-search; hit; ttl=5' },
      limit: { remaining: 99, resetSeconds: 900 },
    });
    expect(await client.start({}, { waitSeconds: 2 })).toMatchObject({ status: 'collecting' });
    expect(asked.map((each) => [each.headers['cache-control'], each.headers.prefer])).toEqual([
      ['no-cache', undefined],
      [undefined, 'respond-async, wait=2'],
    ]);
  });

  test('a search has an address for feed readers', () => {
    expect(createClient({ url: 'http://jobs.example/' }).feedUrl({ keyword: 'c++', location: '' }, 'csv')).toBe(
      'http://jobs.example/api/jobs/feed?keyword=c%2B%2B&format=csv',
    );
  });
});
