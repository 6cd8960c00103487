import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright';
import { makeOperatorCode } from '../../shared/auth/operators.js';
import { createLogger } from '../../shared/logger.js';
import { connectRedis, type RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { readWrittenEntries } from '../../worker/sources/config/edit-sources-file.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { openPages, type Pages } from '../lib/open-pages.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

const token = 'a-token-of-some-length';
let board: FakeBoard;
let service: TestService;
let redis: RedisConnection;
let pages: Pages;

beforeAll(async () => {
  pages = await openPages();
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  board.setMood('beta', { kind: 'status', status: 403 });
  board.setMood('gamma', { kind: 'status', status: 404 });
  service = await startService({
    sources: ['acme', 'beta', 'gamma'].map((id) => boardSource(id, board.baseUrl)),
    environment: { ADMIN_PORT: '0', ADMIN_TOKEN: token },
  });
  redis = connectRedis(service.redis.url, 'working', createLogger('silent', 'test'));
  await service.search({});
});
afterAll(async () => {
  redis.disconnect();
  await pages.close();
  await service.close();
  await board.close();
});

/** Repeats a check until it passes, for at most a minute: workers and notes are a little later than the answers that lead to them. */
async function passes(check: () => Promise<void>): Promise<void> {
  for (const begun = Date.now(); ; ) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() - begun > 60_000) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Checks a page in both colours, and that it does not scroll sideways on a phone. */
async function expectSound(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion no colour is measured between those of two schemes.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect([colorScheme, await pages.violations(page)]).toEqual([colorScheme, []]);
  }
  await page.setViewportSize({ width: 360, height: 900 });
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
}

const openAdmin = (path: string): Promise<Page> => pages.open(`${service.admin}${path}`, { password: token });

describe('the boards in use', () => {
  let page: Page;
  const row = (source: string): Locator => page.locator(`li[data-source="${source}"]`);
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const reload = () => page.goto(`${service.url}/boards`);

  /** Reloads the page until a row has a text: workers read boards meanwhile. */
  async function shows(source: string, text: RegExp): Promise<void> {
    await passes(async () => {
      await reload();
      expect(await row(source).textContent()).toMatch(text);
    });
  }

  beforeAll(async () => {
    page = await pages.open(`${service.url}/boards`);
    await page.getByLabel('Code').fill(await makeOperatorCode(redis, new Date()));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Boards in use' }).waitFor();
  });
  afterAll(() => page.context().close());

  test('have their state, the cause of a failure and what is likely to help', async () => {
    await shows('acme', /greenhouse read · 1 job · read /);
    await shows('beta', /failing .*first failed .*next reading .*403/);
    expect(await row('beta').textContent()).toContain('It refuses programs. Is it listed elsewhere?');
    await shows('gamma', /failing .*404/);
    await redis.hset(redisKeys.sourcesGone, 'gamma', Date.now() - 90_000_000);
    await shows('gamma', /gone .*Renamed or closed\?/);
    await page.getByRole('link', { name: 'gone 1' }).click();
    expect(await page.locator('.in-use > li').count()).toBe(1);
    await page.getByRole('link', { name: 'gone 1' }).click();
    expect(await page.locator('.in-use > li').count()).toBe(3);
    await page.getByLabel('Find a board').fill('acm');
    await page
      .locator('form', { has: page.getByLabel('Find a board') })
      .getByRole('button')
      .click();
    expect(await page.locator('.in-use > li').count()).toBe(1);
  }, 90_000);

  test('link to their sites, and one that fails is read again at once', async () => {
    await reload();
    const site = row('beta').getByRole('link', { name: 'beta', exact: true });
    expect(await site.getAttribute('href')).toMatch(/^https:\/\/[\w.-]*greenhouse\.io\/.*beta/);
    expect(await button('Try now: acme').count()).toBe(0);
    board.setJobs('beta', [{ id: 2, title: 'Baker' }]);
    board.setMood('beta', { kind: 'well' });
    // A board that refused is left alone for five minutes otherwise.
    await button('Try now: beta').click();
    await shows('beta', /greenhouse read · 1 job/);
    expect(await button('Try now: beta').count()).toBe(0);
  }, 90_000);

  test('are paused and resumed by their system, and removed one by one', async () => {
    await page.getByLabel(/^All boards of a system/).selectOption('greenhouse');
    await button('Pause').click();
    await shows('acme', /paused/);
    expect((await readWrittenEntries(service.sourcesFile)).every(({ paused }) => paused === true)).toBe(true);
    await button('Resume').click();
    await shows('acme', /greenhouse read/);
    await button('Remove: beta').click();
    await passes(async () => {
      await reload();
      expect(await row('beta').count()).toBe(0);
    });
    expect((await readWrittenEntries(service.sourcesFile)).map(({ id }) => id)).toEqual(['acme', 'gamma']);
    await expectSound(page);
  }, 150_000);
});

