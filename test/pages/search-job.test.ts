import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { load } from 'cheerio';
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
  board.setJobs('acme', [
    ...Array.from({ length: 8 }, (_, index) => ({
      ...{ id: index + 1, title: `Baker ${index}`, place: 'Berlin, Germany' },
      content: index === 0 ? '<p>Full time. Salary: €60,000 per year.</p>' : '<p>Part time.</p>',
    })),
    { id: 20, title: 'Nurse', place: 'Cambridge, England, United Kingdom', content: '<p>On a submarine.</p>' },
    { id: 21, title: 'Night nurse', place: 'Cambridge, Massachusetts, United States' },
    { id: 22, title: 'Nurse', company: 'Charles', place: 'Cambridge, Massachusetts, United States' },
  ]);
  service = await startService({ sources: [boardSource('acme', board.baseUrl)] });
  await service.search({ keyword: 'baker' });
  page = await pages.open(`${service.url}/`);
});
beforeEach(async () => {
  await page.goto(`${service.url}/?keyword=baker`);
  await page.locator('#panel h2').waitFor();
});
afterAll(async () => {
  await page.context().close();
  await pages.close();
  await board.close();
  await service.close();
});
const panel = () => page.locator('#panel h2').textContent();
const titleAt = (row: number) => page.locator('.jobs .title').nth(row);
const address = () => new URL(page.url()).search;

