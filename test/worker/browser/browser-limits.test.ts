import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { type Browser, createBrowser } from '../../../worker/browser/browser.js';
import { browserLimits } from '../../../worker/browser/browser-limits.js';
import { anonymousBytesOf } from '../../../worker/browser/chromium-keeper.js';
import { createFetchRaw, type FetchRaw } from '../../../worker/fetch/fetch-raw.js';
import { createSsrfGuard } from '../../../worker/fetch/ssrf-guard.js';
import { childrenLeft } from '../../lib/leave-clean.js';

const chromiumPath = process.env.CHROMIUM_PATH || '/usr/bin/chromium-headless-shell';

const posting = `<script type="application/ld+json">{"@type":"JobPosting","title":"x"}</script>`;
const page = (script: string) => `<!doctype html><body><script>${script}</script>`;
const inflated = gzipSync(Buffer.alloc(4_900_000, 'a'));
const bomb = gzipSync(Buffer.alloc(50_000_000, 'a'));
const loop = (path: string, times: number) =>
  page(`for (let n = 0; n < ${times}; n++) fetch('${path}?' + n).then((answer) => answer.text()).catch(() => 0);`);
/** Lets the page become idle only once the script has done its work. */
const then = (work: string) => page(`fetch('/small').then(() => { ${work} });`);

const pages: Record<string, string> = {
  '/good': `<!doctype html><p id="p"></p><script>fetch('/small').then((a) => a.text()).then((t) => { p.textContent = t; document.head.innerHTML += ${JSON.stringify(posting).replaceAll('/', '\\/')}; });</script>`,
  '/inflating': loop('/inflated', 100),
  '/bombs': loop('/bomb', 100),
  '/inflating-often': loop('/inflated', 400),
  '/asking': loop('/small', 400),
  '/asking-for-ever': page(
    `setInterval(() => fetch('/small?' + Math.random()), 1); const wait = () => fetch('/silence').catch(wait); wait();`,
  ),
  '/going-on': page(`setTimeout(() => { location.href = '/going-on?' + Math.random(); }, 1);`),
  '/frames': page(
    `for (let n = 0; n < 400; n++) { const f = document.createElement('iframe'); f.src = '/frame?' + n; document.body.append(f); }`,
  ),
  '/frame': 'framed',
  '/much-text': then(`const t = 'x'.repeat(1e6); for (let n = 0; n < 300; n++) document.body.append(t);`),
  '/long-text': then(`document.body.append('x'.repeat(6e6));`),
  '/much-attribute': then(`document.body.setAttribute('data-x', 'x'.repeat(3e8));`),
  '/much-template': then(
    `const t = document.createElement('template'); t.content.append('x'.repeat(3e8)); document.body.append(t);`,
  ),
  '/much-escaped': then(`document.body.append('&'.repeat(4e6));`),
  '/many-nodes': then(
    `const f = document.createDocumentFragment(); for (let n = 0; n < 2.1e5; n++) f.append(document.createElement('i')); document.body.append(f);`,
  ),
  '/very-many-nodes': then(`for (let n = 0; n < 3e6; n++) document.body.append(document.createElement('i'));`),
  '/deep': then(
    `let at = document.body; for (let n = 0; n < 600; n++) { const d = document.createElement('b'); at.append(d); at = d; }`,
  ),
  '/lying': then(
    `Object.defineProperty(Node.prototype, 'nextSibling', { get: () => null }); Object.defineProperty(CharacterData.prototype, 'length', { get: () => 0 }); Object.defineProperty(Element.prototype, 'outerHTML', { get: () => 'short' }); document.body.append('x'.repeat(6e6));`,
  ),
  '/hoarding': page(
    `const kept = []; setInterval(() => { const a = new Uint8Array(4e7); a.fill(1); kept.push(a); fetch('/small'); }, 20);`,
  ),
  '/logging': page(
    `const t = 'x'.repeat(5e7); for (let n = 0; n < 8; n++) { console.log(t + n); console.error({ t }); } setTimeout(() => { throw t; }); Promise.reject(t); setTimeout(() => document.head.innerHTML += ${JSON.stringify(posting).replaceAll('/', '\\/')}, 100);`,
  ),
  '/sending': page(
    `for (let n = 0; n < 20; n++) fetch('/small?' + n, { method: 'POST', body: 'x'.repeat(3e7) }).catch(() => 0);`,
  ),
  '/renaming': page(
    `let n = 0; setInterval(() => { history.replaceState(0, '', '?' + n++ + 'x'.repeat(1e6)); }, 1); const wait = () => fetch('/silence').catch(wait); wait();`,
  ),
};

