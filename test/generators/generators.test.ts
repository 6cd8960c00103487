import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { projectFile } from '../../shared/project-file.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { freePort } from '../lib/free-port.js';
import { issueKey } from '../lib/issue-key.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

const tools = process.env.GENERATORS ?? '';
const require = createRequire(join(tools, 'package.json'));
const program = (name: string): string => join(tools, 'node_modules/.bin', name);

let board: FakeBoard;
let service: TestService;
let folder: string;
let text: string;

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse', place: 'Berlin, Germany' }]);
  service = await startService({ sources: [boardSource('acme', board.baseUrl)], environment: { TRUST_PROXY: '1' } });
  text = await (await fetch(`${service.url}/api/openapi.json`)).text();
  // Beside the tools' packages, so that generated code finds them; within them TypeScript would not emit it.
  folder = mkdtempSync(join(tools, '.try-'));
  writeFileSync(join(folder, 'openapi.json'), text);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service.close();
  await board.close();
});

/** Runs a program of the tools in the folder; fails with its output. */
function run(name: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(program(name), args, { cwd: folder, encoding: 'utf8' });
  expect([name, status, status === 0 ? '' : `${stdout}${stderr}`]).toEqual([name, 0, '']);
}

test('Redocly finds no error', async () => {
  const { lint, createConfig } = await import(pathToFileURL(require.resolve('@redocly/openapi-core')).href);
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lint({ ref: join(folder, 'openapi.json'), config });
  expect(found.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([]);
  // The linter did read the document: it has a warning about what it does not know.
  expect(found.length).toBeGreaterThan(0);
});

test('Spectral finds no error', async () => {
  const { Spectral, Document } = require('@stoplight/spectral-core');
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[require('@stoplight/spectral-rulesets').oas, 'recommended']] });
  const found = await spectral.run(new Document(text, require('@stoplight/spectral-parsers').Json, 'openapi.json'));
  expect(found.filter(({ severity }: { severity: number }) => severity === 0)).toEqual([]);
  expect(found.length).toBeGreaterThan(0);
});

