import { expect, test } from '@jest/globals';
import { createLogger } from '../../shared/logger.js';
import { connectRedis } from '../../shared/redis/redis.js';
import { closeLater } from '../lib/close-later.js';
import { startFakeBoard } from '../lib/fake-board.js';
import { openSearchSettings, openSearchUrl } from '../lib/processes/test-opensearch.js';
import { boardSource, startService } from '../lib/start-service.js';

const later = closeLater();

if (openSearchUrl === null) test.skip('needs OpenSearch: npm test -- --suite opensearch', () => undefined);
else {
  const { OPENSEARCH_URL, OPENSEARCH_PREFIX } = openSearchSettings();

  test('a service whose postings lie in OpenSearch searches, shows and follows them, and Redis has none', async () => {
    const board = later(await startFakeBoard(), (each) => each.close());
    board.setJobs('acme', [
      { id: 1, title: 'Welder' },
      { id: 2, title: 'Baker' },
    ]);
    const service = later(
      await startService({
        sources: [boardSource('acme', board.baseUrl)],
        environment: { ENGINE: 'opensearch', OPENSEARCH_URL, OPENSEARCH_PREFIX, FRESH_SECONDS: '1' },
      }),
      (each) => each.close(),
    );
    const client = later(connectRedis(service.redis.url, 'asking', createLogger('silent', 'test')), (each) =>
      each.disconnect(),
    );
    const inRedis = async (): Promise<string[]> => {
      const names = await client.keys('js:{col:*}');
      const fields = await Promise.all(names.map((name) => client.hkeys(name)));
      return fields.flat();
    };
    const until = async (holds: () => Promise<boolean>): Promise<void> => {
      for (const end = Date.now() + 60_000; !(await holds()); )
        if (Date.now() > end) throw new Error('It did not hold within 60 s.');
        else await new Promise((resolve) => setTimeout(resolve, 100));
    };
    const titles = async (keyword: string): Promise<string[]> => {
      const { status, body } = await service.search({ keyword }, { prefer: 'wait=20' });
      return status === 200 ? body.jobs.map(({ title }: { title: string }) => title) : [];
    };

    await until(async () => (await titles('welder')).length === 1);
    await until(async () => (await inRedis()).includes('apart'));
    expect((await inRedis()).filter((field) => /^[jh]\d/.test(field))).toEqual([]);
    const { body } = await service.search({ keyword: 'welder' });
    const { id } = body.jobs[0];
    const shown = await service.get(`/api/jobs/${id}`);
    expect([shown.status, shown.body.title, shown.body.closedAt]).toEqual([200, 'Welder', null]);
    expect(shown.body.descriptionHtml).not.toBe('');

    // The former postings are read from OpenSearch to note what has closed.
    board.setJobs('acme', [
      { id: 2, title: 'Baker' },
      { id: 3, title: 'Miller' },
    ]);
    await until(async () => (await titles('miller')).includes('Miller'));
    const closed = await service.get(`/api/jobs/${id}`);
    expect([closed.status, closed.body.title, typeof closed.body.closedAt]).toEqual([200, 'Welder', 'string']);
  }, 240_000);
}
