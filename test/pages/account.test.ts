import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { freePortRow } from '../lib/free-port.js';
import { openPages, type Pages } from '../lib/open-pages.js';
import { startProvider, type TestProvider } from '../lib/start-provider.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

let board: FakeBoard;
let provider: TestProvider;
let service: TestService;
let pages: Pages;

beforeAll(async () => {
  pages = await openPages();
  board = await startFakeBoard();
  board.setJobs('acme', [
    { id: 1, title: 'Baker', place: 'Berlin, Germany', content: '<p>You bake bread.</p>' },
    { id: 2, title: 'Pastry baker', place: 'Berlin, Germany', content: '<p>You bake cakes.</p>' },
  ]);
  provider = await startProvider(await freePortRow(1));
  service = await startService({
    sources: [boardSource('acme', board.baseUrl)],
    environment: provider.settings,
  });
  await service.search({ keyword: 'baker' });
});
afterAll(async () => {
  // The provider is another origin.
  pages.faults.splice(0);
  await pages.close();
  await service.close();
  await provider.close();
  await board.close();
});

/** Signs in at the provider, as a person does. */
async function signIn(page: Page, name: string): Promise<void> {
  // The form of the provider names a font of another site.
  await page.context().route(/googleapis|gstatic/, (route) => route.abort());
  await page.goto(`${service.url}/account`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.locator('input[name="login"]').fill(name);
  await page.locator('input[name="password"]').fill('any');
  await page.locator('button[type="submit"]').click();
  await page.locator('button[type="submit"]').click();
  await page.getByText(`You are signed in as ${name} Person.`).waitFor();
}

const saved = (page: Page) => page.locator('.kept a[href^="/jobs/"]').allTextContents();

test('what is saved follows a person to another browser, and is forgotten when they sign out', async () => {
  const [one, other] = [await pages.open(service.url), await pages.open(service.url)];
  // Saved before somebody signs in: it stays here, and may be added.
  await one.goto(`${service.url}/?keyword=baker`);
  await one.locator('body:not(.searching) #panel .star').click();
  await signIn(one, 'ada');
  expect(await pages.violations(one)).toEqual([]);
  await one.goto(`${service.url}/saved`);
  expect(await saved(one)).toEqual([]);
  await one.goto(`${service.url}/account`);
  await one.getByRole('button', { name: 'Add them to the account' }).click();
  await one.getByText('They are in your account now.').waitFor();

  await signIn(other, 'ada');
  await other.goto(`${service.url}/saved`);
  await other.locator('.kept a').first().waitFor();
  expect(await saved(other)).toHaveLength(1);
  // Both change what they have: neither change is lost.
  await other.goto(`${service.url}/?keyword=baker`);
  await other.locator('.job .title').nth(1).click();
  await Promise.all([
    other.waitForResponse(
      (response) => response.url().endsWith('/account/kept') && response.request().method() === 'PUT',
    ),
    other.locator('#panel .star').click(),
  ]);
  await one.goto(`${service.url}/saved`);
  await one.locator('.kept a[href^="/jobs/"]').nth(1).waitFor();
  expect(await saved(one)).toHaveLength(2);

  await one.goto(`${service.url}/account`);
  await one.getByRole('button', { name: 'Sign out' }).click();
  await one.getByText('You are signed out.').waitFor();
  await one.getByRole('link', { name: 'Sign out of the provider, too' }).waitFor();
  await one.goto(`${service.url}/saved`);
  // What was saved here without an account is still here; nothing of the account is.
  expect(await saved(one)).toHaveLength(1);
  expect(await one.evaluate("localStorage.getItem('account-jobs')")).toBeNull();
  for (const page of [one, other]) await page.context().close();
}, 120_000);

test('an account is exported and deleted, and its sessions end everywhere', async () => {
  const [one, other] = [await pages.open(service.url), await pages.open(service.url)];
  await signIn(one, 'grace');
  await signIn(other, 'grace');
  await one.goto(`${service.url}/?keyword=baker`);
  await Promise.all([
    one.waitForResponse(
      (response) => response.url().endsWith('/account/kept') && response.request().method() === 'PUT',
    ),
    one.locator('body:not(.searching) #panel .star').click(),
  ]);
  await one.goto(`${service.url}/account`);
  const [download] = await Promise.all([
    one.waitForEvent('download'),
    one.getByRole('link', { name: 'Download as a file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('saved-jobs.json');
  await one.getByText('Delete the account').click();
  await one.getByRole('button', { name: 'Delete everything' }).click();
  await one.getByText('Your account is deleted.').waitFor();
  await other.goto(`${service.url}/account`);
  await other.getByRole('link', { name: 'Sign in' }).waitFor();
  // The provider still knows this browser, and the account begins empty.
  await one.goto(`${service.url}/sign-in?back=/saved`);
  await one.waitForURL(`${service.url}/saved`);
  await one.getByText('Nothing').first().waitFor();
  expect(await saved(one)).toEqual([]);
  for (const page of [one, other]) await page.context().close();
}, 120_000);
