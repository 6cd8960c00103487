import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { createLogger } from '../../../shared/logger.js';
import { type Browser, type BrowserSession, createBrowser } from '../../../worker/browser/browser.js';
import { browserLimits } from '../../../worker/browser/browser-limits.js';
import type { Lifetime } from '../../../worker/browser/chromium-keeper.js';
import { createFetchRaw, type FetchRaw } from '../../../worker/fetch/fetch-raw.js';
import { createSsrfGuard } from '../../../worker/fetch/ssrf-guard.js';
import { childrenLeft, signalIfRunning } from '../../lib/leave-clean.js';

const chromiumPath = process.env.CHROMIUM_PATH || '/usr/bin/chromium-headless-shell';

let server: Server;
let secret: Server;
let origin: string;
let secretHits = 0;
let ticks = 0;
let idler: Browser | undefined;
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
  '/silent': () => page(`fetch('/no-answer');`),
  '/marks': () =>
    page(
      `document.getElementById('root').textContent = 'seen ' + document.cookie; document.cookie = 'mark=here'; const tick = () => fetch('/tick').then(() => setTimeout(tick, 5)); tick().then(() => { ${posting} });`,
    ),
  '/tick': () => {
    ticks += 1;
    return '';
  },
  '/stays': () => page(`addEventListener('pagehide', () => { for (;;); }); ${posting}`),
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
    if (request.url === '/no-answer') return;
    const made = pages[(request.url ?? '').replace(/\?.*/, '')];
    response.writeHead(made ? 200 : 404, { 'content-type': 'text/html' }).end(made?.() ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  fetchRaw = createFetchRaw(createSsrfGuard([`127.0.0.1:${port}`]));
  browser = createBrowser({ chromiumPath, logger: createLogger('silent', 'test'), fetchRaw });
});
afterAll(async () => {
  await browser.close();
  await fetchRaw.close();
  server.closeAllConnections();
  secret.closeAllConnections();
  await Promise.all([server, secret].map((each) => new Promise((resolve) => each.close(resolve))));
});

const chromiumsLeft = (): string[] => childrenLeft().filter((line) => /chrom/i.test(line));

/** Kills every Chromium below this process as the system would when memory is short. */
function killChromium(): void {
  for (const line of childrenLeft()) {
    const [pid, ...command] = line.split(' ');
    if (command.join(' ').includes('--remote-debugging') && !command.join(' ').includes('--type='))
      signalIfRunning(Number(pid), 'SIGKILL');
  }
}

const asked = (ms = 10_000) => ({ signal: AbortSignal.timeout(ms), userAgent: 'job-search/test' });

/** Renders one page in a session of its own. */
async function render(path: string, ms = 10_000) {
  const session = browser.session();
  try {
    return await session.render(origin + path, asked(ms));
  } finally {
    await session.close();
  }
}

