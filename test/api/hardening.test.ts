import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { headers } from '../../api/openapi/parameters.js';
import { createHttpServer, httpLimits } from '../../api/server/http-server.js';
import { readConfig } from '../../shared/config.js';
import { createLogger } from '../../shared/logger.js';
import { startRedis, type TestRedis } from '../lib/start-redis.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

let redis: TestRedis;
let service: TestService;
let open: TestService;

const sources = [boardSource('acme', 'http://127.0.0.1:9')];
beforeAll(async () => {
  redis = await startRedis();
  service = await startService({ redis, sources, worker: false });
  const environment = { CORS_ORIGIN: 'https://jobs.example, https://other.example' };
  open = await startService({ redis, sources, worker: false, environment });
});
afterAll(async () => {
  await open.close();
  await service.close();
  await redis.stop();
});

/** Sends raw bytes and returns everything received until the server closes. */
async function raw(url: string, ...pieces: string[]): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes) => {
    answer += String(bytes);
  });
  socket.on('error', () => socket.destroy());
  for (const piece of pieces) socket.write(piece);
  await once(socket, 'close');
  return answer;
}

function problemIn(answer: string): Record<string, unknown> {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head.toLowerCase()).toContain('content-type: application/problem+json');
  expect(head.toLowerCase()).toContain('x-request-id: ');
  return JSON.parse(body) as Record<string, unknown>;
}

describe('malformed requests', () => {
  test.each<[string, string, number, string]>([
    ['nonsense', 'hello\r\n\r\n', 400, 'malformed-request'],
    ['a method that HTTP does not have', 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n', 501, 'method-unknown'],
    ['a wrong length', 'POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400, 'malformed-request'],
    [
      'two length headers',
      'POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed-request',
    ],
    ['no Host', 'GET /api/jobs/x HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'malformed-request'],
    ['too many headers', `GET /api HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers-too-large'],
    ['a proxy method', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405, 'method-not-allowed'],
  ])('%s is answered with a problem', async (_, bytes, status, code) => {
    const answer = await raw(service.url, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(problemIn(answer)).toMatchObject({ status, code });
  });

  test('an unknown expectation is ignored', async () => {
    const answer = await raw(
      service.url,
      'GET /api/jobs/x HTTP/1.1\r\nHost: localhost\r\nExpect: cake\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe('slow clients', () => {
  const limits = { ...httpLimits(1), headersMs: 300, requestMs: 600 };
  const server = createHttpServer(
    (request, response) => {
      if (request.url === '/early') response.end('early');
      else request.resume().on('end', () => response.end('heard'));
    },
    { limits, logger: createLogger('silent', 'test') },
  );
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const drip = (socket: Socket, text: string) => {
    const timer = setInterval(() => socket.write(text), 50);
    socket.once('close', () => clearInterval(timer));
  };

  test.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: a\r\n', 'X-A: b\r\n'],
    ['bodies', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n', 'x'],
  ])('that drip %s are disconnected in time, and others are served meanwhile', async (_, start, drop) => {
    const slow = Array.from({ length: 50 }, () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => socket.destroy());
      socket.write(start);
      drip(socket, drop);
      let answer = '';
      socket.on('data', (bytes) => {
        answer += String(bytes);
      });
      return once(socket, 'close').then(() => answer);
    });
    expect(await (await fetch(url)).text()).toBe('heard');
    const answers = await Promise.all(slow);
    for (const answer of answers) expect(problemIn(answer)).toMatchObject({ status: 408, code: 'request-timeout' });
  });

  test('that keep sending after an early response are disconnected', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => socket.destroy());
    let answer = '';
    socket.on('data', (bytes) => {
      answer += String(bytes);
    });
    socket.write('POST /early HTTP/1.1\r\nHost: a\r\nContent-Length: 900000000\r\n\r\n');
    drip(socket, 'x'.repeat(1000));
    await once(socket, 'close');
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(answer).toContain('early');
  });

  test('have ten and fifteen seconds in the service itself', () => {
    expect(httpLimits(60)).toMatchObject({ headersMs: 10_000, requestMs: 15_000, silentMs: 120_000 });
  });
});

describe('browsers', () => {
  test('get no CORS headers unless an origin is configured', async () => {
    const answer = await fetch(`${service.url}/api/jobs/search`, {
      method: 'OPTIONS',
      headers: { origin: 'https://jobs.example', 'access-control-request-method': 'POST' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('allow')).toContain('POST');
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(answer.headers.get('x-powered-by')).toBeNull();
  });

  test('from a configured origin may send the key and read the headers, those of problems too', async () => {
    const preflight = await fetch(`${open.url}/api/jobs/search`, {
      method: 'OPTIONS',
      headers: { origin: 'https://jobs.example', 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': 'https://jobs.example',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers':
        'Authorization, Cache-Control, Content-Type, Idempotency-Key, If-Modified-Since, If-None-Match, Mcp-Protocol-Version, Prefer, traceparent, X-Request-Id',
      'access-control-max-age': '600',
      vary: 'Origin',
    });
    const answer = await open.search({ limit: '0' }, { origin: 'https://jobs.example' });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://jobs.example');
    const readable = (answer.headers.get('access-control-expose-headers') ?? '').split(/, ?/);
    // Those of the Fetch standard need not be named; nosniff is for the browser alone.
    const safe = ['Cache-Control', 'Last-Modified', 'X-Content-Type-Options'];
    expect(readable).toEqual(expect.arrayContaining(Object.keys(headers).filter((name) => !safe.includes(name))));
  });

  test('from another origin are not allowed', async () => {
    const answer = await open.search({ limit: '0' }, { origin: 'https://evil.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('vary')).toBe('Origin, Accept, Accept-Encoding');
  });

  test.each(['https://jobs.example/', 'jobs.example', 'https://jobs.example/a'])(
    'an origin written as %s stops the start',
    (origin) => {
      expect(() => readConfig({ CORS_ORIGIN: origin })).toThrow('without a path or a slash at the end');
    },
  );
});
