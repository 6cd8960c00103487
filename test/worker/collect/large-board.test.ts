import { execFile } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';
import { openCollector } from '../../lib/processes/open-collector.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');

const content = Array.from({ length: 60 }, (_, at) => `<p>${at}: we look for people who read &amp; write.</p>`).join(
  '',
);
/** The board: how many postings of 3 kB it has, and whether its answer ends before its list does. */
const board = { postings: 0, isCut: false, requests: 0 };

function* listing(): Generator<string> {
  yield '{"jobs":[';
  for (let id = 1; id <= board.postings; id++) {
    const job = { id, title: `Cook ${id}`, absolute_url: `https://x.example/${id}`, location: { name: 'Cork' } };
    yield `${id === 1 ? '' : ','}${JSON.stringify({ ...job, content: `${id} ${content}` })}`;
  }
  if (!board.isCut) yield '],"meta":{}}';
}

function respond(response: ServerResponse): void {
  board.requests += 1;
  response.writeHead(200, { 'content-type': 'application/json', etag: `"${board.postings}"` });
  Readable.from(listing()).pipe(response);
}

const server = createServer(({ url, headers }, response) => {
  if (url === '/robots.txt') return void response.writeHead(404).end();
  const isSame = headers['if-none-match'] === `"${board.postings}"` && !board.isCut;
  return isSame ? void response.writeHead(304).end() : respond(response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const collector = openCollector(redis, { kind: 'greenhouse', board: 'acme', baseUrl, maxJobs: 150 });
afterAll(async () => {
  await collector.close();
  server.close();
});

test('an answer of 60 MB is read part by part in little memory', async () => {
  board.postings = 18_500;
  const script = projectFile('test/lib/boards/read-large-board.mjs');
  // The text of the answer alone would not fit into this heap.
  const run = ['--max-old-space-size=40', script, baseUrl];
  const { stdout } = await promisify(execFile)(process.execPath, run);
  const { parts, postings, mostMegabytes } = JSON.parse(stdout);
  expect(postings).toBe(18_500);
  expect(parts).toBeGreaterThan(20);
  // 140 to 300 MB were seen: memory outside of the heap is collected late.
  expect(mostMegabytes).toBeLessThan(400);
}, 120_000);

test('a board beyond 20 MB is collected up to its limit, renewed by a 304, and kept when its answer is cut off', async () => {
  board.postings = 7000;
  await collector.collect();
  const whole = await collector.state();
  expect(whole.attempt).toMatchObject({ status: 'ok', jobs: 150, detail: expect.stringContaining('maxJobs') });

  collector.now += 86_400_000;
  board.requests = 0;
  await collector.collect();
  expect(collector.counts).toEqual({ parsed: 0, normalised: 0, unchanged: 1 });
  expect(board.requests).toBe(0);

  collector.now += 86_400_000;
  Object.assign(board, { isCut: true, postings: 6900 });
  collector.settings = { ...collector.settings, maxJobs: 10_000 };
  await collector.collect();
  const cut = await collector.state();
  expect(cut.attempt).toMatchObject({
    status: 'failed',
    detail: expect.stringMatching(/after 6900 entries.* cut off/),
  });
  expect(cut.head?.version).toBe(whole.head?.version);
  expect(await collector.jobs()).toHaveLength(150);
}, 60_000);
