import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startService, type TestService } from '../../lib/start-service.js';

let server: Server;
let service: TestService;

beforeAll(async () => {
  const job = {
    slug: 'baker-1',
    company_name: 'Crust',
    title: 'Baker',
    description: '<p>Bread.</p>',
    remote: false,
    url: 'https://board.example/baker-1',
    tags: [],
    job_types: [],
    location: 'Graz',
    created_at: 1_794_960_000,
  };
  server = createServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data: [job], links: { next: null }, meta: { current_page: 1 } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service = await startService({ sources: [{ id: 'open', kind: 'arbeitnow', baseUrl, perMinute: 60_000 }] });
});

afterAll(async () => {
  await service.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('a response credits the source of its postings where the owner requires it, and only then', async () => {
  const { body } = await service.search({});
  expect(body.jobs).toHaveLength(1);
  expect(body.notices).toEqual(['Postings from Arbeitnow (https://www.arbeitnow.com).']);
  expect((await service.search({ keyword: 'astronaut' })).body.notices).toEqual([
    'No stored job meets the keyword, and no title is near it. Try other or fewer words.',
  ]);
});
