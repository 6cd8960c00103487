import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { openPages, type Pages } from '../lib/open-pages.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

let board: FakeBoard;
let service: TestService;
let pages: Pages;
let page: Page;
const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();

const hostile = `<h1>What you do</h1><p onclick="alert(1)">You bake.</p><ul><li>Bread</li></ul>
<script>document.title = 'taken'</script><img src="https://elsewhere.example/x.png" onerror="document.title='taken'">
<a href="javascript:alert(1)">Bad link</a> <a href="https://bakery.example/team">Good link</a>`;

function fillBoards(): void {
  board.setJobs('acme', [
    {
      id: 1,
      title: 'Senior Baker',
      place: 'Berlin, Germany',
      postedAt: ago(2),
      content: `<p>Remote. Full time. Salary: €60,000 per year.</p>${hostile}`,
    },
    { id: 2, title: 'Baker', place: 'Berlin, Germany', postedAt: ago(20) },
    ...Array.from({ length: 23 }, (_, index) => ({
      id: 100 + index,
      title: `Gardener ${index}`,
      place: 'Munich, Germany',
    })),
  ]);
  board.setJobs('beta', [{ id: 3, title: 'Junior Baker', place: 'Hamburg, Germany', postedAt: ago(1) }]);
}

beforeAll(async () => {
  pages = await openPages();
});
beforeEach(async () => {
  board = await startFakeBoard();
  fillBoards();
});
afterEach(async () => {
  await page?.context().close();
  // The working board first, so that no collection waits for a silent one.
  await board.close();
  await service.close();
});
afterAll(() => pages.close());

async function openPage(path: string, environment: Record<string, string> = {}, look = {}): Promise<void> {
  service = await startService({ sources: ['acme', 'beta'].map((id) => boardSource(id, board.baseUrl)), environment });
  page = await pages.open(`${service.url}${path}`, look);
}
const titles = () => page.locator('.job h3').allTextContents();
/** Waits until an expression is true in the page, whose policy forbids what `waitForFunction` does with a text. */
async function until(expression: string): Promise<void> {
  while (!(await page.evaluate(expression))) await page.waitForTimeout(20);
}
const shows = (headline: string) => page.locator('#found').getByText(headline, { exact: true }).waitFor();

