import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDemoBoard } from '../../../demo-board/boards/server.js';
import { now, type Served, serveDemo } from '../lib/serve-demo.js';

let demo: Served;
beforeAll(async () => {
  demo = await serveDemo();
});
afterAll(() => demo.close());

/** A request whose target and headers are sent verbatim. */
function raw(path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(demo.origin);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.on('error', reject).end();
  });
}

describe('the index', () => {
  test('describes the service and links to three boards that respond', async () => {
    const page = await (await demo.get('/')).text();
    expect(page).toContain('Three job boards');
    for (const path of ['/greenhouse/northwind', '/careers/jobs', '/spa/jobs']) {
      expect(page).toContain(`href="${path}"`);
      expect((await demo.get(path)).status).toBe(200);
    }
  });

  test('every posting opens in a browser', async () => {
    for (const { path } of demo.postings) expect((await demo.get(path)).status).toBe(200);
  });
});

describe('an unknown path', () => {
  test.each([
    '/nothing',
    '/careers/jobs/abc',
    '/greenhouse/northwind/jobs/',
    '/spa',
    '/logos/../x.svg',
    '/logos/A.svg',
  ])('%s is a 404', async (path) => {
    const response = await demo.get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('nothing at this address');
  });

  test.each(['//', '/%', '/%00', '/careers/jobs/%2e%2e', '*', '/?%zz=%', `/${'a'.repeat(8000)}`])(
    'the target %s does no harm',
    async (path) => {
      const { status } = await raw(path);
      expect([200, 404]).toContain(status);
    },
  );

  test('other methods get 405 with the allowed ones', async () => {
    const response = await demo.get('/careers/jobs', { method: 'POST', body: 'x' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('absolute URLs', () => {
  test('use the Host of the request', async () => {
    const { body } = await raw('/robots.txt', { host: 'localhost:4010' });
    expect(body).toContain('Sitemap: http://localhost:4010/careers/sitemap.xml');
  });

  test('never repeat an invalid Host', async () => {
    for (const host of ['"><script>', 'a b', '']) {
      const { body } = await raw('/robots.txt', { host });
      expect(body).toContain(`Sitemap: ${demo.origin}/careers/sitemap.xml`);
    }
  });
});

describe('a repeated request', () => {
  const paths = [
    '/greenhouse/v1/boards/northwind/jobs?content=true',
    '/careers/jobs',
    '/spa/data',
    '/careers/sitemap.xml',
    '/',
  ];

  test.each(paths)('of %s with its entity tag gets 304 and no body', async (path) => {
    const etag = (await demo.get(path)).headers.get('etag') ?? '';
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await demo.get(path, { headers: { 'if-none-match': header } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
    }
    expect((await demo.get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  test('gets the same bytes', async () => {
    for (const path of paths) expect(await (await demo.get(path)).text()).toBe(await (await demo.get(path)).text());
  });

  test('by HEAD has the length and no body', async () => {
    const head = await demo.get('/careers/jobs', { method: 'HEAD' });
    const page = await (await demo.get('/careers/jobs')).arrayBuffer();
    expect(head.headers.get('content-length')).toBe(String(page.byteLength));
    expect(await head.text()).toBe('');
  });
});

describe('listening', () => {
  test('fails when the port is taken, and can be retried', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const board = createDemoBoard({ seed: 1, postings: 10, now });
    await expect(board.listen((taken.address() as AddressInfo).port)).rejects.toThrow('EADDRINUSE');
    const { origin } = await board.listen(0);
    expect((await fetch(`${origin}/`)).status).toBe(200);
    await board.close();
    await new Promise((resolve) => taken.close(resolve));
  });

  test('closes with its connections, idle ones too, and closing twice is harmless', async () => {
    const board = createDemoBoard({ seed: 1, postings: 10, now });
    const { origin } = await board.listen(0);
    await (await fetch(`${origin}/`)).text();
    await board.close();
    await board.close();
    await expect(fetch(`${origin}/`)).rejects.toThrow();
  });
});
