import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis } from '../../../shared/redis/redis.js';
import { mask } from '../../../shared/secrets/redact.js';
import { addWatch, changeWatch, type StoredWatch } from '../../../shared/watches/watch.js';
import { boardsToOpen } from '../../../worker/collect/protect/source-cooldown.js';
import { sourceKinds } from '../../../worker/sources/kinds/source-kinds.js';
import { freePort } from '../../lib/free-port.js';
import { type Planting, plantSecrets } from '../../lib/hostile/plant-secrets.js';
import { startTraceCollector, type TraceCollector } from '../../lib/processes/trace-collector.js';
import { startService, type TestService } from '../../lib/start-service.js';
import { storedWatch } from '../../lib/stored-watch.js';

const token = 'a-token-of-some-length';

type Misdeed = (request: IncomingMessage, response: ServerResponse) => void;
const everything = ({ url, headers }: IncomingMessage): string => `${url} ${JSON.stringify(headers)}`;

/** Failures whose messages could contain the request. */
const misdeeds: Record<string, Misdeed> = {
  loop: (request, response) => response.writeHead(302, { location: `${request.url}&again=1` }).end(),
  away: (request, response) => {
    const { port } = request.socket.address() as AddressInfo;
    const isAway = request.headers.host?.startsWith('127.0.0.2');
    if (isAway) response.writeHead(403).end(everything(request));
    else response.writeHead(302, { location: `http://127.0.0.2:${port}/away${request.url}` }).end();
  },
  nowhere: (request, response) => response.writeHead(302, { location: `http://[${request.url}` }).end(),
  failing: (request, response) => response.writeHead(500).end(everything(request)),
  missing: (_, response) => response.writeHead(404).end(),
  page: (request, response) =>
    response
      .writeHead(200, { 'content-type': `text/html; of=${encodeURI(request.url ?? '')}` })
      .end(everything(request)),
  json: (request, response) => response.writeHead(200).end(JSON.stringify({ error: everything(request), jobs: 1 })),
  encoded: (request, response) => response.end(encodeURIComponent(everything(request))),
  markup: (request, response) => response.end(`<p>${everything(request).replaceAll('"', '&quot;')}</p>`),
  reset: (request) => void request.socket.destroy(),
  silent: () => undefined,
  forbidding: (_, response) => response.end(),
};

let servers: Server[] = [];
let plantings: Planting[] = [];
let collector: TraceCollector;
let service: TestService;
let admin: string;
const lines: string[] = [];
/** Requests that the hosts received, which proves that the planted values were used. */
let asked = '';

async function startMisdeed(name: string, misdeed: Misdeed): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt')
      return void response.end(name === 'forbidding' ? 'User-agent: *\nDisallow: /' : '');
    asked += everything(request);
    misdeed(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  for (const [name, misdeed] of Object.entries(misdeeds))
    plantings.push(plantSecrets(await startMisdeed(name, misdeed), name));
  collector = await startTraceCollector();
  const port = await freePort();
  admin = `http://127.0.0.1:${port}`;
  service = await startService({
    sources: plantings.flatMap(({ sources }) => sources),
    environment: {
      ALLOW_PRIVATE_HOSTS: '127.0.0.1,127.0.0.2',
      ADMIN_PORT: String(port),
      ADMIN_TOKEN: token,
      CHROMIUM_PATH: '',
      LOG_LEVEL: 'trace',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
    log: (line) => lines.push(line),
  });
});

afterAll(async () => {
  await service?.close();
  await collector?.close();
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  servers = [];
  plantings = [];
});

/** Looking for all values takes seconds, in which the server would close an idle connection. */
const askAdmin = (path: string): Promise<Response> =>
  fetch(admin + path, { headers: { authorization: `Bearer ${token}`, connection: 'close' } });

/** The planted values found in a text, in any letter case. */
function foundIn(text: string): string[] {
  const read = text.toLowerCase();
  return plantings.flatMap(({ planted }) => planted).filter((value) => read.includes(value.toLowerCase()));
}