describe('a search on the page', () => {
  test('filters jobs, shows the reasons for each, and has a URL that can be shared', async () => {
    await openPage('/');
    const allowed = (await service.get('/api')).body.fields.jobType.allowed;
    expect(
      await page.locator('#jobType input').evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
    ).toEqual(allowed);
    await page.getByLabel('What').fill('baker');
    await page.getByLabel('Where').fill('Berlin');
    await page.getByLabel('Posted', { exact: true }).selectOption('past week');
    await page.locator('.job').first().waitFor();
    await page.locator('body:not(.searching)').waitFor();
    expect(await titles()).toEqual(['Senior Baker']);
    // One age a job, for machines too.
    expect(await page.locator('#panel .why').textContent()).not.toContain('posted');
    expect(await page.locator('.job .when').textContent()).toBe('2d ago');
    expect(await page.locator('.job time').getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(await page.locator('.job .pay').textContent()).toMatch(/^€60K/);
    expect(new URL(page.url()).search).toBe('?keyword=baker&location=Berlin&dateSincePosted=past+week');
    await page.locator('.boards > summary').click();
    expect(await page.locator('.source').allTextContents()).toEqual([
      expect.stringContaining('Fictive Works'),
      expect.stringContaining('Fictive Works'),
    ]);
  });

  test('removes a filter, and follows the back and forward buttons', async () => {
    await openPage('/?keyword=baker&dateSincePosted=past+week&remoteFilter=remote');
    await shows('1 job');
    const next = page.locator('.chip[data-key="remoteFilter"]');
    await page.getByRole('link', { name: 'Posted Past week' }).click();
    await page.locator('.chip[data-key="dateSincePosted"]').waitFor({ state: 'detached' });
    await page.locator('body:not(.searching)').waitFor();
    expect(await next.evaluate((chip) => chip === chip.ownerDocument.activeElement)).toBe(true);
    await next.click();
    await shows('3 jobs');
    // No chip is after it: the headline has the focus.
    expect(await page.locator(':focus').getAttribute('id')).toBe('found');
    await page.goBack();
    await shows('1 job');
    expect(await page.locator('#remoteFilter-chosen').textContent()).toBe('Remote');
    await page.goForward();
    await shows('3 jobs');
  });

  test('pages through the results, with the focus on their headline, and comes back to where one was', async () => {
    await openPage('/?keyword=gardener');
    const next = page.getByRole('link', { name: 'Next' });
    await next.click();
    await shows('23 jobs, 11 to 20 shown');
    // Only a complete answer is kept for loading the page again; one board has all of these jobs.
    await page.locator('body:not(.searching)').waitFor();
    await page.locator('#found:focus').waitFor();
    expect(await page.evaluate('scrollY < innerHeight')).toBe(true);
    expect(new URL(page.url()).searchParams.get('page')).toBe('1');
    await page.locator('.job .title').nth(6).click();
    const chosen = await page.locator('#panel h2').textContent();
    await page.evaluate('scrollTo(0, 200)');
    await until('history.state !== null && history.state.scroll === 200');
    await page.reload();
    await until('scrollY === 200');
    expect(await page.locator('#panel h2').textContent()).toBe(chosen);
    await next.click();
    await shows('23 jobs, 21 to 23 shown');
    await page.locator('body:not(.searching)').waitFor();
    expect(await next.getAttribute('aria-disabled')).toBe('true');
    expect(await page.locator('ol.jobs').getAttribute('start')).toBe('21');
    await page.goBack();
    await until('scrollY === 200');
  });

  test('shows a description without its scripts, images and handlers, beside the list', async () => {
    await openPage('/?keyword=baker&location=Berlin');
    await page.getByRole('link', { name: 'Senior Baker' }).first().click();
    const description = page.locator('#panel .description');
    await description.getByText('Bread').waitFor();
    expect(await description.locator('script, img, [onclick]').count()).toBe(0);
    expect(await description.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
      'https://bakery.example/team',
    ]);
    expect(await page.title()).toBe('Senior Baker · Fictive Works · Job search');
    expect(await description.getAttribute('dir')).toBe('auto');
    await page.keyboard.press('j');
    await page.locator('#panel h2').getByText('Baker', { exact: true }).waitFor();
    expect(await page.locator('.job.selected :focus').textContent()).toBe('Baker');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await page.locator('.job.selected :focus').textContent()).toBe('Baker');
    await page.keyboard.press('/');
    expect(await page.locator(':focus').getAttribute('id')).toBe('keyword');
  });

  test('keeps the focus and the scroll position while boards report, and opens a job by its card', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    board.setMood('beta', { kind: 'held', until: released });
    await openPage('/?keyword=baker&limit=2', {}, { width: 360 });
    await page.getByText('1 of 2 sites read').waitFor();
    const senior = page.getByRole('link', { name: 'Senior Baker', exact: true });
    await senior.waitFor();
    expect((await titles()).sort()).toEqual(['Baker', 'Senior Baker']);
    await senior.focus();
    await page.evaluate('scrollTo(0, 100)');
    const top = `Math.round(document.querySelector('.jobs').getBoundingClientRect().top)`;
    const topBefore = await page.evaluate(top);
    release();
    await page.getByRole('button', { name: 'Show 1 new job' }).waitFor();
    await page.locator('body:not(.searching)').waitFor();
    expect(Math.abs(Number(await page.evaluate(top)) - Number(topBefore))).toBeLessThan(30);
    expect(await page.locator(':focus').textContent()).toBe('Senior Baker');
    await page.getByRole('button', { name: 'Show 1 new job' }).click();
    await page.getByRole('link', { name: 'Junior Baker', exact: true }).waitFor();
    expect(await page.locator('.pill').count()).toBe(0);
    // Anywhere on the card, also where its facts are.
    await page.locator('.job', { has: senior }).locator('.facts').click({ force: true });
    await page.locator('#job .description').getByText('Bread').waitFor();
    expect(await page.locator('#job .why').textContent()).toContain('title has');
  });

  test('works without an event stream', async () => {
    await openPage('/');
    await page.route('**/api/jobs/search', async (route) => {
      const response = await route.fetch({ headers: { ...route.request().headers(), accept: 'application/json' } });
      await route.fulfill({ response });
    });
    await page.getByLabel('What').fill('baker');
    await page.getByLabel('What').press('Enter');
    await shows('3 jobs');
  });
});

