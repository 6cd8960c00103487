import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright';
import { createLogger } from '../../shared/logger.js';
import { connectRedis } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { readWrittenEntries } from '../../worker/sources/config/edit-sources-file.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { openPages, type Pages } from '../lib/open-pages.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

const token = 'a-token-of-some-length';
const slow = { timeout: 60_000 };
let board: FakeBoard;
let crust: Server;
let careers: string;
let service: TestService;
let pages: Pages;
let page: Page;

const posting = (title: string): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'JobPosting', title, hiringOrganization: { name: 'Crust' } })}</script>`;

beforeAll(async () => {
  pages = await openPages();
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  board.setMood('beta', { kind: 'status', status: 403 });
  board.setMood('gamma', { kind: 'status', status: 404 });
  crust = createServer((request, response) => {
    const isCareers = request.url === '/crust/jobs/';
    response
      .writeHead(isCareers ? 200 : 404, { 'content-type': 'text/html' })
      .end(isCareers ? posting('Night baker') + posting('Miller') : '');
  });
  await new Promise<void>((resolve) => crust.listen(0, '127.0.0.1', resolve));
  careers = `http://127.0.0.1:${(crust.address() as AddressInfo).port}/crust/jobs/`;
  service = await startService({
    sources: ['acme', 'beta', 'gamma'].map((id) => boardSource(id, board.baseUrl)),
    environment: { ADMIN_PORT: '0', ADMIN_TOKEN: token },
  });
  await service.search({});
  page = await pages.open(`${service.admin}/admin`, { password: token });
});
afterAll(async () => {
  await page.context().close();
  await pages.close();
  await service.close();
  await board.close();
  crust.closeAllConnections();
  await new Promise((resolve) => crust.close(resolve));
});

const row = (source: string): Locator => page.locator(`#rows tr[data-source="${source}"]`);
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

/** Waits until the row of a source shows a state. */
const shows = (source: string, state: string): Promise<void> =>
  row(source).locator(`.state.${state}`).waitFor({ timeout: slow.timeout });

