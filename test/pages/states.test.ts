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
  expect(await page.getByRole('alert').textContent()).toBe(
    'This service does not send mail to this address: its operator has chosen to whom it does.',
  );
  expect(await page.getByLabel('Your mail address').inputValue()).toBe('me@elsewhere.org');
  expect([await overflow(), await pages.violations(page)]).toEqual([0, []]);
});

test('offline, what is saved stands, and the jobs to compare come by one button or with the connection', async () => {
  await page.goto(`${service.url}/?keyword=baker`);
  const id = (await page.locator('.jobs .title').first().getAttribute('href'))?.replace('/jobs/', '');
  const kept = { title: 'Baker', url: `${board.baseUrl}/1`, company: 'acme', starredAt: '2026-11-01T00:00:00.000Z' };
  const file = { version: 1, searches: [], jobs: { [String(id)]: kept, job_0000000000000000: kept } };
  await page.evaluate(`localStorage.setItem('my-jobs', ${JSON.stringify(JSON.stringify(file))})`);
  await page.goto(`${service.url}/saved`);
  await page.context().setOffline(true);
  await page.getByRole('checkbox').first().check();
  const problem = page.getByRole('alert');
  await problem.getByRole('heading', { name: 'You are offline.' }).waitFor();
  expect(await problem.getByRole('button').allTextContents()).toEqual(['Try again']);
  expect(await page.getByRole('heading', { name: 'Saved: 2 jobs' }).count()).toBe(1);
  expect([await overflow(), await pages.violations(page)]).toEqual([0, []]);
  await page.context().setOffline(false);
  await problem.waitFor({ state: 'detached' });
  await page.evaluate('localStorage.clear()');
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

test('of many boards, those that answered are listed when somebody opens the list', async () => {
  const ids = Array.from({ length: 14 }, (_, index) => `board-${index}`);
  for (const id of ids) board.setJobs(id, [{ id: 1, title: `Baker of ${id}`, place: 'Berlin, Germany' }]);
  const many = await startService({ sources: ids.map((id) => boardSource(id, board.baseUrl)) });
  await many.search({ keyword: 'baker' });
  const list = await pages.open(`${many.url}/?keyword=baker`);
  await list.locator('.boards > summary').click();
  expect(await list.locator('.source-list.is-answered li').count()).toBe(0);
  await list.getByText('Answered: 14').click();
  await list.locator('.source-list.is-answered li').nth(13).waitFor();
  expect(await list.locator('.source-list.is-answered li').count()).toBe(14);
  // It stays when the page is drawn anew.
  await list.locator('.jobs .title').nth(1).click();
  await list.locator('.job.selected').nth(0).waitFor();
  expect(await list.locator('.source-list.is-answered li').count()).toBe(14);
  await list.context().close();
  await many.close();
});
