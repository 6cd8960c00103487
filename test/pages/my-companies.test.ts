import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { searchesFor } from '../../pages/mine/my-companies.js';
import { parseKeyword } from '../../shared/keyword/parse-keyword.js';
import { type BoardPages, openBoardPages } from '../lib/open-board-pages.js';

let opened: BoardPages;
let service: BoardPages['service'];
let pages: BoardPages['pages'];

beforeAll(async () => {
  const companies = { acme: 'Acme & Sons GmbH', beta: 'Beta', gamma: 'Gamma' };
  const boards = Object.entries(companies).map(([name, company]) => [
    name,
    [{ id: 1, title: `Baker of ${company}`, company, place: 'Berlin, Germany' }],
  ]);
  opened = await openBoardPages(Object.fromEntries(boards));
  ({ service, pages } = opened);
});
afterAll(() => opened.close());

test('companies are followed where they are met, searched for together, and forgotten', async () => {
  const page = await pages.open(`${service.url}/?keyword=baker+acme`);
  await page.locator('body:not(.searching) #panel').getByRole('button', { name: 'Follow Acme' }).click();
  await page.goto(`${service.url}/companies/beta`);
  await page.getByRole('button', { name: 'Follow Beta' }).click();
  await page.goto(`${service.url}/saved`);
  await page.getByLabel('Company').fill('Nobody reads Ltd');
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await page.getByText('No board that this service reads lists it.').waitFor();
  expect(await pages.violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove Nobody reads Ltd' }).click();
  await page.locator('.my-companies').getByText('1 opening').nth(1).waitFor();

  await page.getByRole('link', { name: /^Newest jobs at Beta, Acme/ }).click();
  await page.locator('.job .title').nth(1).waitFor();
  expect((await page.locator('.job .title').allTextContents()).sort()).toEqual([
    'Baker of Acme & Sons GmbH',
    'Baker of Beta',
  ]);
  await page.goto(`${service.url}/companies/beta`);
  await page.locator('#follow [aria-pressed="true"]').click();
  await page.goto(`${service.url}/saved`);
  await page.getByRole('link', { name: /^Newest jobs at Acme/ }).waitFor();
  await page.context().close();
}, 60_000);

test('searches take as many companies as a keyword holds, and read as they are meant', () => {
  const names = Array.from({ length: 30 }, (_, at) => `Company "${at}" of the North`);
  const searches = searchesFor(names);
  expect(searches.flatMap((search) => search.names)).toEqual(names);
  for (const { keyword } of searches) {
    expect(keyword.length).toBeLessThanOrEqual(200);
    expect(parseKeyword(keyword).ignored).toEqual([]);
  }
  expect(searchesFor(['x'.repeat(300)])).toEqual([]);
});
