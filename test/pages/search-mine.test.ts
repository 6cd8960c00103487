import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { openPages, type Pages } from '../lib/open-pages.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

let board: FakeBoard;
let service: TestService;
let pages: Pages;
let page: Page;

beforeAll(async () => {
  pages = await openPages();
  board = await startFakeBoard();
  const towns = ['Berlin, Germany', 'Potsdam, Germany', 'Munich, Germany', 'Munich, Germany', ''];
  board.setJobs('acme', [
    ...towns.map((place, index) => ({ id: 50 + index, title: `Welder ${index}`, place })),
    ...Array.from({ length: 6 }, (_, index) => ({
      id: index + 1,
      title: `Baker ${index}`,
      place: 'Berlin, Germany',
      content: index < 2 ? '<p>Full time. Salary: €60,000 per year.</p>' : '<p>Part time.</p>',
    })),
  ]);
  service = await startService({ sources: [boardSource('acme', board.baseUrl)] });
  await service.search({ keyword: 'baker' });
  page = await pages.open(`${service.url}/?keyword=baker`);
});
afterAll(async () => {
  await page.context().close();
  await pages.close();
  await board.close();
  await service.close();
});
const shows = (headline: string) => page.locator('#found').getByText(headline, { exact: true }).waitFor();

test('filters say how many jobs they would leave, and pay is chosen in its histogram', async () => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { keyword, jobType } = request.postDataJSON() ?? {};
    if (request.url().endsWith('/api/jobs/facets')) asked.push(`${keyword} ${jobType}`);
  });
  await page.locator('body:not(.searching)').waitFor();
  await page.locator('#jobType label', { hasText: 'Part time 4' }).waitFor({ state: 'attached' });
  await page.locator('.jobs .title').first().hover();
  await page.locator('#experienceLevel summary').focus();
  expect(asked.length).toBeLessThan(2);
  await page.getByRole('button', { name: 'All filters' }).click();
  await page.getByRole('button', { name: '60,000 or more a year: 2 jobs' }).click();
  await shows('2 jobs');
  expect(await page.getByLabel('Yearly pay', { exact: true }).inputValue()).toBe('60000');
  // What would find nothing is not offered.
  await page.locator('#jobType label', { hasText: 'Part time' }).waitFor({ state: 'detached' });
  await page.goto(`${service.url}/?keyword=baker&salary=60000&jobType=part+time`);
  const without = page.getByRole('link', { name: /^Without the pay filter ?4 jobs$/ });
  await without.waitFor();
  expect(await pages.violations(page)).toEqual([]);
  expect(asked.filter((each) => each === 'baker part time')).toHaveLength(1);
  await without.click();
  await shows('4 jobs');
});

test('searches and jobs are kept in the browser, and move to another one as a file', async () => {
  await page.goto(`${service.url}/?keyword=baker`);
  await page.getByRole('button', { name: 'Save search' }).click();
  await page.getByRole('button', { name: 'Hide: Baker 3' }).click();
  await page.getByText('1 job hidden by you.').waitFor();
  expect(await page.locator('.job').count()).toBe(5);
  await page.locator('.jobs .title').first().click();
  await page
    .locator('#panel')
    .getByRole('button', { name: /^I have applied: / })
    .click();
  await page.getByLabel(/^Your note on/).fill('Asked for Anna');
  await page.getByLabel(/^Your note on/).blur();
  await page.locator('.jobs .star').nth(1).click();
  // The code of the lists is loaded for them.
  await page.route('**/my-lists-*.js', (route) => route.abort());
  await page.goto(service.url);
  await page.getByRole('alert').getByText('does not respond').waitFor();
  await page.unroute('**/my-lists-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('nothing new').waitFor();
  await page.getByRole('heading', { name: 'Applied: 1 job' }).waitFor();
  await page.getByRole('heading', { name: 'Saved: 1 job' }).waitFor();
  expect(await pages.violations(page)).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as a file' }).click();
  const exported = readFileSync(await (await download).path(), 'utf8');
  await page.evaluate('localStorage.clear()');
  await page.goto(`${service.url}/?keyword=baker`);
  await page.getByRole('button', { name: 'Save search' }).click();
  await page.goto(service.url);
  const file = { name: 'my-jobs.json', mimeType: 'application/json', buffer: Buffer.from(exported) };
  await page.locator('.mine-lists input').setInputFiles({ ...file, buffer: Buffer.from('{}') });
  await page.locator('#status').getByText('This is not a file that was exported here.').waitFor({ state: 'attached' });
  await page.locator('.mine-lists input').setInputFiles(file);
  await page.getByText('Asked for Anna').waitFor();
  // Jobs first seen after the last look are marked.
  await page.evaluate(`localStorage.setItem('my-jobs',
    localStorage.getItem('my-jobs').replace(/"visitedAt":"[^"]+"/, '"visitedAt":"2020-01-01T00:00:00.000Z"'))`);
  await page.goto(service.url);
  await page.getByText('6 new jobs').waitFor();
  await page.getByRole('link', { name: 'baker', exact: true }).click();
  await page.locator('.job .new').first().waitFor();
  expect(await page.locator('.job .new').count()).toBe(5);
  const link = page.getByRole('link', { name: 'Copy feed address' });
  const feed = await link.getAttribute('href');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await link.click();
  await page.getByText('Paste it into your feed reader').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(service.url + feed);
  expect(feed).toBe('/api/jobs/feed?keyword=baker&sortBy=recent&limit=50');
  expect((await fetch(service.url + feed)).status).toBe(200);
});

test('a saved job is dragged to a stage, which its menu and other tabs show', async () => {
  await page.goto(`${service.url}/?keyword=baker`);
  await page.evaluate('localStorage.clear()');
  await page.reload();
  await page.locator('.jobs .star').first().click();
  const title = await page.locator('.jobs .title').first().textContent();
  const other = await page.context().newPage();
  await Promise.all([page, other].map((tab) => tab.goto(`${service.url}/saved`)));
  const stage = page.getByLabel(`Stage of ${title}`);
  expect(await stage.inputValue()).toBe('saved');
  await page.locator('.kept').dragTo(page.getByRole('region', { name: 'Interview' }));
  for (const tab of [page, other]) await tab.getByRole('heading', { name: 'Interview: 1 job' }).waitFor();
  expect(await stage.inputValue()).toBe('interview');
  expect(await pages.violations(page)).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { name: 'Interview: 1 job' }).waitFor();
  await stage.selectOption('Offer');
  for (const tab of [page, other]) await tab.getByRole('heading', { name: 'Offer: 1 job' }).waitFor();
  await other.close();
});

