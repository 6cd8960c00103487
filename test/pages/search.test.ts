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
  // First the board, so that no collection waits for one that is silent.
  await board.close();
  await service.close();
});
afterAll(() => pages.close());

async function visit(path: string, environment: Record<string, string> = {}, look = {}): Promise<void> {
  service = await startService({ sources: ['acme', 'beta'].map((id) => boardSource(id, board.baseUrl)), environment });
  page = await pages.open(`${service.url}${path}`, look);
}
const titles = () => page.locator('.job h3').allTextContents();
const shows = (headline: string) => page.locator('#found').getByText(headline, { exact: true }).waitFor();

describe('a person searches', () => {
  test('finds a job with three filters, sees why it is there, and can send the search on', async () => {
    await visit('/');
    const allowed = (await service.get('/api')).body.fields.jobType.allowed;
    expect(
      await page.locator('#jobType option').evaluateAll((all) => all.map((one) => one.getAttribute('value'))),
    ).toEqual(['', ...allowed]);
    await page.getByLabel('What').fill('baker');
    await page.getByLabel('Where').fill('Berlin');
    await page.getByLabel('Posted').selectOption('past week');
    await page.locator('.job').first().waitFor();
    await page.locator('body:not(.searching)').waitFor();
    expect(await titles()).toEqual(['Senior Baker']);
    expect(await page.locator('.job .why').textContent()).toContain('posted 2 days ago');
    expect(await page.locator('.job .pay').textContent()).toContain('€60K a year');
    expect(new URL(page.url()).search).toBe('?keyword=baker&location=Berlin&dateSincePosted=past+week');
    await page.getByText('The same request as curl').click();
    expect(await page.locator('.curl code').textContent()).toContain(
      `-d '{"keyword":"baker","location":"Berlin","dateSincePosted":"past week"}'`,
    );
    expect(await page.locator('.source').allTextContents()).toEqual([
      expect.stringContaining('acme'),
      expect.stringContaining('beta'),
    ]);
  });

  test('takes a filter off, and goes back and forth', async () => {
    await visit('/?keyword=baker&location=Berlin');
    await page.getByRole('button', { name: 'Where Berlin' }).click();
    await shows('3 jobs');
    expect(await page.getByLabel('Where').inputValue()).toBe('');
    await page.goBack();
    await shows('2 jobs');
    expect(await page.getByLabel('Where').inputValue()).toBe('Berlin');
    await page.goForward();
    await shows('3 jobs');
  });

  test('turns the pages', async () => {
    await visit('/?keyword=gardener');
    await page.getByRole('button', { name: 'Next' }).click();
    await shows('23 jobs, 11 to 20 shown');
    expect(new URL(page.url()).searchParams.get('page')).toBe('1');
    await page.getByRole('button', { name: 'Next' }).click();
    await shows('23 jobs, 21 to 23 shown');
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    expect(await page.locator('ol.jobs').getAttribute('start')).toBe('21');
  });

  test('reads a description in place, of which nothing runs', async () => {
    await visit('/?keyword=baker&location=Berlin');
    await page.getByRole('button', { name: 'Read the description of Senior Baker' }).click();
    const description = page.locator('.description:not([hidden])');
    await description.getByText('Bread').waitFor();
    expect(await description.locator('script, img, [onclick]').count()).toBe(0);
    expect(await description.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
      'https://bakery.example/team',
    ]);
    expect(await page.title()).toBe('Job search');
    await page.getByRole('button', { name: 'Close the description of Senior Baker' }).click();
    expect(await description.count()).toBe(0);
  });

  test('sees each source report, and the first jobs before the last source', async () => {
    board.setMood('beta', { kind: 'well', delayMs: 4000 });
    await visit('/?keyword=baker');
    await page.getByText('1 of 2 sources reported').waitFor();
    await page.getByText('beta is still being asked: the rest comes by itself.').waitFor();
    expect((await titles()).sort()).toEqual(['Baker', 'Senior Baker']);
    await shows('3 jobs');
    expect(await page.locator('#partial').count()).toBe(0);
  });

  test('is answered just as well where no event stream is to be had', async () => {
    await visit('/');
    await page.route('**/api/jobs/search', async (route) => {
      const response = await route.fetch({ headers: { ...route.request().headers(), accept: 'application/json' } });
      await route.fulfill({ response });
    });
    await page.getByLabel('What').fill('baker');
    await page.getByLabel('What').press('Enter');
    await shows('3 jobs');
  });
});

