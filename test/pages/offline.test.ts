import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type BoardPages, openBoardPages } from '../lib/open-board-pages.js';

let opened: BoardPages;
let service: BoardPages['service'];
let pages: BoardPages['pages'];

beforeAll(async () => {
  opened = await openBoardPages({
    acme: [{ id: 1, title: 'Baker', place: 'Berlin, Germany', content: '<p>You bake bread.</p>' }],
  });
  ({ service, pages } = opened);
});
afterAll(() => opened.close());

test('saved jobs and the last results open without a connection', async () => {
  const page = await pages.open(`${service.url}/?keyword=baker`, { workers: 'allow' });
  await page.locator('body:not(.searching) #panel .star').click();
  // The page of the job is kept some seconds after it was saved.
  const isKept = `caches.keys().then(async ([name]) => name !== undefined &&
    (await (await caches.open(name)).keys()).some(({ url }) => url.includes('/jobs/job_')))`;
  while (!(await page.evaluate(isKept))) await page.waitForTimeout(100);
  const job = await page.locator('.job .title').first().getAttribute('href');
  await page.context().setOffline(true);

  await page.reload();
  await page.locator('.job .title').getByText('Baker').waitFor();
  await page.goto(`${service.url}/saved`);
  await page.locator('.kept a').getByText('Baker').waitFor();
  await page.goto(service.url + job);
  await page.getByText('You bake bread.').waitFor();
  await page.goto(`${service.url}/companies`);
  expect(await page.textContent('body')).toContain('not kept for offline use');
  await page.context().close();
  pages.faults.splice(0);
}, 60_000);

test('a browser may install the pages', async () => {
  const page = await pages.open(service.url);
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = (await (await fetch(service.url + href)).json()) as { icons: { src: string }[]; start_url: string };
  expect(manifest.start_url).toBe('/');
  expect((await fetch(service.url + manifest.icons[0]?.src)).headers.get('content-type')).toBe('image/svg+xml');
  await page.context().close();
});

test('a saved search notifies its browser, until that is turned off', async () => {
  const page = await pages.open(`${service.url}/?keyword=baker`, { workers: 'allow' });
  await page.context().grantPermissions(['notifications']);
  // What its push service would give a browser.
  const keys = { p256dh: `B${'a'.repeat(86)}`, auth: 'a'.repeat(22) };
  const subscription = JSON.stringify({ endpoint: 'http://127.0.0.1:9/push', keys });
  await page.addInitScript(`PushManager.prototype.getSubscription = async () => (${subscription})`);
  await page.locator('body:not(.searching)').waitFor();
  await page.getByRole('button', { name: 'Save search' }).click();
  await page.goto(`${service.url}/saved`);
  const made = page.waitForResponse('**/alerts/push');
  await page.getByRole('button', { name: 'Notify me' }).click();
  expect((await made).status()).toBe(201);
  const on = page.getByRole('button', { name: 'Notifications on' });
  await on.waitFor();
  await page.reload();
  const ended = page.waitForResponse('**/api/watches/stop?*');
  await on.click();
  expect((await ended).status()).toBe(200);
  await page.getByRole('button', { name: 'Notify me' }).waitFor();
  expect(await pages.violations(page)).toEqual([]);
  await page.context().close();
}, 60_000);

test('a page without HTTPS says that notifications need it', async () => {
  const page = await pages.open(`${service.url}/?keyword=baker`);
  await page.addInitScript("Object.defineProperty(globalThis, 'isSecureContext', { value: false })");
  await page.locator('body:not(.searching)').waitFor();
  await page.getByRole('button', { name: 'Save search' }).click();
  await page.goto(`${service.url}/saved`);
  await page.getByText('Notifications need HTTPS').waitFor();
  expect(await page.getByRole('button', { name: 'Notify me' }).count()).toBe(0);
  await page.context().close();
});
