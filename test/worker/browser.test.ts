import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../shared/logger.js';
import { type Browser, createBrowser } from '../../worker/browser.js';
import { createFetchRaw, type FetchRaw } from '../../worker/fetch-raw.js';
import { createGuard } from '../../worker/guard.js';
import { childrenLeft } from '../lib/leave-clean.js';

let server: Server;
let secret: Server;
let origin: string;
let secretHits = 0;
let browser: Browser;
let fetchRaw: FetchRaw;

const page = (script: string) => `<!doctype html><div id="root"></div><script>${script}</script>`;
const posting = `const s = document.createElement('script'); s.type = 'application/ld+json'; s.textContent = JSON.stringify({'@type': 'JobPosting', title: 'x'}); document.head.append(s);`;
let secretUrl = '';
const pages: Record<string, () => string> = {
  '/late': () =>
    page(
      `fetch('/data').then((r) => r.text()).then((t) => { document.getElementById('root').textContent = t; ${posting} });`,
    ),
  '/data': () => 'from the server',
  '/hostile': () =>
    page(
      `for (let i = 0; i < 20; i++) window.open('/late'); setInterval(() => fetch('/data'), 10); alert('a'); ${posting}`,
    ),
  '/never': () => page(`setInterval(() => fetch('/data?' + Math.random()), 10);`),
  '/reach': () =>
    page(
      `fetch('${secretUrl}').catch(() => 0); new WebSocket('${secretUrl.replace('http', 'ws')}'); const i = new Image(); i.src = '${secretUrl}'; const f = document.createElement('iframe'); f.src = '${secretUrl}'; document.body.append(f); setTimeout(() => { ${posting} }, 300);`,
    ),
};

beforeAll(async () => {
  secret = createServer((_, response) => {
    secretHits += 1;
    response.end('secret');
  });
  await new Promise<void>((resolve) => secret.listen(0, '127.0.0.1', resolve));
  secretUrl = `http://127.0.0.1:${(secret.address() as AddressInfo).port}/`;
  server = createServer((request, response) => {
    const made = pages[(request.url ?? '').replace(/\?.*/, '')];
    response.writeHead(made ? 200 : 404, { 'content-type': 'text/html' }).end(made?.() ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  fetchRaw = createFetchRaw(createGuard([`127.0.0.1:${port}`]));
  const chromiumPath = process.env.CHROMIUM_PATH || '/usr/bin/chromium-headless-shell';
  browser = createBrowser({ chromiumPath, logger: createLogger('silent', 'test'), fetchRaw });
});
afterAll(async () => {
  await browser.close();
  await fetchRaw.close();
  server.closeAllConnections();
  secret.closeAllConnections();
  await Promise.all([server, secret].map((each) => new Promise((resolve) => each.close(resolve))));
});

const render = (path: string, ms = 10_000) =>
  browser.render(origin + path, { signal: AbortSignal.timeout(ms), userAgent: 'job-search/test' });

describe('the browser', () => {
  test('gives a page as its scripts left it', async () => {
    const { html, url } = await render('/late');
    expect(html).toContain('from the server');
    expect(html).toContain('JobPosting');
    expect(url).toBe(`${origin}/late`);
  });

  test('ends a hostile page in bounded time and keeps nothing of it', async () => {
    const began = performance.now();
    expect((await render('/hostile')).html).toContain('JobPosting');
    await expect(render('/never', 2500)).rejects.toMatchObject({ failure: 'timeout' });
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(browser.counts()).toEqual({ rendering: 0, contexts: 0 });
  });

  test('reaches nothing that the guard does not allow, whatever a page tries', async () => {
    await render('/reach');
    expect(secretHits).toBe(0);
  });

  test('names a page that answers with an error', async () => {
    await expect(render('/missing')).rejects.toMatchObject({ failure: 'broken', message: 'The source answered 404.' });
  });

  test('renders many pages at once without leaking a context, and leaves no process', async () => {
    await Promise.all(Array.from({ length: 12 }, () => render('/late', 30_000)));
    expect(browser.counts()).toEqual({ rendering: 0, contexts: 0 });
    await browser.close();
    expect(childrenLeft()).toEqual([]);
  });
});