describe('the page explains', () => {
  test('that a board failed', async () => {
    board.setMood('beta', { kind: 'status', status: 500 });
    await openPage('/?keyword=baker');
    await page.locator('#partial').waitFor();
    expect(await page.locator('#partial').textContent()).toContain('1 of 2 sites could not be read: Beta');
    await page.locator('.boards > summary').click();
    expect(await page.locator('.source.is-failed').textContent()).toContain('The source answered 500.');
    expect(await pages.violations(page)).toEqual([]);
  });

  test('that an answer is out of date, and follows it until it is not', async () => {
    await openPage('/', { FRESH_SECONDS: '1' });
    await service.search({ keyword: 'baker' });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    board.setMood('acme', { kind: 'silent' });
    await page.goto(`${service.url}/?keyword=baker`);
    await page.locator('#toast', { hasText: 'Looking again in' }).waitFor();
    expect(await page.locator('#toast').textContent()).toMatch(
      /^These jobs were read \d+ seconds? ago\. They are being read again\. Looking again in [1-5] seconds?\. Now$/,
    );
    expect(await pages.violations(page)).toEqual([]);
  });

  test('that every board failed, and when it tries again', async () => {
    for (const id of ['acme', 'beta'])
      board.setMood(id, { kind: 'status', status: 503, headers: { 'retry-after': '1' } });
    await openPage('/?keyword=baker');
    await page.getByRole('heading', { name: 'No job source could be reached.' }).waitFor();
    expect(await page.locator('.problem .source').count()).toBe(2);
    expect(await page.locator('.problem .next').textContent()).toMatch(/^Trying again in \d+ \w+\. Now$/);
    expect(await page.locator('.problem').textContent()).not.toMatch(/\dT\d\d:/);
    expect(await pages.violations(page)).toEqual([]);
  });

  test('that no job matches, and which filter to remove', async () => {
    await openPage('/?keyword=baker&location=Munich');
    await page.getByRole('link', { name: 'Without “Munich”' }).click();
    await shows('3 jobs');
    await page.goto(`${service.url}/?keyword=baker&page=9`);
    await page.getByRole('link', { name: 'Go to the first page' }).click();
    await shows('3 jobs');
  });

  test('an invalid field, beside the field', async () => {
    await openPage('/?jobType=fultime&salary=plenty');
    await page.locator('#jobType-error').getByText('"fultime" is not a job type. Did you mean "full time"?').waitFor();
    await page.getByText('Please correct the highlighted fields.').waitFor();
    const salary = page.getByLabel('Yearly pay', { exact: true });
    expect(await salary.getAttribute('aria-invalid')).toBe('true');
    expect(await pages.violations(page)).toEqual([]);
    // On a phone both fields are on the sheet.
    expect(await page.locator('.form-note:visible').count()).toBe(0);
    await page.setViewportSize({ width: 360, height: 780 });
    await page.reload();
    await page.locator('.form-note').getByText('Did you mean "full time"?').waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    await salary.fill('');
    await page.locator('#jobType summary').click();
    await page.getByRole('checkbox', { name: 'Fultime' }).uncheck();
    await page.getByRole('heading', { level: 3 }).first().waitFor();
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
    // The boards report one after the other.
    await shows('26 jobs, 1 to 10 shown');
  });

  test('that the service cannot be reached', async () => {
    await openPage('/');
    await page.route('**/api/jobs/search', (route) => route.abort());
    await page.getByRole('link', { name: 'All jobs' }).click();
    await page.getByRole('heading', { name: 'The service does not respond.' }).waitFor();
    await page.unroute('**/api/jobs/search');
    await page.locator('.problem').getByRole('button', { name: 'Now' }).click();
    await shows('26 jobs, 1 to 10 shown');
  });
});

