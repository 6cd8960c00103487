import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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
    ...Array.from({ length: 14 }, (_, index) => ({
      ...{ id: index + 1, title: `Baker ${index}`, place: 'Berlin, Germany' },
      content: `<p>You bake. Salary: €${41 + index},000 per year.</p>`,
    })),
    {
      id: 90,
      title: 'Welder &lt;/script&gt; "x"',
      place: 'Berlin, Germany',
      content:
        '<h2>What you do</h2><p>Full time. Salary: €30 per hour. </p><ul><li>A visa is sponsored.</li></ul><script>alert(1)</script>',
    },
  ]);
  service = await startService({
    sources: [boardSource('acme', board.baseUrl)],
    environment: { INDEXING: 'on' },
  });
  page = await pages.open(`${service.url}/search`, { width: 360, scripts: false });
});
afterAll(async () => {
  await page.context().close();
  await pages.close();
  await board.close();
  await service.close();
});
const text = async (path: string) => {
  const response = await fetch(service.url + path);
  return { status: response.status, type: response.headers.get('content-type') ?? '', body: await response.text() };
};

describe('without JavaScript', () => {
  test('one searches, pages and opens a job', async () => {
    await page.getByLabel('What').fill('baker');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await page.locator('#found').textContent()).toBe('14 jobs, 1 to 10 shown');
    await page.getByRole('link', { name: 'Next' }).click();
    expect(await page.locator('#found').textContent()).toBe('14 jobs, 11 to 14 shown');
    expect(await page.getByLabel('What').inputValue()).toBe('baker');
    const overflow = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(await overflow()).toBe(0);
    await page.locator('.job h3 a').first().click();
    expect(await page.locator('h1').textContent()).toMatch(/^Baker \d+$/);
    expect(await page.getByRole('link', { name: 'Apply' }).getAttribute('href')).toMatch(/^http:\/\/127/);
    expect(await overflow()).toBe(0);
  });

  test('the address of a search on the page leads to its results', async () => {
    await page.goto(`${service.url}/?keyword=baker&location=Berlin&x=1`);
    await page.locator('#found').waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/search?keyword=baker&location=Berlin');
    expect((await text('/?keyword=%22%3E%3Cb%3E')).body).not.toContain('"><b>');
  });

  test('the order and the currency of pay are chosen from lists', async () => {
    await page.goto(`${service.url}/search`);
    await page.getByLabel('What').fill('welder');
    await page.getByLabel('Yearly pay').fill('40k');
    await page.getByLabel('Currency').selectOption('USD');
    await page.getByLabel('Sort by').selectOption('salary');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await page.locator('#found').textContent()).toBe('1 job');
    expect(await page.locator('.why').textContent()).toMatch(/≈ [\d,]+ USD \(pays [\d,]+ EUR\)/);
    expect(await page.getByLabel('Yearly pay').inputValue()).toBe('40000');
    expect(await page.getByLabel('Currency').inputValue()).toBe('USD');
    expect(await page.getByLabel('Sort by').inputValue()).toBe('salary');
    // What the amount itself says counts.
    const { body } = await text('/search?salary=EUR+40k&currency=USD');
    expect(load(body)('[name="currency"] option[selected]').attr('value')).toBe('EUR');
    expect((await text('/search?keyword=welder&salary=&currency=USD&sortBy=relevant')).status).toBe(200);
  });

  test('an empty list names the filter whose removal finds most, with its count', async () => {
    await page.goto(`${service.url}/search?keyword=baker&location=Berlin&salary=90000`);
    const way = page.locator('.ways a').first();
    expect(await way.textContent()).toBe('Without the pay filter 14 jobs');
    expect(await page.locator('.ways').textContent()).not.toMatch(/ 0 jobs/);
    await way.click();
    expect(await page.locator('#found').textContent()).toBe('14 jobs, 1 to 10 shown');
    await page.goto(`${service.url}/search?keyword=xqzzy`);
    expect(await page.locator('.empty a').first().textContent()).toBe('Show all jobs');
  });

  test('an address that is none leads a browser on, and tells a program what it meant', async () => {
    const asBrowser = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };
    const missing = await fetch(`${service.url}/nope%3Cb%3E`, asBrowser);
    const $ = load(await missing.text());
    expect([missing.status, $('h1').text(), $('main b').length]).toEqual([404, 'There is no such page', 0]);
    expect($('main a[href="/"]').length).toBe(1);
    for (const [path, options] of [
      ['/nope', {}],
      ['/api/nope', asBrowser],
    ] as const) {
      const problem = await fetch(service.url + path, options);
      expect([problem.status, problem.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    }
  });

  test('a mistake is explained beside the form, with the status of the API', async () => {
    const { status, body } = await text('/search?keyword=baker&jobType=fultime');
    const $ = load(body);
    expect(status).toBe(400);
    expect($('.problem').text()).toContain('"fultime" is not a job type. Did you mean "full time"?');
    expect($('#keyword').attr('value')).toBe('baker');
    expect($('#jobType input[checked]').attr('value')).toBe('fultime');
    const { status: ticked, body: found } = await text('/search?jobType=contract&jobType=full+time&remoteFilter=');
    expect(ticked).toBe(200);
    expect(load(found)('#jobType-chosen').text()).toBe('Contract, Full time');
  });
});

