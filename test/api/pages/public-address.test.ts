import { expect, test } from '@jest/globals';
import { request } from 'undici';
import { closeLater } from '../../lib/close-later.js';
import { startFakeBoard } from '../../lib/fake-board.js';
import { boardSource, startService } from '../../lib/start-service.js';

const later = closeLater();

test('absolute addresses begin with PUBLIC_URL, whatever host a request names', async () => {
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', [{ id: 1, title: 'Baker', company: 'Acme' }]);
  const environment = { HOST: '0.0.0.0', INDEXING: 'on', PUBLIC_URL: 'https://jobs.example/board/' };
  const service = later(await startService({ sources: [boardSource('acme', board.baseUrl)], environment }), (each) =>
    each.close(),
  );
  const { jobs } = (await service.search({})).body as { jobs: { id: string }[] };
  const read = async (path: string): Promise<string> => {
    const { body } = await request(service.url + path, { headers: { host: 'evil.example', accept: '*/*' } });
    return body.text();
  };
  const of = (path: string) => `https://jobs.example/board${path}`;
  const job = `/jobs/${jobs[0]?.id}`;
  for (const [path, address] of [
    ['/robots.txt', '/sitemap.xml'],
    ['/llms.txt', '/sitemap.xml'],
    ['/sitemap.xml', job],
    [job, job],
    ['/companies', '/companies'],
    ['/companies/acme', '/companies/acme'],
    ['/salaries?keyword=baker', '/salaries?keyword=baker'],
    ['/api/jobs/feed?keyword=baker&format=atom', '/api/jobs/feed?keyword=baker'],
    ['/api/jobs/feed?keyword=baker&format=json', '/api/jobs/feed?keyword=baker'],
  ] as const) {
    const text = await read(path);
    expect([path, text]).toEqual([path, expect.stringContaining(of(address))]);
    expect([path, text]).toEqual([path, expect.not.stringContaining('evil.example')]);
  }
}, 60_000);