describe('of many boards the page', () => {
  const names = Array.from({ length: 60 }, (_, index) => `board-${String(index).padStart(2, '0')}`);
  const openMany = async (look = {}): Promise<void> => {
    for (const [index, name] of names.entries()) {
      if (index % 20 === 7) board.setMood(name, { kind: 'status', status: 404 });
      else board.setJobs(name, [{ id: index, title: `Baker ${index}`, requisition: `R-${index}` }]);
    }
    // The schedule would read the failing boards too, after which they cool down.
    const environment = { SCHEDULE: 'off' };
    service = await startService({ sources: names.map((id) => boardSource(id, board.baseUrl)), environment });
    page = await pages.open(`${service.url}/?keyword=baker`, look);
    await shows('57 jobs, 1 to 10 shown');
    await page.locator('body:not(.searching)').waitFor();
  };

  test.each([360, 1280])('shows counts, and lists to open, %d px wide', async (width) => {
    await openMany({ width });
    expect(await page.locator('#partial').textContent()).toContain(
      '3 of 60 sites could not be read: Board 07, Board 27 and 1 more',
    );
    // On a phone in the first quarter of the screen, elsewhere within 260 pixels.
    const first = await page.locator('.job').first().boundingBox();
    expect(first?.y ?? 900).toBeLessThan(width < 700 ? 211 : 260);
    await page.locator('.boards > summary').click();
    expect(await page.locator('.source:visible').count()).toBe(0);
    await page.getByText('Without an answer: 3').click();
    await page.locator('.source').nth(2).waitFor();
    expect(await page.locator('.source:visible .source-name').allTextContents()).toEqual([
      ...['Board 07', 'Board 27', 'Board 47'],
    ]);
    await page.getByText('Answered: 57').click();
    await page.locator('.source').nth(59).waitFor();
    expect(await page.locator('.source:visible').count()).toBe(60);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(overflow).toBe(0);
    expect(await pages.violations(page)).toEqual([]);
  });
});

describe('the page is accessible', () => {
  test.each([
    [360, 'light'],
    [360, 'dark'],
    [1600, 'light'],
    [1600, 'dark'],
  ] as const)('at %i pixels in %s', async (width, scheme) => {
    await openPage('/', {}, { width, scheme });
    await page.locator('.welcome').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.goto(`${service.url}/?keyword=baker&location=Berlin`);
    await page.getByRole('link', { name: 'Senior Baker', exact: true }).first().waitFor();
    if (width > 1000) await page.getByText('Bread', { exact: true }).waitFor();
    await page.locator('.boards > summary').click();
    expect(await pages.violations(page)).toEqual([]);
    await page.locator(width > 1000 ? '.more-filters' : '#open-filters').click();
    await page.locator('#sheet .facets > *').first().waitFor();
    expect(await pages.violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });

  test('completes what is typed, by keyboard and pointer, and offers other readings', async () => {
    // One board: words are published a second after the first, and then not for a minute.
    board.setJobs('acme', [
      ...[1, 2].map((id) => ({ id, title: 'Senior Baker', place: id === 1 ? 'Berlin, Germany' : 'Hamburg, Germany' })),
      { id: 3, title: 'Gardener', place: 'Munich, Germany' },
    ]);
    service = await startService({ sources: [boardSource('acme', board.baseUrl)], environment: { SCHEDULE: 'off' } });
    page = await pages.open(service.url, { width: 360 });
    await service.search({});
    // The worker publishes a second after the board was read.
    const found = async () => (await service.get('/api/suggest?q=bak')).body.titles.length;
    while ((await found()) === 0) await page.waitForTimeout(50);
    const what = page.getByLabel('What', { exact: true });
    const words = page.getByRole('listbox', { name: 'Suggestions' });
    await what.pressSequentially('bak');
    await words.getByRole('option', { name: /^Senior Baker role$/ }).waitFor();
    expect(await what.getAttribute('aria-expanded')).toBe('true');
    expect(await pages.violations(page)).toEqual([]);
    await what.press('ArrowDown');
    const active = await what.getAttribute('aria-activedescendant');
    expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true');
    expect(await pages.violations(page)).toEqual([]);
    await what.press('Escape');
    expect([await words.isVisible(), await what.inputValue()]).toEqual([false, 'bak']);
    await what.press('e');
    await words.getByRole('option', { name: 'Senior Baker' }).click();
    expect([await words.isVisible(), await what.inputValue()]).toEqual([false, 'Senior Baker']);
    await page.getByLabel('Where', { exact: true }).pressSequentially('muni');
    await page.getByRole('option', { name: 'Munich, Germany' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    expect(await page.locator('html.asked').count()).toBe(0);
    await page.route('**/api/suggest**', (route) => route.abort());
    await what.fill('gardner');
    await page.getByLabel('Where', { exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Search exactly for “gardner”' }).click();
    await page.getByText('No job matches all of these filters.').waitFor();
    expect(new URL(page.url()).search).toBe('?keyword=%22gardner%22&location=Munich%2C+Germany');
  });

  test('with the keyboard only', async () => {
    await openPage('/');
    await page.locator('.welcome').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Skip to the results');
    await page.getByLabel('What').focus();
    await page.keyboard.type('baker');
    await page.keyboard.press('Enter');
    await shows('3 jobs');
    expect(await page.locator('#status').textContent()).toBe('3 jobs.');
  });
});
