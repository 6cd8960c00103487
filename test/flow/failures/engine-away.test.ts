import { expect, test } from '@jest/globals';
import { closeLater } from '../../lib/close-later.js';
import { startFakeBoard } from '../../lib/fake-board.js';
import { freePort } from '../../lib/free-port.js';
import { boardSource, startService } from '../../lib/start-service.js';

const later = closeLater();

test('a search while the engine is away is a 503 that names it, and boards are stored all the same', async () => {
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', [{ id: 1, title: 'Welder' }]);
  const service = later(
    await startService({
      sources: [boardSource('acme', board.baseUrl)],
      environment: { ENGINE: 'opensearch', OPENSEARCH_URL: `http://127.0.0.1:${await freePort()}` },
    }),
    (each) => each.close(),
  );
  const { status, body } = await service.search({ keyword: 'welder' });
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'unavailable' });
  expect(body.detail).toContain('OpenSearch, which stores the postings, cannot be reached');
  const read = await service.get('/api');
  expect(read.status).toBe(200);
}, 60_000);
