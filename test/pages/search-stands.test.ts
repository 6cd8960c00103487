import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page, Request, Route } from 'playwright';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { openPages, type Pages } from '../lib/open-pages.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

let board: FakeBoard;
let service: TestService;
let pages: Pages;
let page: Page;
let folder: string;

beforeAll(async () => {
  pages = await openPages();
  board = await startFakeBoard();
  board.setJobs('acme', [
    ...Array.from({ length: 5 }, (_, index) => ({
      ...{ id: index + 1, title: `Baker ${index}` },
      content: `<p>${index < 2 ? 'Full' : 'Part'} time. Salary: €${5 + index}0,000 per year.</p>`,
    })),
    { id: 50, title: `Cook${'x'.repeat(150)}`, company: 'y'.repeat(200), place: 'z'.repeat(100) },
    { id: 52, title: 'Welder' },
    { id: 51, title: 'חשמלאי', content: '<p>עבודה מלאה</p>' },
  ]);
  // The counts of filters are searches, too: all tests together make more than the free plan has.
  folder = mkdtempSync(join(tmpdir(), 'plans-'));
  const plans = join(folder, 'plans.json');
  writeFileSync(plans, JSON.stringify({ plans: [{ name: 'free', requests: 10_000 }] }));
  service = await startService({ sources: [boardSource('acme', board.baseUrl)], environment: { PLANS: plans } });
  await service.search({ keyword: 'baker' });
});
afterEach(() => page.context().close());
afterAll(async () => {
  await pages.close();
  await board.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

const problem = (status: number, code: string, more = {}) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ code, status, title: `Problem ${code}.`, detail: 'Details.', ...more }),
});
/** Answers searches of the page by `reply`, and those after it was removed by the service. */
async function intercept(reply: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/api/jobs/search', reply);
}
const searchFor = async (keyword: string): Promise<void> => {
  await page.getByLabel('What').fill(keyword);
  await page.getByLabel('What').press('Enter');
};
const rows = () => page.locator('.job').count();

