import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { openPages, type Pages } from '../lib/open-pages.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

const phone = 390;
let board: FakeBoard;
let service: TestService;
let pages: Pages;
let page: Page;

beforeAll(async () => {
  pages = await openPages();
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Baker', place: 'Berlin, Germany' }]);
  service = await startService({
    sources: [boardSource('acme', board.baseUrl)],
    environment: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'jobs@example.org', MAIL_TO: '@example.org' },
  });
  await service.search({ keyword: 'baker' });
  page = await pages.open(`${service.url}/`, { width: phone });
});
beforeEach(() => page.context().setOffline(false));
afterAll(async () => {
  await page.context().close();
  await pages.close();
  await service.close();
  await board.close();
});

const overflow = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

test('offline on a phone, a search says so, what is kept, and goes on by one button', async () => {
  await page.goto(`${service.url}/`);
  await page.context().setOffline(true);
  await page.getByLabel('What').fill('baker');
  await page.getByLabel('What').press('Enter');
  const problem = page.locator('.problem');
  await problem.getByRole('heading', { name: 'You are offline.' }).waitFor();
  expect(await problem.textContent()).toContain('What you typed is kept.');
  expect(await problem.getByRole('button').allTextContents()).toEqual(['Now']);
  expect([await overflow(), await pages.violations(page)]).toEqual([0, []]);
  await page.context().setOffline(false);
  await page.locator('.job h3').first().waitFor();
});

test('an alert is asked for on a phone, and a wrong address is said beside the form', async () => {
  await page.goto(`${service.url}/?keyword=baker`);
  await page.getByRole('link', { name: /^E-mail me/ }).click();
  await page.getByRole('heading', { name: 'New jobs by mail' }).waitFor();
  expect([await overflow(), await pages.violations(page)]).toEqual([0, []]);
  for (const field of await page.locator('form.alert-form :is(input:not([type=hidden]), select, button)').all())
    expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  await page.getByLabel('Your mail address').fill('me@elsewhere.org');
  await page.getByRole('button', { name: 'Send me new jobs' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Your mail address').inputValue()).toBe('me@elsewhere.org');
  expect([await overflow(), await pages.violations(page)]).toEqual([0, []]);
});

test('a page that fails says what happened, what still holds, and has one button; programs get the problem', async () => {
  const lonely = await startService({ sources: [boardSource('acme', board.baseUrl)], worker: false });
  await lonely.redis.stop();
  const alone = await pages.open(`${lonely.url}/nope`, { width: phone });
  expect(await alone.locator('main .act').allTextContents()).toEqual(['Search for jobs']);
  for (const path of ['/companies', '/companies/acme', '/jobs/job_0000000000000000']) {
    const response = await alone.goto(`${lonely.url}${path}`);
    expect([path, response?.status(), response?.headers()['retry-after']]).toEqual([path, 503, '10']);
    expect(await alone.getByRole('alert').textContent()).toContain('Nothing of yours is lost');
    expect(await alone.locator('main .act').allTextContents()).toEqual(['Try again']);
    expect(await alone.locator('main .act').getAttribute('href')).toBe(path);
    const program = await fetch(`${lonely.url}${path}`, { headers: { accept: 'application/json' } });
    expect(program.headers.get('content-type')).toBe('application/problem+json');
  }
  expect(await pages.violations(alone)).toEqual([]);
  await alone.goto(`${lonely.url}/search?keyword=baker`);
  expect(await alone.locator('.problem .act').getAttribute('href')).toBe('/search?keyword=baker');
  expect(await alone.getByLabel('What').inputValue()).toBe('baker');
  await alone.context().close();
  await lonely.close();
}, 60_000);