test.each([
  ['320 pixels wide', 320, 640],
  ['at twice its size on a screen of 1280 by 900', 640, 450],
  ['at twice its size on a phone', 195, 422],
])('a list %s shows a job, and does not scroll sideways', async (_, width, height) => {
  await page.setViewportSize({ width, height });
  await page.goto(`${service.url}/?keyword=baker`);
  await shows('6 jobs');
  const title = await page.locator('.job .title').first().boundingBox();
  expect((title?.y ?? height) + (title?.height ?? 0)).toBeLessThan(height);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('a pay is marked in the histogram however it is written', async () => {
  await page.goto(`${service.url}/?keyword=baker&salary=60k`);
  await shows('2 jobs');
  await page.getByRole('button', { name: 'All filters' }).click();
  const bar = page.getByRole('button', { name: '60,000 or more a year: 2 jobs' });
  await bar.waitFor();
  expect(await bar.getAttribute('aria-pressed')).toBe('true');
});

describe('the map of the results', () => {
  const map = () => page.locator('#results-map');
  const area = () => map().locator('.area-button');

  test('shows where the jobs are, and searches in a town or in what is in view', async () => {
    await page.route('**/api/jobs/facets', (route) => route.abort());
    await page.goto(`${service.url}/?keyword=welder`);
    await shows('5 jobs');
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await map().getByText('The places of these jobs could not be loaded.').waitFor();
    await page.unroute('**/api/jobs/facets');
    await map().getByRole('button', { name: 'Try again' }).click();
    await map().locator('.dot').first().waitFor();
    await map().getByText('1 job states no town.').waitFor();
    expect(await page.locator('#panel').isVisible()).toBe(true);
    await map().getByText('Towns as a list').click();
    expect(await map().locator('.map-list li').allTextContents()).toEqual([
      'Munich, Germany 2 jobs',
      'Berlin, Germany 1 job',
      'Potsdam, Germany 1 job',
    ]);
    expect(await pages.violations(page)).toEqual([]);
    expect(await area().textContent()).toMatch(/^Search this area: 3\d\d miles around Munich$/);
    await map().getByRole('button', { name: 'Munich, Germany' }).click();
    await shows('2 jobs');
    expect(new URL(page.url()).searchParams.get('location')).toBe('Munich, Germany');

    // The map stays where it is, and shows what the list shows.
    await map().getByText('Jobs of this search, by the towns they state.', { exact: true }).waitFor();
    expect(await map().locator('.map-list li').allTextContents()).toEqual(['Munich, Germany 2 jobs']);
    await page.goBack();
    await shows('5 jobs');
    await map().locator('.map-list li').nth(2).waitFor({ state: 'attached' });
    // Keys move it to the north, where only the two other towns are in view.
    const stage = map().getByRole('group', { name: /^Map\. Arrow keys/ });
    await stage.focus();
    for (let presses = 0; presses < 12 && !(await area().textContent())?.includes('Berlin'); presses++) {
      await page.keyboard.press(presses < 3 ? '+' : 'ArrowUp');
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    }
    expect(await area().textContent()).toBe('Search this area: 19 miles around Berlin');
    await area().click();
    await shows('2 jobs');
    expect(new URL(page.url()).searchParams.get('location')).toBe('Berlin, Germany within 19 miles');
    expect(await area().textContent()).toBe('Search this area: 19 miles around Berlin');
  });

  test('stays open, on a phone above the list, and leaves when it is closed', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.reload();
    await map().locator('.dot').first().waitFor();
    await page.locator('.job').first().waitFor();
    const tops =
      'document.querySelector("#results-map").getBoundingClientRect().bottom <= document.querySelector(".jobs").getBoundingClientRect().top';
    expect(await page.evaluate(tops)).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    expect(await map().isVisible()).toBe(false);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});