describe('the page says what is wrong', () => {
  test('when a source failed', async () => {
    board.setMood('beta', { kind: 'status', status: 500 });
    await visit('/?keyword=baker');
    await page.locator('#partial').getByText('1 of 2 sources answered.').waitFor();
    expect(await page.locator('#partial').textContent()).toContain('beta could not be read just now');
    expect(await page.locator('.source.is-failed').textContent()).toContain('The source answered 500.');
    expect(await pages.violations(page)).toEqual([]);
  });

  test('when an answer is old', async () => {
    await visit('/', { FRESH_SECONDS: '1' });
    await service.search({ keyword: 'baker' });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    board.setMood('acme', { kind: 'silent' });
    await page.goto(`${service.url}/?keyword=baker`);
    await page.locator('#stale').waitFor();
    expect(await page.locator('#stale').textContent()).toMatch(
      /^These jobs were collected \d+ seconds? ago\. They are being collected anew/,
    );
  });

  test('when every source failed, and when trying again helps', async () => {
    for (const id of ['acme', 'beta'])
      board.setMood(id, { kind: 'status', status: 503, headers: { 'retry-after': '1' } });
    await visit('/?keyword=baker');
    await page.getByRole('heading', { name: 'No job source could be reached.' }).waitFor();
    expect(await page.locator('.problem .source').count()).toBe(2);
    expect(await page.locator('.problem button').textContent()).toMatch(/^Try again \(wise in \d+ seconds?\)$/);
    expect(await pages.violations(page)).toEqual([]);
  });

  test('when nothing matches, and which filter to take off', async () => {
    await visit('/?keyword=baker&location=Munich');
    await page.getByRole('button', { name: 'Without where: Munich' }).click();
    await shows('3 jobs');
    await page.goto(`${service.url}/?keyword=baker&page=9`);
    await page.getByRole('button', { name: 'To the first page' }).click();
    await shows('3 jobs');
  });

  test('when a field is wrong, beside the field', async () => {
    await visit('/?jobType=fultime&salary=plenty');
    await page.getByText('"fultime" is not a job type. Did you mean "full time"?').waitFor();
    const salary = page.getByLabel('Pays at least, a year');
    expect(await salary.getAttribute('aria-invalid')).toBe('true');
    expect(await pages.violations(page)).toEqual([]);
    await salary.fill('');
    await page.getByLabel('Contract').selectOption('');
    await page.getByRole('heading', { level: 3 }).first().waitFor();
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
    // The boards report one after the other.
    await shows('26 jobs, 1 to 10 shown');
  });

  test('when the service is away', async () => {
    await visit('/');
    await page.route('**/api/jobs/search', (route) => route.abort());
    await page.getByRole('button', { name: 'Everything there is' }).click();
    await page.getByRole('heading', { name: 'The service does not answer.' }).waitFor();
    await page.unroute('**/api/jobs/search');
    await page.getByRole('button', { name: 'Try again' }).click();
    await shows('26 jobs, 1 to 10 shown');
  });
});

describe('everybody can use it', () => {
  test.each([
    [360, 'light'],
    [360, 'dark'],
    [1600, 'light'],
    [1600, 'dark'],
  ] as const)('at %i pixels in %s', async (width, scheme) => {
    await visit('/', {}, { width, scheme });
    await page.locator('.welcome').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.goto(`${service.url}/?keyword=baker&location=Berlin`);
    await page.getByRole('button', { name: 'Read the description of Senior Baker' }).click();
    await page.getByText('Bread', { exact: true }).waitFor();
    await page.getByText('The same request as curl').click();
    expect(await pages.violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });

  test('by keyboard alone', async () => {
    await visit('/');
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
