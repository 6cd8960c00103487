import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { suggestAnswerSchema } from '../../../shared/search/suggest-answer.js';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let board: FakeBoard;
let service: TestService;

beforeAll(async () => {
  board = await startFakeBoard();
  service = await startService({ sources: [boardSource('acme', board.baseUrl)], environment: { SCHEDULE: 'off' } });
});
afterAll(async () => {
  await board.close();
  await service.close();
});
const suggest = (q: string) => service.get(`/api/suggest?q=${encodeURIComponent(q)}`);

test('completes nothing while nothing is held, then titles and places of the boards, uncounted', async () => {
  expect((await suggest('bak')).body).toEqual({ q: 'bak', titles: [], skills: [], companies: [], places: [] });
  board.setJobs('acme', [
    { id: 1, title: 'Baker', place: 'Berlin, Germany' },
    { id: 2, title: 'Senior Baker', place: 'Berlin, Germany' },
  ]);
  const quota = (await service.search({ keyword: 'baker' })).headers.get('ratelimit');
  let answer = await suggest('bak');
  // The worker publishes a second after the board was read.
  while (answer.body.titles.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    answer = await suggest('bak');
  }
  expect(suggestAnswerSchema.parse(answer.body).titles.map(({ word }) => word)).toEqual(['Baker', 'Senior Baker']);
  expect((await suggest('ber')).body.places).toEqual([{ word: 'Berlin, Germany', jobs: 2 }]);
  expect(answer.headers.get('cache-control')).toBe('max-age=60');
  const again = await fetch(`${service.url}/api/suggest?q=bak`, {
    headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  const left = (header: string | null) => Number(/r=(\d+)/.exec(header ?? '')?.[1]);
  expect(left((await service.search({ keyword: 'baker' })).headers.get('ratelimit'))).toBe(left(quota) - 1);
});

test.each([
  ['', '#/q', 'not-a-string'],
  ['?q=', '#/q', 'not-a-string'],
  ['?q=a&q=b', '#/q', 'not-a-string'],
  [`?q=${'x'.repeat(61)}`, '#/q', 'too-long'],
  ['?q=a&limit=3', '#/limit', 'unknown-field'],
])('refuses %j', async (parameters, pointer, code) => {
  const { status, body } = await service.get(`/api/suggest${parameters}`);
  expect([status, body.code, body.errors[0].pointer, body.errors[0].code]).toEqual([
    ...[400, 'invalid-request', pointer, code],
  ]);
});
