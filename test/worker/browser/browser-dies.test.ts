import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { type Browser, createBrowser } from '../../../worker/browser/browser.js';
import { createFetchRaw, type FetchRaw } from '../../../worker/fetch/fetch-raw.js';
import { createSsrfGuard } from '../../../worker/fetch/ssrf-guard.js';
import { allGone, childrenLeft, signalIfRunning } from '../../lib/leave-clean.js';

const chromiumPath = process.env.CHROMIUM_PATH || '/usr/bin/chromium-headless-shell';
const posting = `<script type="application/ld+json">{"@type":"JobPosting","title":"x"}</script>`;
/** A page that never becomes idle: its requests are never answered. */
const restless = '<!doctype html><script>fetch("/silence")</script><p>Still loading</p>';

let server: Server;
let origin: string;
let fetchRaw: FetchRaw;
let browser: Browser;
let loads = 0;
/** The page's content at its nth load. */
let pageAt: (load: number) => string = () => restless;
let silence: (() => void) | null = null;

beforeAll(async () => {
  server = createServer(({ url }, response: ServerResponse) => {
    if (url === '/silence') return void silence?.();
    loads += 1;
    response.writeHead(200, { 'content-type': 'text/html' }).end(pageAt(loads));
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

const render = () =>
  browser.session().render(`${origin}/jobs`, { signal: new AbortController().signal, userAgent: 'test' });

/** Renders, and sends a signal once the page is running; `which` selects Chromium's processes by their arguments. */
async function renderAndSend(signal: NodeJS.Signals, which: (args: string) => boolean) {
  loads = 0;
  const atWork = new Promise<void>((resolve) => {
    silence = resolve;
  });
  const rendering = render();
  rendering.catch(() => undefined);
  await atWork;
  const sent = performance.now();
  const sentTo = send(signal, which);
  return { rendering, sentTo, took: () => performance.now() - sent };
}
const renderAndKill = (which: (args: string) => boolean) => renderAndSend('SIGKILL', which);

/** Returns the ids of the processes that got the signal. */
function send(signal: NodeJS.Signals, which: (args: string) => boolean): number[] {
  const pids = childrenLeft()
    .filter(which)
    .map((line) => Number(line.split(' ')[0]));
  for (const pid of pids) signalIfRunning(pid, signal);
  return pids;
}
const isRenderer = (args: string) => args.includes('--type=renderer');
const isChromium = (args: string) => /headless|chrom/i.test(args) && !args.includes('--type=');

describe('while a page is being rendered', () => {
  test('its process ends: it is rendered once more', async () => {
    pageAt = (load) => (load === 1 ? restless : posting);
    const { rendering } = await renderAndKill(isRenderer);
    expect((await rendering).html).toContain('JobPosting');
    expect(loads).toBe(2);
  });

  test('its process ends twice: the page is reported as the cause', async () => {
    pageAt = () => restless;
    const { rendering } = await renderAndKill(isRenderer);
    await new Promise<void>((resolve) => {
      silence = resolve;
    });
    send('SIGKILL', isRenderer);
    await expect(rendering).rejects.toMatchObject({ failure: 'broken' });
  });

  test('Chromium ends: that is reported at once, and the next page gets a new one', async () => {
    pageAt = () => restless;
    const { rendering, took } = await renderAndKill(isChromium);
    await expect(rendering).rejects.toMatchObject({ failure: 'browser' });
    // The page itself would be given up after twenty seconds.
    expect(took()).toBeLessThan(10_000);
    pageAt = () => posting;
    expect((await render()).html).toContain('JobPosting');
  });

  test.each([
    ['all of Chromium', (args: string) => /headless|chrom/i.test(args)],
    ['its network process', (args: string) => args.includes('NetworkService')],
  ])('%s stops answering: it is killed, and the next page gets a new one', async (_, isStopped) => {
    pageAt = () => restless;
    const { rendering, sentTo } = await renderAndSend('SIGSTOP', isStopped);
    expect(sentTo.length).toBeGreaterThan(0);
    await expect(rendering).rejects.toMatchObject({ failure: 'browser' });
    await allGone(sentTo);
    pageAt = () => posting;
    expect((await render()).html).toContain('JobPosting');
  });

  test('it stops answering after a page: the session is closed nevertheless', async () => {
    pageAt = () => posting;
    const session = browser.session();
    await session.render(`${origin}/jobs`, { signal: new AbortController().signal, userAgent: 'test' });
    const sentTo = send('SIGSTOP', () => true);
    await session.close();
    await allGone(sentTo);
  });

  test('what starts its processes stops answering: it is killed, and the next page gets a new one', async () => {
    pageAt = () => posting;
    await render();
    const sentTo = send('SIGSTOP', (args) => args.includes('--type=zygote'));
    await expect(render()).rejects.toMatchObject({ failure: 'browser' });
    await allGone(sentTo);
    expect((await render()).html).toContain('JobPosting');
  });
});

test('a Chromium that does not start is counted as a failure of the browser', async () => {
  const counted: string[] = [];
  const broken = createBrowser({
    ...{ chromiumPath: '/bin/false', logger: createLogger('silent', 'test'), fetchRaw },
    metrics: { browserPage: (outcome) => void counted.push(outcome), browserStarted: () => undefined },
  });
  const rendering = broken
    .session()
    .render(`${origin}/jobs`, { signal: new AbortController().signal, userAgent: 'test' });
  await expect(rendering).rejects.toThrow('Chromium could not be started');
  expect(counted).toEqual(['browser']);
  await broken.close();
});