describe('the browser', () => {
  test('returns a page after its scripts ran', async () => {
    const { html, url } = await render('/late');
    expect(html).toContain('from the server');
    expect(html).toContain('JobPosting');
    expect(url).toBe(`${origin}/late`);
  });

  test('ends a hostile page in bounded time and keeps nothing of it', async () => {
    const began = performance.now();
    // On a busy machine it may send too many requests before it is read.
    const read = await render('/hostile').then(
      ({ html }) => html.includes('JobPosting'),
      (error: { failure?: string }) => error.failure,
    );
    expect([true, 'too-large']).toContain(read);
    await expect(render('/never', 10_000)).rejects.toMatchObject({ failure: 'too-large' });
    await expect(render('/silent', 2500)).rejects.toMatchObject({ failure: 'timeout' });
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(browser.counts()).toMatchObject({ rendering: 0, contexts: 0 });
  });

  test('renders the pages of a session in one tab, and stops each page when it is done', async () => {
    const session = browser.session();
    expect((await session.render(`${origin}/marks`, asked())).html).toContain('seen <');
    expect(browser.counts().contexts).toBe(1);
    const ticked = ticks;
    expect((await session.render(`${origin}/late`, asked())).html).toContain('from the server');
    // One may have been in flight.
    expect(ticks).toBeLessThanOrEqual(ticked + 2);
    expect((await session.render(`${origin}/marks`, asked())).html).toContain('seen mark=here');
    expect(browser.counts().contexts).toBe(1);
    await session.close();
    expect(browser.counts().contexts).toBe(0);
  });

  test('isolates sessions, and has no more tabs than pages may be rendered at once', async () => {
    const sessions = [1, 2, 3, 4].map(() => browser.session());
    for (const session of sessions) {
      expect((await session.render(`${origin}/marks`, asked())).html).toContain('seen <');
      expect(browser.counts().contexts).toBeLessThanOrEqual(browserLimits.concurrentPages);
    }
    await Promise.all(sessions.map((session) => session.close()));
    expect(browser.counts().contexts).toBe(0);
  });

  test('closes a tab that will not leave its page, after returning its content', async () => {
    const session = browser.session();
    const began = performance.now();
    expect((await session.render(`${origin}/stays`, asked())).html).toContain('JobPosting');
    expect(performance.now() - began).toBeLessThan(18_000);
    expect(browser.counts().contexts).toBe(0);
    expect((await session.render(`${origin}/late`, asked())).html).toContain('from the server');
    await session.close();
  });

  test('keeps no tab of a session that was closed during a render', async () => {
    const session = browser.session();
    const rendering = session.render(`${origin}/late`, asked());
    await session.close();
    expect((await rendering).html).toContain('from the server');
    expect(browser.counts().contexts).toBe(0);
  });

  test('makes no request that the guard does not allow, whatever a page tries', async () => {
    await render('/reach');
    expect(secretHits).toBe(0);
  });

  test('names a page that responds with an error', async () => {
    await expect(render('/missing')).rejects.toMatchObject({ failure: 'broken', message: 'The source answered 404.' });
  });

  test('restarts Chromium after a number of pages, an age or a size', async () => {
    const lives: [Partial<Lifetime>, number, number][] = [
      [{ pages: 5 }, 15, 3],
      [{ ageMs: 0 }, 3, 3],
      [{ bytes: 1 }, 21, 3],
    ];
    for (const [short, pages, starts] of lives) {
      const lines: string[] = [];
      const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
      const lifetime = { pages: 1000, ageMs: 600_000, bytes: 1e12, idleMs: 60_000, ...short };
      const made = createBrowser({ chromiumPath, logger, fetchRaw, lifetime });
      const session = made.session();
      for (let page = 0; page < pages; page++) await session.render(`${origin}/late`, asked());
      await session.close();
      await made.close();
      expect([short, lines.filter((line) => line.includes('browser: started')).length]).toEqual([short, starts]);
    }
  });

  test('ends an idle Chromium, and starts another for the next page', async () => {
    const ended = new Promise<void>((resolve) => {
      const write = (line: string) => (line.includes('browser: retired') ? resolve() : undefined);
      const lifetime = { pages: 1000, ageMs: 600_000, bytes: 1e12, idleMs: 50 };
      const made = createBrowser({ chromiumPath, logger: pino({ level: 'info' }, { write }), fetchRaw, lifetime });
      idler = made;
      void made.session().render(`${origin}/late`, asked());
    });
    await ended;
    const again = idler?.session().render(`${origin}/late`, asked());
    expect((await again)?.html).toContain('from the server');
    await idler?.close();
  });

  test('leaks neither a context nor a process over 100 pages and 4 kills', async () => {
    const made = createBrowser({ chromiumPath, logger: createLogger('silent', 'test'), fetchRaw });
    const outcomes = { read: 0, killed: 0 };
    let due = 0;
    const one = async (session: BrowserSession) => {
      try {
        await session.render(`${origin}/late`, asked(20_000));
        outcomes.read += 1;
      } catch (error) {
        // Only the kill of this test may cost a page.
        expect(error).toMatchObject({ failure: 'browser' });
        outcomes.killed += 1;
      }
      due += 1;
      if (due % 25 === 0) killChromium();
    };
    await Promise.all(
      [0, 1, 2].map(async () => {
        while (due < 100) {
          const session = made.session();
          for (let page = 0; page < 7; page++) await one(session);
          await session.close();
        }
      }),
    );
    expect(made.counts()).toMatchObject({ rendering: 0, contexts: 0 });
    expect(outcomes.read).toBeGreaterThan(75);
    await made.close();
    await browser.close();
    expect(chromiumsLeft()).toEqual([]);
  }, 240_000);

  test('renders many pages at once without leaking a context, and leaves no process', async () => {
    await Promise.all(Array.from({ length: 12 }, () => render('/late', 30_000)));
    expect(browser.counts()).toMatchObject({ rendering: 0, contexts: 0 });
    await browser.close();
    expect(chromiumsLeft()).toEqual([]);
  });
});
