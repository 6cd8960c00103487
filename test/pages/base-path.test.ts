import { createServer, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import type { Page } from 'playwright';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { openPages, type Pages } from '../lib/open-pages.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

const slow = { timeout: 60_000 };
const base = '/work/jobs';
let board: FakeBoard;
let service: TestService;
let proxied: TestService;
let proxy: Server;
let pages: Pages;

/** Passes requests under the base path on without it, and names it, as proxies that strip a prefix do. */
const startProxy = (target: URL): Server =>
  createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').replace(base, '') || '/';
    const headers = { ...incoming.headers, 'x-forwarded-prefix': base };
    const { hostname, port } = target;
    const passed = send({ hostname, port, path, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });

beforeAll(async () => {
  pages = await openPages();
  board = await startFakeBoard();
  board.setJobs('acme', [
    { id: 1, title: 'Night baker', place: 'Berlin, Germany' },
    { id: 2, title: 'Day baker', place: 'Berlin, Germany' },
  ]);
  const sources = [boardSource('acme', board.baseUrl)];
  service = await startService({ sources, environment: { BASE_PATH: base } });
  proxied = await startService({
    sources,
    redis: service.redis,
    worker: false,
    environment: { TRUST_PROXY: '127.0.0.1' },
  });
  await service.search({});
  proxy = startProxy(new URL(proxied.url));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await pages.close();
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  await proxied.close();
  await service.close();
  await board.close();
});

/** The paths that a page requests beyond the base path. */
function beyond(page: Page): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith(`${base}/`) || pathname.startsWith(base + base)) found.push(pathname);
  });
  return found;
}

const proxyUrl = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

test.each([
  ['BASE_PATH', () => service.url],
  ['a trusted proxy', proxyUrl],
])(
  'with %s, people search, open and keep jobs, and nothing is requested beyond it',
  async (_, url) => {
    const page = await pages.open(`${url()}${base}/saved`, { workers: 'allow' });
    const outside = beyond(page);
    await page.getByRole('link', { name: 'Job search' }).click();
    // Its script has run once it is loaded; without it the form leads to the plain page.
    await page.waitForURL(`**${base}/`);
    await page.getByLabel('What').fill('baker');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Night baker' }).first().waitFor(slow);
    expect(new URL(page.url()).pathname).toBe(`${base}/`);
    await page.getByRole('link', { name: 'Night baker' }).first().click();
    await page.locator('.panel h2', { hasText: 'baker' }).first().waitFor(slow);
    await page.keyboard.press('s');
    await page.waitForFunction(
      'navigator.serviceWorker.getRegistration().then((found) => found?.active != null)',
      null,
      slow,
    );
    const scope = await page.evaluate('navigator.serviceWorker.ready.then(({ scope }) => new URL(scope).pathname)');
    expect(scope).toBe(`${base}/`);
    await page.goto(`${url()}${base}/saved`);
    await page.getByRole('link', { name: /baker/ }).first().click();
    await page.locator('h1', { hasText: 'baker' }).waitFor(slow);
    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await page.locator('h1').waitFor(slow);
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.locator('html[lang="de"]').waitFor(slow);
    expect(new URL(page.url()).pathname).toBe(`${base}/geo`);
    expect(outside).toEqual([]);
    await page.context().close();
  },
  180_000,
);

describe('addresses', () => {
  const ask = (path: string, headers: Record<string, string> = {}, url = service.url) =>
    fetch(url + path, { redirect: 'manual', headers });
  const html = async (...args: Parameters<typeof ask>) => load(await (await ask(...args)).text());

  test('of documents, redirects and the manifest begin with the base path', async () => {
    expect((await ask(base)).headers.get('location')).toBe(`${base}/`);
    expect((await ask(`${base}/?lang=de`)).headers.get('location')).toBe(`${base}/`);
    expect(await (await ask(`${base}/manifest.webmanifest`)).json()).toMatchObject({ start_url: `${base}/` });
    expect(await (await ask(`${base}/api/openapi.json`)).json()).toMatchObject({ servers: [{ url: base }] });
    expect((await ask(`${base}/api`)).headers.get('link')).toContain(`<${base}/api/openapi.json>`);
    const search = await (await ask(`${base}/opensearch.xml`)).text();
    expect(search).toContain(`template="${service.url}${base}/?keyword={searchTerms}"`);
    const $ = await html(`${base}/saved`);
    expect($('link[rel="search"]').attr('href')).toBe(`${base}/opensearch.xml`);
    for (const link of $('a[href^="/"], link[href^="/"], script[src^="/"]').toArray())
      expect($(link).attr('href') ?? $(link).attr('src')).toMatch(/^\/work\/jobs(?:\/|$)/);
  });

  test('do not follow a prefix that is not a trusted proxy’s, or no path', async () => {
    const asProxy = (prefix: string, url: string) => html('/saved', { 'X-Forwarded-Prefix': prefix }, url);
    expect((await asProxy('/evil', service.url))('a.brand').attr('href')).toBe(`${base}/`);
    for (const prefix of ['//evil.example', 'https://evil.example', '/a"b', '/..//x'])
      expect((await asProxy(prefix, proxied.url))('a.brand').attr('href')).toBe('/');
    expect((await asProxy('/here/', proxied.url))('a.brand').attr('href')).toBe('/here/');
    expect((await html('/saved', {}, proxied.url))('a.brand').attr('href')).toBe('/');
  });

  test('the bookmark opens the page of a posting that is known, and says when it is not', async () => {
    const { body } = await service.search({ keyword: 'night baker' });
    const [{ id, url }] = body.jobs;
    const known = await ask(`${base}/known?${new URLSearchParams({ url })}`);
    expect([known.status, known.headers.get('location')]).toEqual([302, `${base}/jobs/${id}`]);
    const $ = await html(`${base}/known?url=https%3A%2F%2Felsewhere.example%2Fjob`);
    expect($('.note').text()).toBe('No board that is read has this posting.');
    expect($('a.act').attr('href')).toContain(`'${service.url}${base}/known?url='+encodeURIComponent(location.href)`);
  });
});