describe('the job beside the list', () => {
  test('has an address and names the tab; back shows the list as it was left', async () => {
    const first = await panel();
    expect([await page.title(), address()]).toEqual(['baker · Job search', '?keyword=baker']);
    const chosen = await titleAt(3).textContent();
    await titleAt(3).click();
    expect(await page.title()).toBe(`${chosen} · Fictive Works · Job search`);
    const own = address();
    expect(own).toMatch(/^\?keyword=baker&job=job_\w{16}$/);
    await page.goBack();
    await page.locator('#panel h2').getByText(String(first), { exact: true }).waitFor();
    expect([await page.title(), address()]).toEqual(['baker · Job search', '?keyword=baker']);
    expect(await page.locator('.job.selected .title').textContent()).toBe(first);
    await page.goForward();
    await page.locator('#panel h2').getByText(String(chosen), { exact: true }).waitFor();

    // Another reader, whose list may lack the job.
    const other = await pages.open(`${service.url}/${own.replace('keyword=baker', 'keyword=nurse')}`);
    await other.locator('#panel h2').getByText(String(chosen), { exact: true }).waitFor();
    expect(await other.title()).toBe(`${chosen} · Fictive Works · Job search`);
    await other.locator('.jobs .title').first().click();
    expect(await other.locator('#panel h2').textContent()).toMatch(/nurse/i);
    await other.context().close();
  });

  test('is walked with keys, which mark it, and passes its own address on', async () => {
    await titleAt(1).click();
    const entries = await page.evaluate<number>('history.length');
    await page.keyboard.press('ArrowDown');
    expect(await panel()).toBe(await titleAt(2).textContent());
    await page.keyboard.press('k');
    expect(await panel()).toBe(await titleAt(1).textContent());
    expect(await page.evaluate<number>('history.length')).toBe(entries);
    await page.keyboard.press('s');
    await page.keyboard.press('a');
    expect(await page.locator('#panel [aria-pressed="true"]').count()).toBe(2);
    await page.evaluate(`navigator.clipboard.writeText = async (text) => { globalThis.copied = text; };`);
    await page.locator('#panel').getByRole('button', { name: 'Share' }).click();
    await page.locator('#status').getByText('Link copied.').waitFor({ state: 'attached' });
    const id = new URLSearchParams(address()).get('job');
    expect(await page.evaluate('copied')).toBe(`${service.url}/jobs/${id}`);
    const [gone, next] = [await panel(), await titleAt(2).textContent()];
    await page.keyboard.press('x');
    await page.getByText('1 job hidden by you.').waitFor();
    expect(await panel()).toBe(next);
    expect(await page.locator('.jobs').getByText(String(gone), { exact: true }).count()).toBe(0);
    expect(await pages.violations(page)).toEqual([]);
  });

  test('is marked on its own page, too, which leads back to the list it was opened from', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const title = String(await titleAt(4).textContent());
    await titleAt(4).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('button', { name: `I have applied: ${title}` }).click();
    await page.getByLabel('Applied on').fill('2026-01-15');
    await page.getByLabel(`Your note on ${title}`).fill('Ask for Ben');
    expect(await pages.violations(page)).toEqual([]);
    // The cursor is still in the note when the page is left.
    await page.goto(`${service.url}/saved`);
    await page.getByText('Ask for Ben').waitFor();
    await page.goBack();
    const stored = await page.evaluate<string>(`localStorage.getItem('my-jobs')`);
    expect(stored).toContain('"note":"Ask for Ben"');
    expect(stored).toMatch(/"appliedAt":"2026-01-1[456]T/);
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.locator('.jobs .title').first().waitFor();
    expect(address()).toBe('?keyword=baker');
    // Its company is left out of the list from there.
    await titleAt(4).click();
    await page.getByRole('button', { name: 'Hide all from this company' }).click();
    await page.waitForURL(/&excludeCompanies=/);
    await page
      .getByText(/^No job/)
      .first()
      .waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

describe('what is saved', () => {
  test('is one click away, with recent searches, and two jobs stand side by side', async () => {
    await page.evaluate('localStorage.clear()');
    await page.reload();
    const names = [await titleAt(0).textContent(), await titleAt(1).textContent()];
    for (const row of [0, 1]) await page.locator('.jobs .star').nth(row).click();
    await page.getByRole('link', { name: 'Saved', exact: true }).click();
    await page.getByRole('heading', { name: 'Saved: 2 jobs' }).waitFor();
    for (const name of names) await page.getByRole('checkbox', { name: `Compare ${name}` }).check();
    const table = page.locator('.comparison table');
    await table.waitFor();
    expect((await table.locator('thead a:not(.act)').allTextContents()).sort()).toEqual([...names].sort());
    expect(await table.locator('tbody tr').first().locator('td').allTextContents()).toEqual(
      names.map(() => 'Fictive Works'),
    );
    expect(await pages.violations(page)).toEqual([]);
    await page.reload();
    await table.waitFor();
    await page.getByRole('link', { name: 'baker', exact: true }).click();
    await page.locator('.jobs .title').first().waitFor();
    expect(address()).toBe('?keyword=baker');
    await page.goto(service.url);
    await page.getByRole('heading', { name: 'Recent searches' }).waitFor();
    await page.getByRole('button', { name: 'Forget these' }).click();
    expect(await page.getByRole('heading', { name: 'Recent searches' }).count()).toBe(0);
  });
});

describe('the answer', () => {
  test('comes with the page when it is at hand, as one search, and its script asks no more', async () => {
    const response = await fetch(`${service.url}/?keyword=baker`);
    const $ = load(await response.text());
    expect($('.jobs .job h3').length).toBe(8);
    expect($('title').text()).toBe('baker · Job search');
    expect($('#keyword').attr('value')).toBe('baker');
    expect(JSON.parse($('#page-data').text()).answer.jobs).toHaveLength(8);
    const before = response.headers.get('ratelimit');
    expect(before).toMatch(/;r=\d+;/);
    const [cookie = ''] = response.headers.getSetCookie().map((set) => set.split(';', 1)[0]);
    const headers = { 'Cache-Control': 'no-cache', cookie };
    const again = await fetch(`${service.url}/?keyword=baker`, { headers });
    const leftOf = (header: string | null) => Number(/;r=(\d+);/.exec(header ?? '')?.[1]);
    expect(leftOf(before) - leftOf(again.headers.get('ratelimit'))).toBe(1);
    const asked: string[] = [];
    const fresh = await pages.open(service.url);
    fresh.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await fresh.goto(`${service.url}/?keyword=baker`);
    await fresh.locator('#panel .description[data-state="loaded"]').waitFor();
    expect(asked.filter((path) => path === '/api/jobs/search')).toEqual([]);
    expect(asked.filter((path) => path.endsWith('.js')).length).toBeLessThan(10);
    await fresh.context().close();
    // One that nobody has asked before is answered from what is held.
    expect(load(await (await fetch(`${service.url}/?keyword=nurse`)).text())('.jobs .job h3').length).toBe(3);
  });

  test('that takes longer than a second is left to the script, which follows the search that the page began', async () => {
    let resolve = (): void => {};
    const answering = new Promise<void>((done) => {
      resolve = done;
    });
    board.setJobs('late', [{ id: 1, title: 'Baker' }]);
    board.setMood('late', { kind: 'held', until: answering });
    const slow = await startService({
      sources: [boardSource('late', board.baseUrl)],
      environment: { SCHEDULE: 'off' },
    });
    const response = await fetch(`${slow.url}/?keyword=baker`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([200, null]);
    const $ = load(await response.text());
    expect([JSON.parse($('#page-data').text()).answer, $('.job').length]).toEqual([null, 0]);
    const fresh = await pages.open(`${slow.url}/`);
    const [asked] = await Promise.all([
      fresh.waitForResponse(`${slow.url}/api/jobs/search`),
      fresh.goto(`${slow.url}/?keyword=baker`),
    ]);
    // The page counts for its visitor; that the script goes on with the search of its page does not.
    expect(asked.headers().ratelimit).toMatch(/;r=99;/);
    await fresh.locator('.skeleton').waitFor();
    resolve();
    await fresh.locator('.job h3').waitFor();
    await fresh.context().close();
    await slow.close();
  });

  test('asks which place is meant where several have the name, with what each has', async () => {
    await page.goto(`${service.url}/?keyword=nurse&location=Cambridge`);
    const which = page.locator('[data-key="which-place"]');
    await which.getByText('Which Cambridge?').waitFor();
    const american = which.getByRole('button', { name: /^Cambridge, MA 2 jobs$/ });
    await american.waitFor();
    await which.getByRole('button', { name: /^Cambridge, United Kingdom 1 job$/ }).waitFor();
    expect(await which.getByRole('button').first().textContent()).toContain('Cambridge, MA');
    await american.click();
    await page.locator('#found').getByText('2 jobs', { exact: true }).waitFor();
    expect(await which.count()).toBe(0);
  });

  test('that is empty names the word whose removal finds most, and none that finds nothing', async () => {
    await page.goto(`${service.url}/?keyword=salary+submarine`);
    const way = page.locator('.ways').getByRole('link', { name: 'Without “submarine” 1 job' });
    await way.waitFor();
    expect(await page.locator('.ways').textContent()).not.toMatch(/ 0 jobs/);
    await way.click();
    await page.locator('#found').getByText('1 job', { exact: true }).waitFor();
  });
});