describe('the operator’s page', () => {
  test('shows each source with its state, and why one fails', async () => {
    await shows('acme', 'ok');
    await shows('beta', 'failing');
    expect(await row('beta').textContent()).toContain('403');
    await shows('gamma', 'failing');
    const redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
    await redis.hset(redisKeys.sourcesGone, 'gamma', Date.now() - 90_000_000);
    redis.disconnect();
    await shows('gamma', 'gone');
    expect(await button('gone 1').getAttribute('aria-pressed')).toBe('false');
    await button('gone 1').click();
    await page.locator('#page').getByText('1 sources').waitFor();
    expect(await page.locator('#rows tr').count()).toBe(1);
    await button('All 3').click();
    await page.locator('#page').getByText('3 sources').waitFor();
    await page.getByLabel('Find').fill('nothing like it');
    await page.getByText('No source matches.').waitFor();
    await page.getByLabel('Find').fill('');
    await row('acme').waitFor();
  }, 90_000);

  test('shows a board that a program adds by its address, with its state', async () => {
    const authorization = `Bearer ${token}`;
    const added = await fetch(`${service.admin}/admin/sources`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ address: careers }),
    });
    expect(added.status).toBe(202);
    await shows('crust', 'ok');
    expect(await row('crust').locator('td').nth(3).textContent()).toBe('2');
  }, 150_000);

  test('has a failing source tried at once, and links to its board', async () => {
    const site = row('beta').getByRole('link', { name: 'beta', exact: true });
    expect(await site.getAttribute('href')).toMatch(/^https:\/\/[\w.-]*greenhouse\.io\/.*beta/);
    expect(await button('Try now acme').count()).toBe(0);
    board.setJobs('beta', [{ id: 2, title: 'Baker' }]);
    board.setMood('beta', { kind: 'well' });
    // A board that refused is left alone for five minutes otherwise.
    await button('Try now beta').click();
    await shows('beta', 'ok');
    expect(await button('Try now beta').count()).toBe(0);
  }, 90_000);

  test('is used by keyboard: the focus stays on the button of the source that changed', async () => {
    await button('Pause acme').focus();
    await page.keyboard.press('Space');
    await shows('acme', 'paused');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Resume');
    await page.keyboard.press('Enter');
    await button('Pause acme').waitFor(slow);
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('Pause acme');
    page.once('dialog', (dialog) => void dialog.accept());
    await button('Remove beta').focus();
    await page.keyboard.press('Enter');
    await row('beta').waitFor({ state: 'detached', ...slow });
    expect((await readWrittenEntries(service.sourcesFile)).map(({ id }) => id)).toEqual(['acme', 'gamma', 'crust']);
    expect(await page.evaluate('document.activeElement.id')).toBe('sources');
  }, 150_000);

  test('has no finding of axe-core, light and dark, and does not scroll sideways at 360 pixels', async () => {
    await button('Pause crust').click();
    await shows('crust', 'paused');
    await page.setViewportSize({ width: 360, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      // Without motion no colour is measured between those of two schemes.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect([colorScheme, await pages.violations(page)]).toEqual([colorScheme, []]);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  }, 120_000);

  test('pauses and resumes the sources of a kind, after a question', async () => {
    await page.setViewportSize({ width: 1200, height: 900 });
    const asked: string[] = [];
    page.once('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.accept();
    });
    await page.getByLabel('Sources of').selectOption('greenhouse');
    await button('Pause them').click();
    await shows('acme', 'paused');
    await shows('gamma', 'paused');
    expect(asked).toEqual(['Pause the sources of the kind greenhouse? Searches leave out what is paused.']);
    await page.locator('#outcome').getByText('Paused 2 sources of the kind "greenhouse".').waitFor(slow);
    await button('Resume them').click();
    await page.locator('#outcome').getByText('Resumed 2 sources of the kind "greenhouse".').waitFor(slow);
    await button('Pause acme').waitFor(slow);
  }, 150_000);

  test('shows one search by the request id of its answer, with its boards and times', async () => {
    const { headers } = await service.search({ keyword: 'nurse', location: 'Berlin' });
    const id = headers.get('x-request-id') ?? '';
    const other = await pages.open(`${service.admin}/admin/searches`, { password: token });
    await other.locator('#runs').getByRole('link', { name: 'nurse, Berlin' }).first().waitFor(slow);
    expect(await other.locator('#boards').count()).toBe(0);
    await other.getByLabel(/^Request id/).fill(id);
    // An answer is noted within 150 ms: it may be looked for before.
    const isShown = () =>
      other
        .locator('#requests')
        .getByText(id)
        .waitFor({ timeout: 2000 })
        .then(
          () => true,
          () => false,
        );
    do await other.getByRole('button', { name: 'Find' }).click();
    while (!(await isShown()));
    await other.locator('#sources').getByText('acme').waitFor(slow);
    expect(other.url()).toBe(`${service.admin}/admin/searches?id=${id}`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await other.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect([colorScheme, await pages.violations(other)]).toEqual([colorScheme, []]);
    }
    await other.setViewportSize({ width: 360, height: 900 });
    expect(await other.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await other.getByLabel(/^Request id/).fill('nothing-like-it');
    await other.getByRole('button', { name: 'Find' }).click();
    await other.getByText('Nothing is kept of this id').waitFor(slow);
    await other.context().close();
  }, 150_000);

  test('shows what the service did, its sources and AI assistants', async () => {
    await service.search({ location: 'Paris' }, { 'user-agent': 'ClaudeBot/1.0' });
    const isCounted = async () => (await service.get('/api/geo-stats')).body.generativeEngines.engines.length > 0;
    while (!(await isCounted())) await page.waitForTimeout(100);
    const other = await pages.open(`${service.admin}/admin/figures`, { password: token });
    await other.locator('#sources').getByText('acme').waitFor(slow);
    expect(await other.locator('#engines').textContent()).toContain('anthropic');
    expect(await other.locator('#trends tr').count()).toBe(24);
    expect(await pages.violations(other)).toEqual([]);
    await other.setViewportSize({ width: 360, height: 900 });
    expect(await other.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await other.context().close();
  }, 150_000);

  test('says that the state cannot be read, and takes it back when it can', async () => {
    await page.route('**/admin/overview?*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByLabel('Find').fill('a');
    await page
      .getByText(
        'The state could not be read, and is requested again; below is the former one. The service answered 500.',
      )
      .waitFor();
    await page.unroute('**/admin/overview?*');
    await page.getByLabel('Find').fill('');
    await page.locator('#outcome:empty').waitFor({ state: 'attached' });
  });
});
