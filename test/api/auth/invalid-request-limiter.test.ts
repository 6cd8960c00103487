import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let redis: TestRedis;
let service: TestService;
let other: TestService;

beforeAll(async () => {
  redis = await startRedis();
  const environment = { TRUST_PROXY: '1', INVALID_REQUESTS_PER_MINUTE: '5' };
  const options = { redis, sources: [boardSource('acme', 'http://127.0.0.1:9')], environment, worker: false };
  service = await startService(options);
  other = await startService(options);
});
afterAll(async () => {
  await other.close();
  await service.close();
  await redis.stop();
});

const at = (address: string) => ({ 'x-forwarded-for': address, prefer: 'respond-async' });
const mcp = async (address: string, id: unknown): Promise<{ error?: object; result?: { _meta: object } }> => {
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...at(address) },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'search_jobs', arguments: { limit: 'x' } },
    }),
  });
  return (await response.json()) as { result?: { _meta: object } };
};

describe('invalid requests from one address', () => {
  test('get 400 up to the limit, counted across all processes, then 429 with Retry-After', async () => {
    for (let count = 0; count < 5; count++) {
      const { status } = await (count % 2 === 0 ? service : other).search({ limit: '0' }, at('192.0.2.1'));
      expect(status).toBe(400);
    }
    for (const each of [service, other]) {
      const { status, headers, body } = await each.search({ limit: '0' }, at('192.0.2.1'));
      expect(status).toBe(429);
      expect(body).toMatchObject({ code: 'too-many-invalid-requests', detail: expect.stringMatching(/more than 5/) });
      expect(Number(headers.get('retry-after'))).toBe(body.retryAfterSeconds);
      expect(body.retryAfterSeconds).toBeLessThanOrEqual(60);
    }
  });

  test('do not affect its valid requests or other addresses', async () => {
    expect((await service.search({ keyword: 'nurse' }, at('192.0.2.1'))).status).toBe(202);
    expect((await service.search({ limit: '0' }, at('192.0.2.2'))).status).toBe(400);
  });

  test('count on every path: query parameters, JSON, MCP tools', async () => {
    const headers = at('192.0.2.3');
    const get = async (path: string) => (await fetch(service.url + path, { headers })).status;
    expect(await get('/api/geo-stats?hours=0')).toBe(400);
    expect((await service.search([], headers)).status).toBe(400);
    for (let count = 0; count < 3; count++)
      expect((await mcp('192.0.2.3', count)).result?._meta).toMatchObject({ 'job-search/problem': { status: 400 } });
    expect(await get('/api/geo-stats?hours=0')).toBe(429);
    expect((await mcp('192.0.2.3', 9)).result?._meta).toMatchObject({
      'job-search/problem': { code: 'too-many-invalid-requests' },
    });
  });
});