describe('results', () => {
  const busy = { code: 'unavailable', reply: problem(503, 'unavailable', { retryAfterSeconds: 9 }) };
  test.each<[string, string, (route: Route) => Promise<void>]>([
    [
      'rate-limited',
      'Problem rate-limited.',
      (route) => route.fulfill(problem(429, 'rate-limited', { retryAfterSeconds: 9 })),
    ],
    ['unavailable', 'Problem unavailable.', (route) => route.fulfill(busy.reply)],
    [
      'HTML',
      'The service cannot be reached at the moment.',
      (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    ],
    ['offline', 'The service does not respond.', (route) => route.abort()],
  ])(
    'of another search are taken away when the service answers %s, which is said, and tried again',
    async (_, title, reply) => {
      page = await pages.open(`${service.url}/`);
      await page.clock.install();
      await page.goto(`${service.url}/?keyword=baker`);
      await page.locator('.job h3').first().waitFor();
      await intercept(reply);
      await searchFor('welder');
      await page.locator('.problem').getByRole('heading', { name: title }).waitFor();
      expect(await page.locator('#found').textContent()).toBe('No results');
      expect([await rows(), await page.locator('#panel').isHidden()]).toEqual([0, true]);
      expect(await page.locator('.problem .countdown').textContent()).toMatch(/^Trying again in [3-9] seconds\. $/);
      expect(await page.locator('.problem').getByRole('button', { name: 'Now' }).isVisible()).toBe(true);
      expect(await pages.violations(page)).toEqual([]);
      await page.unroute('**/api/jobs/search');
      await page.clock.fastForward(10_000);
      await page
        .locator('#found')
        .getByText(/^1 job/)
        .waitFor();
      expect(await page.locator('.problem').count()).toBe(0);
    },
  );

  test('of the same search are kept when it fails later, which is said, and tried again', async () => {
    page = await pages.open(`${service.url}/`);
    await page.clock.install();
    let answers = 0;
    await intercept(async (route) => {
      answers += 1;
      if (answers > 1) return route.fulfill(busy.reply);
      const response = await route.fetch({ headers: { ...route.request().headers(), accept: 'application/json' } });
      const answer = { ...((await response.json()) as object), stale: true, ageSeconds: 700 };
      return route.fulfill({ response, body: JSON.stringify(answer) });
    });
    await searchFor('baker');
    await page.locator('.job h3').first().waitFor();
    await page.clock.fastForward(6000);
    await page.locator('#toast').getByText('These are the results from before.').waitFor();
    expect(await rows()).toBe(5);
    expect(await page.locator('#toast .countdown').textContent()).toMatch(/^Trying again in [3-9] seconds\. $/);
    await page.unroute('**/api/jobs/search');
    await page.clock.fastForward(10_000);
    await page.locator('#toast').waitFor({ state: 'hidden' });
    expect(await rows()).toBe(5);
  });

  test('are followed to the end while boards are pending', async () => {
    page = await pages.open(`${service.url}/`);
    await page.clock.install();
    const complete = (await service.search({ keyword: 'baker' })).body;
    const pending = {
      ...complete,
      partial: true,
      sourceCounts: { ...complete.sourceCounts, total: 60, ok: 30, pending: 28, failed: 2 },
    };
    let asked = 0;
    await intercept(async (route) => {
      asked += 1;
      await (asked < 3
        ? route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(pending) })
        : route.continue());
    });
    await searchFor('baker');
    await page.getByText('32 of 60 sites read, 2 failed').waitFor();
    await page.locator('#toast').getByText('28 sites are still being read.').waitFor();
    await page.clock.fastForward(5000);
    await page.locator('#toast').getByText('Looking again in 10 seconds').waitFor();
    await page.clock.fastForward(10_000);
    await page.locator('.boards > summary').getByText('Sources: 1 site').waitFor();
    await page.locator('.progress-line progress').waitFor({ state: 'detached' });
    expect(asked).toBe(3);
  });

  test('have counts that are loaded once more, and only once, when no board is pending any more', async () => {
    page = await pages.open(`${service.url}/`);
    await page.clock.install();
    const { body } = await service.search({ keyword: 'baker' });
    const pending = { ...body, partial: true, sourceCounts: { ...body.sourceCounts, total: 2, pending: 1 } };
    let asked = 0;
    await intercept(async (route) => {
      asked += 1;
      await (asked === 1 ? route.fulfill({ json: pending }) : route.continue());
    });
    const counted: number[] = [];
    await page.route('**/api/jobs/facets', async (route) => {
      counted.push(asked);
      const response = await route.fetch();
      const found = await response.json();
      const early = found.facets.jobType.map((row: object) => ({ ...row, jobs: 4 }));
      await route.fulfill({
        json: counted.length > 1 ? found : { ...found, facets: { ...found.facets, jobType: early } },
      });
    });
    const count = (jobs: number) =>
      page
        .locator('#jobType .count', { hasText: String(jobs) })
        .first()
        .waitFor({ state: 'attached' });
    await searchFor('baker');
    await page.locator('#toast').getByText('1 site is still being read.').waitFor();
    await page.locator('#filters').hover();
    await count(4);
    await page.clock.fastForward(5000);
    await count(3);
    expect(await page.locator('#jobType .count', { hasText: '4' }).count()).toBe(0);
    await page.locator('.jobs .title').first().hover();
    await page.locator('#filters').hover();
    await page.locator('#experienceLevel summary').focus();
    await page.reload();
    await page.locator('body:not(.searching) .job').first().waitFor();
    expect(counted.slice(0, 2)).toEqual([1, 2]);
    await page.unrouteAll({ behavior: 'wait' });
  });
});

