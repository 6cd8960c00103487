import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '../../api/openapi/operations.js';
import { createKey } from '../../shared/auth/api-key.js';
import { rawRequest } from '../lib/hostile/raw-request.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

let service: TestService;
const lines: string[] = [];

beforeAll(async () => {
  service = await startService({
    sources: [boardSource('acme', 'http://127.0.0.1:9')],
    environment: {
      PUBLIC_HOSTS: 'jobs.example',
      ADMIN_PORT: '0',
      ADMIN_TOKEN: 'token-of-sixteen-letters',
      LOG_LEVEL: 'trace',
      INVALID_REQUESTS_PER_MINUTE: '10000',
    },
    worker: false,
    log: (line) => lines.push(line),
  });
});
afterAll(() => service.close());

const raw = (origin: string, text: string) =>
  rawRequest(Number(new URL(origin).port), Buffer.from(text.replaceAll('\n', '\r\n')), 2000);
const search = (hosts: string) =>
  raw(
    service.url,
    `POST /api/jobs/search HTTP/1.1\n${hosts}Content-Type: application/json\nPrefer: respond-async\nConnection: close\nContent-Length: 2\n\n{}`,
  );

describe('the Content-Type of a body', () => {
  const send = (type: string) =>
    service.search({ keyword: 'nurse' }, { 'content-type': type, prefer: 'respond-async' });

  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('%s is accepted', async (type) => {
    const { status, body } = await send(type);
    expect(status).toBe(202);
    expect(body.query.keyword).toBe('nurse');
  });

  test.each([
    'application/ld+json',
    'application/x+json',
    'application/vnd.api+json',
    'application/problem+json',
    'x+json',
    'application/json;;',
    'application/json; boundary=x',
    'application/json, text/plain',
    'application/json-patch+json',
    'text/json',
    'json',
    'constructor',
  ])('%s gets 415 and never runs as an empty search', async (type) => {
    const { status, body } = await send(type);
    expect(status).toBe(415);
    expect(body).toMatchObject({
      code: 'unsupported-type',
      detail: `Send "Content-Type: application/json", not "${type}".`,
    });
  });

  test.each(['constructor', '__proto__', 'toString', 'br, gzip'])(
    'a body encoded as %s is refused',
    async (encoding) => {
      const { status } = await service.search({}, { 'content-encoding': encoding });
      expect(status).toBe(415);
    },
  );
});

describe('the Host header', () => {
  test.each(['127.0.0.1', 'localhost:3000', '[::1]:80', 'JOBS.example'])('%s is accepted', async (host) => {
    expect((await search(`Host: ${host}\n`))?.status).toBe(202);
  });

  test('with another name gets 421, on every path and on the admin port', async () => {
    for (const path of ['/api', '/', '/mcp', '/api/geo-stats', '/nowhere']) {
      const answer = await raw(service.url, `GET ${path} HTTP/1.1\nHost: evil.example\nConnection: close\n\n`);
      expect(answer?.status).toBe(421);
      expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code: 'unknown-host' });
    }
    expect((await search('Host: evil.example\n'))?.status).toBe(421);
    const admin = await raw(service.admin ?? '', 'GET /live HTTP/1.1\nHost: evil.example\nConnection: close\n\n');
    expect(admin?.status).toBe(421);
  });

  test('sent twice gets 400, even when both values are valid', async () => {
    const answer = await search('Host: localhost\nHost: localhost\n');
    expect(answer?.status).toBe(400);
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code: 'malformed-request' });
  });
});

describe('the Allow header', () => {
  const allowed = new Map<string, Set<string>>();
  for (const { method, path } of endpoints) {
    const at = path.replace('{id}', 'job_0123456789abcdef');
    allowed.set(at, new Set([...(allowed.get(at) ?? []), method, ...(method === 'GET' ? ['HEAD'] : [])]));
  }

  test.each([...allowed.keys()])('of %s lists exactly its methods', async (path) => {
    const expected = [...(allowed.get(path) ?? [])].sort();
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'].filter((each) => !expected.includes(each))) {
      const response = await fetch(service.url + path, { method });
      expect(response.status).toBe(method === 'OPTIONS' ? 200 : 405);
      expect((response.headers.get('allow') ?? '').split(', ').sort()).toEqual(expected);
      if (method !== 'OPTIONS') expect(response.headers.get('content-type')).toBe('application/problem+json');
    }
  });
});

test('a key in the wrong place is never echoed: not in problems, headers or logs', async () => {
  const key = createKey();
  const init = { headers: { 'x-request-id': key } };
  const answers = await Promise.all([
    fetch(`${service.url}/api/${key}`, init),
    fetch(`${service.url}/api/jobs/${key}`, init),
    fetch(`${service.url}/api/jobs/search?key=${key}`, init),
    fetch(`${service.url}/api/geo-stats?hours=${key}&${key}=1`, init),
    fetch(`${service.url}/api/geo-stats/${key}`, { ...init, method: 'DELETE' }),
    ...[{ jobType: key }, { [key]: 'x' }, { limit: key }, { dateSincePosted: key }].map((body) =>
      fetch(`${service.url}/api/jobs/search`, {
        method: 'POST',
        headers: { ...init.headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    ),
  ]);
  for (const answer of answers) {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await answer.text()) + JSON.stringify([...answer.headers])).not.toContain(key);
  }
  expect(lines.join('\n')).not.toContain(key.slice(0, 12));
});

test('the queue dashboard loads nothing from outside', async () => {
  const authorization = 'Bearer token-of-sixteen-letters';
  const response = await fetch(`${service.admin}/queues`, { headers: { authorization } });
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(html).toContain('<div id="root">');
  expect(html.match(/(?:href|src)="(?:https?:)?\/\/[^"]*"/g)).toBeNull();
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
});
