import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let board: FakeBoard;
let service: TestService;
let redis: Redis;
const lines: string[] = [];

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  service = await startService({
    sources: [boardSource('acme', board.baseUrl)],
    environment: { LOG_LEVEL: 'warn' },
    log: (line) => void lines.push(line),
  });
  redis = new Redis(service.redis.url.replace('unix://', ''));
});
afterAll(async () => {
  redis.disconnect();
  await service.close();
  await board.close();
});

let asked = 0;
const search = () => {
  asked += 1;
  return service.search({ keyword: `nurse OR word${asked}` }, { prefer: 'wait=20' });
};

/** Each in one step: workers write such a key all the time. */
const misuse = `
  if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('RENAME', KEYS[1], KEYS[2]) end
  redis.call('SET', KEYS[1], 'written by somebody else')`;
const restore = `
  redis.call('DEL', KEYS[1])
  if redis.call('EXISTS', KEYS[2]) == 1 then redis.call('RENAME', KEYS[2], KEYS[1]) end`;

test.each([
  '{js:search}:search:prioritized',
  '{js:search}:search:wait',
  '{js:search}:search:meta',
  '{js:search}:search:events',
])(
  'while %s holds a value of a wrong type, new searches are a 503 that names Redis, and work again without it',
  async (key) => {
    expect((await search()).status).toBe(200);
    await redis.eval(misuse, 2, key, `${key}:aside`);
    const { status, body, headers } = await search();
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(body.detail).toMatch(/^A Redis key of this service has a value of the wrong type; its log names the key\./);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    // Where only workers use the key, they log it at their next command.
    while (!lines.join('\n').includes(key)) await new Promise((resolve) => setTimeout(resolve, 20));
    await redis.eval(restore, 2, key, `${key}:aside`);
    expect((await search()).status).toBe(200);
  },
);