let server: Server;
let origin: string;
let fetchRaw: FetchRaw;
let browser: Browser;
let requests = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    requests += 1;
    if (path === '/silence') return;
    if (path === '/small') return void response.end('from the server');
    if (path === '/inflated' || path === '/bomb') {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      return void response.end(path === '/bomb' ? bomb : inflated);
    }
    response.writeHead(200, { 'content-type': 'text/html' }).end(pages[path] ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  origin = `http://${host}`;
  fetchRaw = createFetchRaw(createSsrfGuard([host]));
  browser = createBrowser({ chromiumPath, logger: createLogger('silent', 'test'), fetchRaw });
});
afterAll(async () => {
  await browser.close();
  await fetchRaw.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function render(path: string, ms = 25_000) {
  const session = browser.session();
  try {
    return await session.render(origin + path, { signal: AbortSignal.timeout(ms), userAgent: 'test' });
  } finally {
    await session.close();
  }
}

/** Memory of all Chromium processes, without shared pages. */
async function chromiumHolds(): Promise<number> {
  const lines = childrenLeft().filter((line) => /chrom|headless/i.test(line));
  const held = await Promise.all(lines.map((line) => anonymousBytesOf(Number(line.split(' ')[0]))));
  return held.reduce((sum: number, bytes) => sum + (bytes ?? 0), 0);
}

/** Runs the work, and returns the maximum growth of this process and the maximum size of Chromium meanwhile, in bytes. */
async function peaksOf(work: () => Promise<unknown>): Promise<{ grown: number; chromium: number }> {
  const before = process.memoryUsage().rss;
  const peaks = { grown: 0, chromium: 0 };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      peaks.grown = Math.max(peaks.grown, process.memoryUsage().rss - before);
      peaks.chromium = Math.max(peaks.chromium, await chromiumHolds());
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  })();
  await work().finally(() => {
    isOver = true;
  });
  await watching;
  return peaks;
}

/** Resolves once Chromium uses no more memory than one that has rendered small pages. */
async function memoryIsBack(): Promise<void> {
  while ((await chromiumHolds()) > 350_000_000) await new Promise((resolve) => setTimeout(resolve, 200));
}

const tooLarge = { failure: 'too-large' };
/** Of a page that grows until it is stopped: on a busy machine its time is over first. */
const tooLargeOrLate = { failure: expect.stringMatching(/^(?:too-large|timeout)$/) };
/** A page that never becomes idle may also time out, or be read between two of its updates: only the bounds matter. */
const anyEnd = 'any end';

const reasonOf = (said: string | RegExp | null) => {
  if (said === null) return tooLargeOrLate;
  return typeof said === 'string' ? { ...tooLarge, message: said } : { message: expect.stringMatching(said) };
};

describe('an excessive page', () => {
  test.each<[string, string | RegExp | null]>([
    ['/inflating', 'The page loaded more than 25 MB.'],
    ['/bombs', 'The page loaded more than 25 MB.'],
    ['/inflating-often', null],
    ['/asking', 'The page made more than 200 requests.'],
    ['/asking-for-ever', 'The page made more than 200 requests.'],
    ['/going-on', anyEnd],
    ['/frames', 'The page made more than 200 requests.'],
    ['/long-text', 'The rendered page is larger than 5 MB.'],
    ['/much-text', null],
    ['/much-attribute', 'The rendered page is larger than 5 MB.'],
    ['/much-template', 'The rendered page is larger than 5 MB.'],
    ['/much-escaped', 'The rendered page is larger than 5 MB.'],
    ['/many-nodes', 'The rendered page has more than 200000 nodes.'],
    ['/very-many-nodes', null],
    ['/deep', 'The rendered page nests deeper than 512 levels.'],
    ['/lying', 'The rendered page is larger than 5 MB.'],
    ['/hoarding', null],
    ['/renaming', anyEnd],
    ['/logging', 'The page made Chromium report more than 64 MB about it.'],
    ['/sending', null],
  ])(
    '%s is stopped with the limit it passed, in bounded memory, and one beside it stays whole',
    async (path, said) => {
      await render('/good');
      requests = 0;
      const began = performance.now();
      const peaks = await peaksOf(async () => {
        const [bad, good] = await Promise.allSettled([render(path), render('/good')]);
        if (said !== anyEnd) expect(bad).toMatchObject({ status: 'rejected', reason: reasonOf(said) });
        expect(good.status === 'fulfilled' ? good.value.html : String(good.reason)).toContain('from the server');
      });
      expect(performance.now() - began).toBeLessThan(45_000);
      expect(requests).toBeLessThanOrEqual(browserLimits.pageRequests + 10);
      expect(peaks.grown).toBeLessThan(300_000_000);
      expect(peaks.chromium).toBeLessThan(2_000_000_000);
      expect(browser.counts()).toMatchObject({ rendering: 0, contexts: 0 });
      // The next page finds the browser unchanged.
      expect((await render('/good')).html).toContain('JobPosting');
      await memoryIsBack();
    },
    120_000,
  );
});