describe('a value of a source’s settings', () => {
  test('is planted in every text setting of every kind', () => {
    const [{ unplanted, sources } = { unplanted: [], sources: [] }] = plantings;
    const kinds = new Set(sources.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(sourceKinds.map(({ kind }) => kind).sort());
    const numbers =
      /\.(?:freshSeconds|maxPages|maxJobs|perMinute|concurrency|timeoutSeconds|firstPage|paused|port|days|mails)$/;
    expect(unplanted.filter((name) => !numbers.test(name))).toEqual([
      // Enum values, numbers, two letters, a letter and a number, hosts of one provider, a folder that must exist.
      'personio.language',
      'workday.host',
      'ukg.host',
      'personio-json.domain',
      'personio-json.language',
      'phenom.site',
      ...['softgarden.listing', 'successfactors.locale', 'zoho-recruit.region', 'icims.listing', 'radancy.listing'],
      ...['adp.ccId', 'prospective.language'],
      'adzuna.country',
      'site.render',
      ...['mailbox.security', 'mailbox.files'],
    ]);
  });

  test('is in no response, however its source fails', async () => {
    const answer = await service.search({ keyword: 'nurse', location: 'Berlin' }, { prefer: 'wait=60' });
    const reports = answer.body.sources as { name: string; status: string; detail: string | null }[];
    expect(reports.filter(({ status }) => status === 'pending')).toEqual([]);
    expect(reports.filter(({ detail }) => detail?.includes('on our side'))).toEqual([]);
    expect(foundIn(JSON.stringify(answer.body))).toEqual([]);
    expect(foundIn(JSON.stringify([...answer.headers]))).toEqual([]);
    // The values were used and would have leaked: a mark shows where one was redacted.
    expect(foundIn(asked).length).toBeGreaterThan(300);
    // So many boards of a host fail before the others are not asked any more, which is most of them on a slow machine.
    expect(reports.filter(({ detail }) => detail?.includes(mask)).length).toBeGreaterThanOrEqual(boardsToOpen);
    // No detail contains a URL with a query, or one of our own URLs.
    for (const { detail } of reports)
      expect(detail ?? '').not.toMatch(/https?:\S*[?#]|app_id=|authorization-key":"(?!\[)/);
    for (const path of ['/api', '/api/geo-stats', '/api/geo-stats?groupBy=source'])
      expect([path, foundIn(JSON.stringify((await service.get(path)).body))]).toEqual([path, []]);
  });

  test('is in no log line, metric or trace, and on no admin page', async () => {
    for (const path of ['/metrics', '/queues/api/queues?activeQueue=collect-http&status=latest&page=1']) {
      const response = await askAdmin(path);
      expect([path, response.status, foundIn(await response.text())]).toEqual([path, 200, []]);
    }
    expect(lines.length).toBeGreaterThan(100);
    expect(foundIn(lines.join(''))).toEqual([]);
    const sent = Date.now() + 10_000;
    while (collector.spans.length < 200 && Date.now() < sent) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(collector.spans.length).toBeGreaterThanOrEqual(200);
    expect(foundIn(collector.bodies.join(''))).toEqual([]);
  });

  test('is in no answer about sources and watches for the operator, nor is what belongs to the owner of a watch', async () => {
    const texts: string[] = [];
    const read = async (path: string) => {
      const response = await askAdmin(path);
      const text = await response.text();
      expect([path, response.status]).toEqual([path, 200]);
      texts.push(text);
      return text;
    };
    const sources = plantings.flatMap((planting) => planting.sources);
    const rows: { id: string; what: string; detail: string | null }[] = [];
    for (let page = 1; rows.length < sources.length && page <= 100; page++)
      rows.push(...(JSON.parse(await read(`/admin/sources?page=${page}`)) as { sources: typeof rows }).sources);
    expect(rows.map(({ id }) => id).sort()).toEqual(sources.map(({ id }) => id).sort());
    expect(rows.filter(({ what }) => what.includes(mask)).length).toBeGreaterThan(500);
    expect(rows.filter(({ detail }) => detail?.includes(mask)).length).toBeGreaterThan(20);

    const redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
    try {
      const secrets = {
        path: 'hookpath7Zq',
        query: 'hookquery7Zq',
        user: 'hookuser7Zq',
        secret: 'whsec_hooksecret7Zq',
      };
      const watch: StoredWatch = {
        ...storedWatch('watch_1', 0),
        owner: 'key:key_1',
        url: `https://${secrets.user}:${secrets.user}@hooks.example/${secrets.path}?token=${secrets.query}#${secrets.query}`,
        secret: secrets.secret,
      };
      expect(await addWatch(redis, watch, 1)).toBe(true);
      await changeWatch(redis, watch.id, { state: 'paused', reason: 'It failed for three days.' });
      for (const path of ['/admin/watches?owner=key_1', '/admin/overview']) {
        const text = await read(path);
        expect(text).toContain('https://hooks.example"');
        expect(Object.values(secrets).filter((value) => text.includes(value))).toEqual([]);
      }
    } finally {
      redis.disconnect();
    }
    expect(foundIn(texts.join('\n'))).toEqual([]);
  });

  test('is in no queue job and in no stored part of a collection', async () => {
    const redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
    try {
      const names = (await redis.keys('*')).filter((name) => !/js:\{(?:session|robots|pace):/.test(name));
      expect(names.length).toBeGreaterThan(50);
      for (const name of names) {
        const kept = (await redis.type(name)) === 'hash' ? JSON.stringify(await redis.hgetall(name)) : '';
        expect([name, foundIn(name + kept)]).toEqual([name, []]);
      }
    } finally {
      redis.disconnect();
    }
  });
});
