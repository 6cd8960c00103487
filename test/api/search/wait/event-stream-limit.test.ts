import { expect, test } from '@jest/globals';
import { closeLater } from '../../../lib/close-later.js';
import { startFakeBoard } from '../../../lib/fake-board.js';
import { follow } from '../../../lib/follow.js';
import { boardSource, startService } from '../../../lib/start-service.js';

const later = closeLater();

test('event streams beyond EVENT_STREAMS are refused with Retry-After, until others have ended', async () => {
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setMood('acme', { kind: 'silent' });
  const service = later(
    await startService({
      sources: [boardSource('acme', board.baseUrl)],
      environment: { EVENT_STREAMS: '2', TRUST_PROXY: '1' },
    }),
    (each) => each.close(),
  );
  const open = (index: number) =>
    follow(
      service.url,
      { keyword: `word${index}` },
      { 'x-forwarded-for': `10.0.0.${index}`, 'x-request-id': `stream-${index}-id` },
    );
  const first = await open(1);
  const second = await open(2);
  for (const stream of [first, second]) expect((await stream.next()).event).toBe('search');
  const third = await open(3);
  expect([third.status, third.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect(third.headers.get('x-request-id')).toBe('stream-3-id');
  expect(third.headers.get('content-type')).toBe('application/problem+json');
  // Requests for no stream are still answered.
  expect((await service.search({ keyword: 'word1' }, { prefer: 'respond-async' })).status).toBe(202);
  first.hangUp();
  let again = await open(4);
  for (let tries = 0; again.status === 503 && tries < 50; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    again = await open(4);
  }
  expect(again.status).toBe(200);
  for (const stream of [second, again]) stream.hangUp();
});