describe('the pages of the admin port', () => {
  test('show boards in numbers, workers, queues and keys, and lead to the page of boards', async () => {
    const page = await openAdmin('/');
    expect(page.url()).toBe(`${service.admin}/admin`);
    expect(await page.locator('#boards').textContent()).toMatch(/^\d of \d boards read, \d failing, \d postings?\. /);
    expect(await page.locator('#boards a').getAttribute('href')).toBe(`${service.url}/boards`);
    expect(await page.locator('#workers').textContent()).toContain('alive');
    expect(await page.locator('#queues').textContent()).toContain('collect-http');
    expect(await page.locator('#keys').textContent()).toContain('npx job-search key create');
    await expectSound(page);
    await page.context().close();
  }, 60_000);

  test('add a board that a program sends by its address', async () => {
    const authorization = `Bearer ${token}`;
    const send = (body: string) =>
      fetch(`${service.admin}/admin/sources`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body,
      });
    expect((await send('{"address":"x\\ud800"}')).status).toBe(400);
    const accepted = await send('{"address":"http://127.0.0.2/"}');
    expect(accepted.status).toBe(202);
    await passes(async () => {
      const outcome = await fetch(`${service.admin}${accepted.headers.get('location')}`, {
        headers: { authorization },
      });
      expect(await outcome.json()).toMatchObject({ state: 'refused' });
    });
  }, 90_000);

  test('show one search by the request id of its answer, with its boards and times', async () => {
    const { headers } = await service.search({ keyword: 'nurse', location: 'Berlin' });
    const id = headers.get('x-request-id') ?? '';
    const page = await openAdmin('/admin/searches');
    expect(await page.locator('#sources').count()).toBe(0);
    // An answer is noted within 150 ms: it may be looked for before.
    await passes(async () => {
      await page.getByLabel(/^Request id/).fill(id);
      await page.getByRole('button', { name: 'Find' }).click();
      expect(await page.locator('#requests').textContent()).toContain(id);
    });
    expect(await page.locator('#runs').getByRole('link', { name: 'nurse, Berlin' }).count()).toBe(1);
    expect(await page.locator('#sources').textContent()).toContain('acme');
    expect(page.url()).toBe(`${service.admin}/admin/searches?id=${id}`);
    await expectSound(page);
    await page.getByLabel(/^Request id/).fill('<b>nothing-like-it');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('Nothing is stored for this id').waitFor();
    expect(await page.getByLabel(/^Request id/).inputValue()).toBe('<b>nothing-like-it');
    await page.context().close();
  }, 90_000);

  test('show what the service did, its sources and AI assistants', async () => {
    await service.search({ location: 'Paris' }, { 'user-agent': 'ClaudeBot/1.0' });
    await passes(async () => {
      const { body } = await service.get('/api/geo-stats');
      expect(body.generativeEngines.engines).toHaveLength(1);
    });
    const page = await openAdmin('/admin/figures');
    expect(await page.locator('#sources').textContent()).toContain('acme');
    expect(await page.locator('#engines').textContent()).toContain('anthropic');
    expect(await page.locator('#trends tbody tr').count()).toBe(24);
    await page.getByRole('link', { name: 'Past 90 days' }).click();
    expect(await page.locator('#trends tbody tr').count()).toBeGreaterThan(80);
    await expectSound(page);
    await page.context().close();
  }, 60_000);
});