describe('the page', () => {
  test('searches once for several values that are ticked, and says what another one would add', async () => {
    page = await pages.open(`${service.url}/?keyword=baker`);
    await page.locator('.job h3').first().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { jobType } = (request.postDataJSON() ?? {}) as { jobType?: string };
      if (request.url().endsWith('/api/jobs/search')) asked.push(String(jobType));
    });
    await page.locator('#jobType summary').click();
    // One after the other, without the pauses of a busy machine: the page waits for the next value.
    await page.locator('#jobType').evaluate(async (menu) => {
      for (const word of ['part time', 'full time']) {
        const box = [...menu.querySelectorAll('input')].find(({ value }) => value === word);
        if (box === undefined) throw new Error(`There is no box for ${word}: ${menu.innerHTML}`);
        box.click();
        await new Promise(requestAnimationFrame);
      }
    });
    await page.locator('.chip').getByText('Full time or Part time').waitFor();
    await page.locator('body:not(.searching)').waitFor();
    expect(asked).toEqual(['full time, part time']);
    expect(await page.locator('#jobType-chosen').textContent()).toBe('Full time, Part time');
    // A value that adds nothing is not offered.
    await page.getByRole('checkbox', { name: 'Contract' }).waitFor({ state: 'detached' });
    expect(await pages.violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.locator('#jobType input').first().isVisible()).toBe(false);
    await page.reload();
    await page.locator('.chip').getByText('Full time or Part time').waitFor();
    expect(await page.locator('#jobType input:checked').count()).toBe(2);
  });

  test('searches once for several presses of an arrow key on a list', async () => {
    page = await pages.open(`${service.url}/?keyword=baker`);
    await page.locator('.job h3').first().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/jobs/search')) asked.push(request.postData() ?? '');
    });
    await page.getByLabel('Posted', { exact: true }).focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowDown');
    await page.locator('.chip').getByText('Past month').waitFor();
    await page.locator('body:not(.searching)').waitFor();
    expect(asked).toHaveLength(1);
  });

  test('says at a key what the other filters leave, before it searches, and gives the former counts up', async () => {
    page = await pages.open(`${service.url}/?keyword=baker`);
    await page.locator('.job h3').first().waitFor();
    await page.locator('#filters').hover();
    await page
      .locator('#jobType .count', { hasText: /^[0-9]/ })
      .first()
      .waitFor({ state: 'attached' });
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const { dateSincePosted } = (request.postDataJSON() ?? {}) as { dateSincePosted?: string };
      if (pathname.startsWith('/api/jobs/')) asked.push(`${pathname.split('/').at(-1)} ${dateSincePosted}`);
    });
    // The counts of the first key are still loading at the second one.
    let isFirst = true;
    const failed = page.waitForEvent('requestfailed');
    await page.route('**/api/jobs/facets', async (route) => {
      if (!isFirst) await route.continue();
      isFirst = false;
    });
    await page.getByLabel('Posted', { exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await failed;
    await page.waitForURL(/dateSincePosted=/);
    await page.locator('body:not(.searching)').waitFor();
    const [first, second, search, ...others] = asked;
    expect(first?.startsWith('facets ')).toBe(true);
    expect(second?.startsWith('facets ') && second !== first).toBe(true);
    expect(search).toBe(second?.replace('facets', 'search'));
    expect(others.filter((each) => each.startsWith('facets'))).toEqual([]);
  });

  test.each([320, 1280])('has no horizontal scrolling for unbroken names, %d px wide', async (width) => {
    page = await pages.open(`${service.url}/?keyword=${'cook'}&location=${'w'.repeat(110)}`, { width });
    await page.locator('.empty').waitFor();
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).toBe(0);
    await page.goto(`${service.url}/?keyword=title:cook${'x'.repeat(150)}`);
    await page.locator('.job h3').first().waitFor();
    expect(await page.evaluate(overflow)).toBe(0);
  });

  test('reads from right to left where the posting does', async () => {
    page = await pages.open(`${service.url}/?keyword=${encodeURIComponent('חשמלאי')}`);
    const title = page.locator('.job h3').first();
    await title.waitFor();
    expect(await title.getAttribute('dir')).toBe('auto');
    expect(await page.evaluate(`getComputedStyle(document.querySelector('.job h3')).direction`)).toBe('rtl');
  });

  test('shows its buttons and lists in forced colours, and prints the jobs alone', async () => {
    page = await pages.open(`${service.url}/?keyword=baker`);
    await page.locator('.job h3').first().waitFor();
    await page.emulateMedia({ forcedColors: 'active' });
    const border = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('button.main')).borderTopWidth`,
    );
    expect(Number.parseFloat(border)).toBeGreaterThan(0);
    expect(await pages.violations(page)).toEqual([]);
    await page.emulateMedia({ forcedColors: 'none', media: 'print' });
    expect(await page.locator('form .first, .boards, #panel, .pages').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('.job h3').filter({ visible: true }).count()).toBe(5);
  });

  test('moves nothing by more than 0.05 while it loads and the results come', async () => {
    page = await pages.open(`${service.url}/`, { width: 360 });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 780 });
      await page.goto(`${service.url}/`);
      await page.locator('.welcome').waitFor();
      const welcome = await pages.shifts(page);
      expect(welcome.sum < 0.05 ? [] : welcome.sources).toEqual([]);
      await page.goto(`${service.url}/?keyword=baker&limit=20`);
      await page.locator('.job h3').first().waitFor();
      await page.locator('body:not(.searching)').waitFor();
      const { sum, sources } = await pages.shifts(page);
      expect(sum < 0.05 ? [] : sources).toEqual([]);
      const first = await page.locator('.job').first().boundingBox();
      expect(first?.y).toBeLessThan(width === 360 ? 195 : 260);
      // With the map, which is loaded later.
      await page.evaluate(`localStorage.setItem('results-map', 'open')`);
      await page.reload();
      await page.locator('#results-map .area-button').waitFor();
      const mapped = await pages.shifts(page);
      expect(mapped.sum < 0.05 ? [] : mapped.sources).toEqual([]);
      await page.evaluate(`localStorage.removeItem('results-map')`);
    }
  });

  test.each([390, 1440])('needs less than 60 kB until it is settled, headers among it, %d px wide', async (width) => {
    page = await pages.open(`${service.url}/robots.txt`, { width });
    const requests: Request[] = [];
    page.on('requestfinished', (request) => requests.push(request));
    await page.goto(`${service.url}/?keyword=baker`);
    await page.locator('.job h3').first().waitFor();
    await page.waitForLoadState('networkidle');
    const sizes = await Promise.all(requests.map((request) => request.sizes()));
    const bytes = sizes.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0);
    expect(bytes).toBeGreaterThan(30_000);
    expect(bytes).toBeLessThan(60_000);
  });

  test('searches once for a choice on the sheet that is shown at once', async () => {
    page = await pages.open(`${service.url}/?keyword=baker`, { width: 390 });
    await page.locator('.job h3').first().waitFor();
    await page.clock.install();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.locator('#jobType summary').click();
    await page.getByRole('checkbox', { name: 'Full time' }).check();
    await page.getByRole('button', { name: /^Show (?:\d+ )?jobs?$/ }).click();
    await page.getByRole('button', { name: /, change the search$/ }).click();
    await page.clock.runFor(1000);
    expect(await page.locator(':focus').getAttribute('id')).toBe('keyword');
  });

  test('has its filters on a sheet on a phone', async () => {
    page = await pages.open(`${service.url}/?keyword=baker`, { width: 360 });
    await page.goto(`${service.url}/?keyword=baker&jobType=contract`);
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    expect(await pages.violations(page)).toEqual([]);
    await page.locator('#jobType summary').click();
    for (const [word, isTicked, words] of [
      ['Contract', false, 'Show 5 jobs'],
      ['Full time', true, 'Show 2 jobs'],
      ['Full time', false, 'Show 5 jobs'],
    ] as const) {
      await page.getByRole('checkbox', { name: word }).setChecked(isTicked);
      await page.getByRole('button', { name: words }).waitFor();
    }
    const heights = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.bar')].map((bar) => bar.style.height)`,
    );
    expect(heights).toEqual(['4%', '4%', '50%', '100%', '50%', '50%', '4%', '4%', '4%', '4%', '4%']);
    await page.getByRole('button', { name: 'Show 5 jobs' }).click();
    await page.locator('#found').getByText('5 jobs', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Filters', exact: true }).waitFor();
    await page.getByRole('button', { name: /^baker ?, change the search$/ }).click();
    expect(await page.locator(':focus').getAttribute('id')).toBe('keyword');
  });
});