test('a search with one field compiles with three generated clients, and finds the job with each', async () => {
  run('openapi-typescript', 'openapi.json', '-o', 'openapi-typescript.d.ts');
  run('openapi-ts', '-i', 'openapi.json', '-o', 'hey-api', '--logs', folder);
  const output = { target: './orval.ts', client: 'fetch', mode: 'single' };
  writeFileSync(
    join(folder, 'orval.config.cjs'),
    `module.exports = ${JSON.stringify({ jobs: { input: './openapi.json', output } })};`,
  );
  run('orval', '--config', 'orval.config.cjs');
  copyFileSync(projectFile('test/generators/use-clients.ts.txt'), join(folder, 'use-clients.ts'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  run(
    'tsc',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom,dom.iterable',
    '--outDir',
    'built',
    'use-clients.ts',
  );
  const script = `import { search } from ${JSON.stringify(pathToFileURL(join(folder, 'built/use-clients.js')).href)};
    console.log(JSON.stringify(await search(${JSON.stringify(service.url)})));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line = ''] = await createInterface({ input: child.stdout })
    [Symbol.asyncIterator]()
    .next()
    .then(({ value }) => [value as string]);
  expect(JSON.parse(line)).toEqual([['Nurse'], ['Nurse'], ['Nurse']]);
}, 120_000);

test('a search and its answer meet what two generators of zod schemas make, and a wrong one does not', async () => {
  // Before the programs, which take longer than the connection is kept.
  const { jobs, ...answer } = (await service.search({ keyword: 'nurse' })).body;
  run('openapi-ts', '-i', 'openapi.json', '-o', 'hey-zod', '-p', 'zod', '--logs', folder);
  const output = { target: './orval-zod.ts', client: 'zod', mode: 'single' };
  writeFileSync(
    join(folder, 'orval.config.cjs'),
    `module.exports = ${JSON.stringify({ jobs: { input: './openapi.json', output } })};`,
  );
  run('orval', '--config', 'orval.config.cjs');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom', '--outDir', 'zod'];
  run('tsc', ...options, 'hey-zod/zod.gen.ts', 'orval-zod.ts');
  const load = (path: string) => import(pathToFileURL(join(folder, 'zod', path)).href);
  const [hey, orval] = [await load('hey-zod/zod.gen.js'), await load('orval-zod.js')];
  for (const [request, response] of [
    [hey.zSearchRequest, hey.zSearchAnswer],
    [orval.searchJobsBody, orval.searchJobsResponse],
  ]) {
    request.parse({ keyword: 'nurse', jobType: 'FT' });
    expect(response.parse({ ...answer, jobs }).jobs).toHaveLength(1);
    expect(request.safeParse({ limit: 10 }).success).toBe(false);
    expect(request.safeParse({ keyword: 'x'.repeat(300) }).success).toBe(false);
    expect(response.safeParse(answer).success).toBe(false);
  }
}, 120_000);

/** A request through the proxy: the status it is to get, its method, its path, its body and further headers. */
type Asked = [
  status: number,
  method: string,
  path: string,
  body?: object | undefined,
  headers?: Record<string, string>,
];

/** A proxy that validates requests and answers by a document in the folder. */
async function startProxy(document: string): Promise<{ url: string; close(): void }> {
  const port = await freePort();
  const child = spawn(
    program('prism'),
    ['proxy', document, service.url, '--errors', '-p', String(port), '-h', '127.0.0.1'],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('Prism is listening')) break;
  return { url: `http://127.0.0.1:${port}`, close: () => void child.kill() };
}

test('a proxy that validates by the document finds no violation in any operation', async () => {
  const { url: proxy, close } = await startProxy('openapi.json');
  const hook = createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1');
  await once(hook, 'listening');
  try {
    const json = { 'content-type': 'application/json' };
    const asked: string[] = [];
    const ask = async (...[status, method, path, body, headers = {}]: Asked): Promise<string> => {
      const init = { method, headers: { ...(body === undefined ? {} : json), ...headers } };
      const response = await fetch(proxy + path, body === undefined ? init : { ...init, body: JSON.stringify(body) });
      const answer = await response.text();
      const violations = response.headers.get('sl-violations');
      expect([method, path, response.status, violations, response.status === status ? '' : answer]).toEqual([
        ...[method, path, status, null, ''],
      ]);
      asked.push(`${method} ${path.split('?')[0]}`);
      return answer;
    };
    const key = { authorization: `Bearer ${await issueKey(service.redis.url)}` };
    const { jobs } = JSON.parse(await ask(200, 'POST', '/api/jobs/search', { keyword: 'nurse' }));
    const { id } = jobs[0] as { id: string };
    const made = await ask(
      ...([201, 'POST', '/api/watches'] as const),
      { search: { keyword: 'nurse' }, url: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/` },
      { ...key, 'idempotency-key': 'once' },
    );
    const watch = `/api/watches/${JSON.parse(made).id}`;
    const requests: Asked[] = [
      [200, 'POST', '/api/jobs/search', {}],
      [200, 'POST', '/api/jobs/search', { jobType: 'FT', limit: '1', location: 'Berlin' }],
      [200, 'POST', '/api/jobs/search', { keyword: '😀'.repeat(200) }],
      // As JSON Feed below.
      ...['text/event-stream', 'application/x-ndjson', 'text/csv', 'application/atom+xml'].map(
        (accept): Asked => [200, 'POST', '/api/jobs/search', { keyword: 'nurse' }, { accept }],
      ),
      [200, 'POST', '/api/jobs/facets', { keyword: 'nurse' }],
      [200, 'GET', '/api/jobs/feed?keyword=nurse'],
      [200, 'GET', '/api/jobs/feed?keyword=nurse&format=json'],
      [200, 'GET', '/api/jobs/feed?keyword=nurse&format=csv'],
      [200, 'POST', '/api/jobs/export', { keyword: 'nurse' }, key],
      [200, 'POST', '/api/jobs/lookup', { ids: [id] }],
      [200, 'GET', `/api/jobs/${id}`],
      [404, 'GET', '/api/jobs/job_0000000000000000'],
      [200, 'GET', `/api/jobs/${id}/similar`],
      [204, 'PUT', `/api/jobs/${id}/hidden`, undefined, key],
      [200, 'GET', '/api/me/hidden', undefined, key],
      [204, 'DELETE', `/api/jobs/${id}/hidden`, undefined, key],
      [200, 'GET', `/api/companies/${encodeURIComponent(jobs[0].company.name)}`],
      [200, 'GET', '/api/suggest?q=nur'],
      [200, 'GET', '/api/watches', undefined, key],
      [200, 'GET', watch, undefined, key],
      [200, 'PATCH', watch, { rhythm: 'daily' }, key],
      [200, 'POST', `${watch}/pause`, undefined, key],
      [200, 'POST', `${watch}/resume`, undefined, key],
      [200, 'POST', `${watch}/rotate`, undefined, key],
      [200, 'POST', `${watch}/test`, undefined, key],
      [200, 'GET', `${watch}/deliveries`, undefined, key],
      [404, 'POST', `${watch}/deliveries/99/redeliver`, undefined, key],
      [204, 'DELETE', watch, undefined, key],
      [200, 'GET', '/api/me'],
      [401, 'GET', '/api/me', undefined, { authorization: 'Bearer jsk_x' }],
      [200, 'GET', '/api/geo-stats?level=country'],
      [400, 'GET', '/api/geo-stats?hours=24&days=1'],
      [200, 'GET', '/api'],
      [200, 'GET', '/api/openapi.json'],
      [200, 'GET', '/api/docs'],
    ];
    for (const request of requests) await ask(...request);
    // Every operation was asked.
    const { paths } = JSON.parse(text) as { paths: Record<string, object> };
    for (const [path, item] of Object.entries(paths))
      for (const method of Object.keys(item)) {
        const pattern = new RegExp(`^${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '[^/]+')}$`);
        expect([method, path, asked.some((each) => pattern.test(each))]).toEqual([method, path, true]);
      }
    // The proxy does validate: it refuses a request by itself.
    const refused = await fetch(`${proxy}/api/jobs/search`, { method: 'POST', headers: json, body: '{"limit":10}' });
    expect(refused.status).toBe(422);
  } finally {
    close();
    hook.close();
  }
}, 60_000);

test('the proxy finds no violation in a search as JSON Feed', async () => {
  // Prism compares what stands behind the "+" alone and validates by the first shape of JSON: in this document that is the feed.
  const document = JSON.parse(text);
  const { content } = document.paths['/api/jobs/search'].post.responses[200];
  delete content['application/json'];
  writeFileSync(join(folder, 'feed.json'), JSON.stringify(document));
  const { url, close } = await startProxy('feed.json');
  const ask = (accept: string) => {
    const headers = { accept, 'content-type': 'application/json' };
    return fetch(`${url}/api/jobs/search`, { method: 'POST', headers, body: '{"keyword":"nurse"}' });
  };
  try {
    const feed = await ask('application/feed+json');
    expect([feed.status, feed.headers.get('sl-violations')]).toEqual([200, null]);
    expect(await feed.json()).toMatchObject({ items: [{ title: expect.stringContaining('Nurse') }] });
    // The proxy does validate: another shape is no feed.
    expect((await ask('application/json')).status).toBe(500);
  } finally {
    close();
  }
}, 60_000);
