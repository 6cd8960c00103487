import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { issueKey } from '../../lib/issue-key.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

type Misdeed = (response: ServerResponse) => void;
const json =
  (body: unknown): Misdeed =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const shards = { timed_out: false, _shards: { total: 1, failed: 0 } };

/** Sends text after text, in chunks, until nobody listens. */
const endless: Misdeed = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const part = Buffer.alloc(1_000_000, ' ');
  let left = 600;
  const send = (): void => {
    while (left-- > 0) if (!response.write(part)) return void response.once('drain', send);
    response.end('{}');
  };
  send();
};

/** What is no answer of a cluster, though its status says that all is well. */
const misdeeds: Record<string, Misdeed> = {
  'an empty object': json({}),
  null: json(null),
  'a list': json([]),
  'a number': json(1),
  'hits without a shape': json({ ...shards, hits: {} }),
  'hits that are empty': json({ ...shards, hits: { total: { value: 1 }, hits: [{}] }, aggregations: {} }),
  'hits that are null': json({ ...shards, hits: null, aggregations: null, count: null }),
  'a login page': (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><form>Log in</form></html>'),
  'JSON that is cut off': (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"hits":{"hits":['),
  nothing: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(),
  'no content': (response) => response.writeHead(204).end(),
  'a redirect': (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/login' }).end(),
  'more than a process can hold': endless,
};

let misdeed: Misdeed = json({});
/** Whether the misdeed answers everything, or only questions about postings: what writes them is answered well. */
let isEverything = true;
let seen = 0;
let board: FakeBoard;
let service: TestService;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url: path = '' } = request;
  const body = await bodyOf(request);
  // Who writes reads openings by the values of one field.
  const isQuestion = /-openings-.*_search/.test(path) && !body.includes('"query":{"terms":{');
  if (isEverything || isQuestion) {
    seen++;
    return misdeed(response);
  }
  if (path.includes('_mget')) {
    const { ids } = JSON.parse(body) as { ids: string[] };
    return json({ docs: ids.map((_id) => ({ _id, found: false })) })(response);
  }
  if (path.includes('_bulk')) return json({ took: 1, errors: false, items: [] })(response);
  if (path.includes('_search')) return json({ ...shards, hits: { hits: [] } })(response);
  if (path.includes('_doc/')) return json({ result: 'created' })(response);
  json(method === 'PUT' ? { acknowledged: true } : { _shards: { total: 1, failed: 0 } })(response);
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy());
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Welder' }]);
  service = await startService({
    sources: [boardSource('acme', board.baseUrl)],
    environment: {
      ENGINE: 'opensearch',
      OPENSEARCH_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
  });
});

afterAll(async () => {
  await service.close();
  await board.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const lookUp = async (): Promise<{ status: number; detail: string }> => {
  const response = await fetch(`${service.url}/api/jobs/lookup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ urls: ['https://example.org/jobs/1'] }),
  });
  return { status: response.status, detail: ((await response.json()) as { detail: string }).detail };
};

/** Every other request that the engine answers. */
const others: [path: string, body: object | null][] = [
  ['/api/jobs/facets', { keyword: 'welder' }],
  ['/api/jobs/export', { keyword: 'welder' }],
  ['/api/jobs/feed?keyword=welder', null],
  // The second finds that workers rest, for the same reason.
  ['/api/companies/acme', null],
  ['/api/companies/other', null],
];

const named = expect.stringContaining('OpenSearch, which stores the postings');

describe.each(['to everything', 'to questions'])('a cluster that answers %s', (to) => {
  test.each(Object.keys(misdeeds))(
    'with %s is a 503 that names it, and no worker ends',
    async (name) => {
      misdeed = misdeeds[name] ?? json({});
      isEverything = to === 'to everything';
      const before = seen;
      const { status, body } = await service.search({ keyword: 'welder' });
      expect({ status, detail: body.detail }).toEqual({ status: 503, detail: named });
      // A worker that has not answered in time is another reason, which is told after 15 s.
      expect(await lookUp()).toEqual({ status: 503, detail: named });
      expect(seen).toBeGreaterThan(before);
    },
    60_000,
  );
});

test('facets, exports, feeds and companies name it as well', async () => {
  misdeed = json({});
  isEverything = false;
  const authorization = `Bearer ${await issueKey(service.redis.url)}`;
  for (const [path, body] of others) {
    const headers = { authorization, 'content-type': 'application/json' };
    const sent = body === null ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(service.url + path, { headers, ...sent });
    const { detail } = (await response.json()) as { detail: string };
    expect({ path, status: response.status, detail }).toEqual({ path, status: 503, detail: named });
  }
});
