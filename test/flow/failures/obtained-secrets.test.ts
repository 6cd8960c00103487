import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startService, type TestService } from '../../lib/start-service.js';

/** A token as an interface gives it, and a key whose header is another text than the key. */
const token = 'eyJhbGciOiJSUzI1NiJ9.k3pS3cr3tT0ken.Zq7xW-_919';
const apiKey = 'Reed5ecretK3yZq7xW';
const header = Buffer.from(`${apiKey}:`).toString('base64');
const secrets = [token, apiKey, header, header.replace(/=+$/, '')];

let server: Server;
let service: TestService;
const authorizations: string[] = [];
const lines: string[] = [];

const posting = (echo: string, at: number, url: string) => ({
  ...{ slug: `baker-${at}`, company_name: 'Crust', title: `Baker ${at}`, remote: false, url },
  ...{
    description: `<p>Bread, for ${echo}.</p>`,
    tags: [],
    job_types: [],
    location: 'Graz',
    created_at: 1_794_960_000,
  },
});

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.writeHead(404).end();
    const send = (body: object) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/token') return send({ access_token: token, token_type: 'Bearer', expires_in: 1499 });
    const { authorization = '' } = request.headers;
    authorizations.push(authorization);
    const echo = authorization.replace(/^\w+ /, '');
    if (request.url?.startsWith('/api/1.0'))
      return send({ totalResults: 1, results: [{ jobId: 1, jobTitle: 'Nurse', jobUrl: `no:${echo}` }] });
    send({
      data: [
        posting(echo, 1, `https://board.example/${echo}/1`),
        posting(echo, 2, `no-address:${echo}`),
        posting(encodeURIComponent(echo), 3, `https://board.example/3?t=${encodeURIComponent(echo)}`),
      ],
      links: { next: null },
      meta: { current_page: 1 },
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const oauth = { tokenUrl: `${baseUrl}/token`, clientId: 'me', clientSecret: 'its-secret' };
  service = await startService({
    sources: [
      { id: 'open', kind: 'arbeitnow', baseUrl, perMinute: 60_000, oauth },
      { id: 'keyed', kind: 'reed', baseUrl, perMinute: 60_000, apiKey },
    ],
    environment: { LOG_LEVEL: 'trace' },
    log: (line) => lines.push(line),
  });
});

afterAll(async () => {
  await service.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('a secret that the process was given while it ran, or that it made of a setting', () => {
  test('is in no answer and no log line, though a board echoes it in addresses and texts', async () => {
    const { body } = await service.search({}, { prefer: 'wait=30' });
    expect(new Set(authorizations)).toEqual(new Set([`Bearer ${token}`, `Basic ${header}`]));
    const texts = [JSON.stringify(body)];
    expect(body.jobs).toHaveLength(2);
    for (const { id } of body.jobs as { id: string }[])
      texts.push(JSON.stringify((await service.get(`/api/jobs/${id}`)).body));
    texts.push(lines.join(''));
    const found = texts.map((text) =>
      secrets.filter((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret))),
    );
    expect(found).toEqual(texts.map(() => []));
    const details = (body.sources as { detail: string | null }[]).map(({ detail }) => detail);
    expect(details).toEqual(Array(2).fill(expect.stringContaining('[hidden]')));
  });
});
