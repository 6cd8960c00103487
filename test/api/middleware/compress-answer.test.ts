import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import Koa from 'koa';
import { request } from 'undici';
import { compressAnswer } from '../../../api/middleware/answer.js';
import { listen } from '../../../shared/process/listen.js';

const text = 'Köchin '.repeat(300);
const bodies: Record<string, (ctx: Koa.Context) => void> = {
  object: (ctx) => {
    ctx.body = { text };
  },
  problem: (ctx) => {
    ctx.status = 400;
    ctx.body = text;
    ctx.set('Content-Type', 'application/problem+json');
  },
  small: (ctx) => {
    ctx.body = 'Köchin';
  },
  picture: (ctx) => {
    ctx.body = Buffer.from(text);
    ctx.type = 'image/png';
  },
  stream: (ctx) => {
    ctx.body = Readable.from([text]);
    ctx.type = 'text/csv';
  },
  unchanged: (ctx) => {
    ctx.status = 304;
  },
};

const app = new Koa();
app.use(compressAnswer() as unknown as Koa.Middleware);
app.use((ctx) => bodies[ctx.path.slice(1)]?.(ctx));
const answer = app.callback();
const server = createServer((request, response) => void answer(request, response));
let url = '';
beforeAll(async () => {
  await listen(server, { setting: 'PORT', host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));

const ask = (path: string, method: 'GET' | 'HEAD' = 'GET') =>
  request(`${url}/${path}`, { method, headers: { 'accept-encoding': 'gzip' } });

test.each([
  ['object', JSON.stringify({ text })],
  ['problem', text],
])('a body of text is compressed: %s', async (path, plain) => {
  const { headers, body } = await ask(path);
  const bytes = Buffer.from(await body.arrayBuffer());
  expect([headers['content-encoding'], headers.vary, headers['content-length']]).toEqual([
    'gzip',
    'Accept-Encoding',
    String(bytes.length),
  ]);
  expect(gunzipSync(bytes).toString()).toBe(plain);
});

test.each([
  ['small', 'Accept-Encoding'],
  ['picture', undefined],
  ['stream', 'Accept-Encoding'],
  ['unchanged', 'Accept-Encoding'],
])('is sent as it is: %s', async (path, vary) => {
  const { headers, body } = await ask(path);
  expect([headers['content-encoding'], headers.vary]).toEqual([undefined, vary]);
  expect(await textOf(body)).toBe(path === 'small' ? 'Köchin' : path === 'unchanged' ? '' : text);
});

test('HEAD has the headers of GET', async () => {
  const [get, head] = [await ask('object'), await ask('object', 'HEAD')];
  expect(head.headers['content-length']).toBe(get.headers['content-length']);
  await Promise.all([get.body.dump(), head.body.dump()]);
});