describe('the page of a job', () => {
  test('has what search engines and shared links read, and nothing of the posting is markup', async () => {
    const [job] = (await service.search({ keyword: 'welder' })).body.jobs;
    const { status, type, body } = await text(`/jobs/${job.id}`);
    const $ = load(body);
    expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(job.title).toMatch(/[<>"&]/);
    expect($('h1').text()).toBe(job.title);
    expect($('b, .description script').length).toBe(0);
    expect($('meta[property="og:title"]').attr('content')).toBe(job.title);
    expect(JSON.parse($('script[type="application/ld+json"]').text())).toMatchObject({
      '@type': 'JobPosting',
      title: job.title,
      jobLocation: { address: { addressLocality: 'Berlin', addressCountry: 'DE' } },
    });
    expect($('.pay').text()).toMatch(/^€30 an hour, ≈ €62.4K a year/);
    expect(
      $('.evidence dd')
        .map((_, each) => $(each).text())
        .get(),
    ).toContain('A visa is sponsored.');
    expect($('.description h2').text()).toBe('What you do');
    expect($('link[rel="canonical"]').attr('href')).toBe(`${service.url}/jobs/${job.id}`);
    const shown = await pages.open(`${service.url}/jobs/${job.id}`);
    expect(await pages.violations(shown)).toEqual([]);
    await shown.goto(`${service.url}/search?keyword=baker`);
    expect(await pages.violations(shown)).toEqual([]);
    await shown.context().close();
  });

  test('passes its address on: by what the device offers, else as a copied link', async () => {
    const [job] = (await service.search({ keyword: 'welder' })).body.jobs;
    const shown = await pages.open(`${service.url}/jobs/${job.id}`);
    await shown.evaluate(`
      globalThis.shared = [];
      navigator.share = async (data) => void shared.push(data.url);
      navigator.clipboard.writeText = async (text) => void shared.push('copied ' + text);
    `);
    const share = shown.getByRole('button', { name: 'Share' });
    await share.click();
    await shown.waitForFunction('shared.length === 1');
    await shown.evaluate('navigator.share = async () => { throw new DOMException("", "NotAllowedError"); }');
    await share.click();
    await shown.getByText('Link copied.').waitFor();
    const address = `${service.url}/jobs/${job.id}`;
    expect(await shown.evaluate('shared')).toEqual([address, `copied ${address}`]);
    await shown.context().close();
  });

  test('that is gone says so', async () => {
    const { status, body } = await text('/jobs/job_0000000000000000');
    expect([status, load(body)('h1').text()]).toEqual([404, 'This job is gone']);
  });
});

describe('the page of what jobs pay', () => {
  test('has a distribution, groups and their medians, without scripts and violations', async () => {
    const { status, body } = await text('/salaries?keyword=baker&currency=EUR&sortBy=recent');
    const $ = load(body);
    expect([status, $('h1').text()]).toEqual([200, 'Pay: baker']);
    expect($('main').text()).toMatch(/Pay is stated by 14 jobs of 14\. Half of them pay up to about €\d\dK a year/);
    expect($('.pay-groups a[href*="location=Berlin"]').length).toBe(1);
    expect($('select option[selected]').attr('value')).toBe('EUR');
    const shown = await pages.open(`${service.url}/salaries?keyword=baker`, { width: 360 });
    expect(await pages.violations(shown)).toEqual([]);
    expect(await shown.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await shown.context().close();
  });

  test('says when too few state it, and what is wrong with a search', async () => {
    expect((await text('/salaries?keyword=welder')).body).toContain('Too few to say what is paid');
    const { status, body } = await text('/salaries?jobType=fultime');
    expect([status, load(body)('.note').text()]).toEqual([400, expect.stringContaining('Did you mean "full time"?')]);
  });
});

test('the start page has the newest jobs, of each company two at most', async () => {
  const $ = load((await text('/')).body);
  expect($('#newest .job').length).toBe(2);
  expect($('#newest a[href="/salaries"]').length).toBe(1);
});

test('crawlers are told what they may read', async () => {
  expect((await text('/robots.txt')).body).toBe(
    `User-agent: *\nAllow: /jobs/\nAllow: /companies\nAllow: /api/docs\nDisallow: /api/\nDisallow: /?\nDisallow: /search\nDisallow: /salaries\nDisallow: /mcp\n\nSitemap: ${service.url}/sitemap.xml\n`,
  );
  expect((await text('/llms.txt')).body).toContain(`${service.url}/api/openapi.json`);
  const { jobs } = (await service.search({ keyword: 'baker' })).body;
  const map = await text('/sitemap.xml');
  expect(map.body.match(/<loc>/g)).toHaveLength(15);
  expect(map.body).toContain(`<loc>${service.url}/jobs/${jobs[0]?.id}</loc><lastmod>${new Date().getUTCFullYear()}`);
  const closed = await startService({ sources: [], environment: {}, redis: service.redis, worker: false });
  expect(await (await fetch(`${closed.url}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n');
  expect((await fetch(`${closed.url}/llms.txt`)).status).toBe(404);
  expect((await fetch(`${closed.url}/sitemap.xml`)).status).toBe(404);
  await closed.close();
});
