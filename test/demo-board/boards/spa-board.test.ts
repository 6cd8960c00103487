import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Browser, chromium } from 'playwright';
import { z } from 'zod';
import type { DemoPosting } from '../../../demo-board/postings/posting.js';
import { type Served, serveDemo } from '../lib/serve-demo.js';

let demo: Served;
let browser: Browser;
beforeAll(async () => {
  [demo, browser] = await Promise.all([
    serveDemo(300),
    chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell' }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await demo.close();
});

const jobPostings = z.array(
  z.looseObject({ '@type': z.literal('JobPosting'), title: z.string(), url: z.url(), description: z.string() }),
);

type Rendered = {
  html: string;
  jobs: z.infer<typeof jobPostings>;
  links: string[];
  next: string | null;
  errors: string[];
};

/** Opens a page in Chromium and reads it once its script reports that it is done. */
async function render(path: string): Promise<Rendered> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  try {
    await page.goto(`${demo.origin}${path}`, { waitUntil: 'domcontentloaded' });
    await page.waitForSelector('[data-state=ready]', { timeout: 5000 });
    const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
    const links = await page
      .locator('a.job')
      .evaluateAll((list) => list.map((link) => link.getAttribute('href') ?? ''));
    const next =
      (await page.locator('a[rel=next]').count()) > 0 ? await page.locator('a[rel=next]').getAttribute('href') : null;
    return {
      html: await page.content(),
      jobs: blocks.flatMap((block) => jobPostings.parse(JSON.parse(block))),
      links,
      next,
      errors,
    };
  } finally {
    await page.close();
  }
}

const textsOf = ({ title, companyName, locationText, descriptionHtml }: DemoPosting): string[] => [
  title,
  companyName,
  locationText,
  descriptionHtml
    .replace(/<[^>]+>/g, '\n')
    .split('\n')
    .find((line) => line.length > 40) ?? title,
];

describe('over plain HTTP', () => {
  test('no page, script or data contains a word of a posting', async () => {
    const [posting] = demo.on('spa');
    if (!posting) throw new Error('no postings');
    const paths = [
      '/spa/jobs',
      '/spa/app.js',
      '/spa/data',
      '/spa/data?q=nurse',
      posting.path,
      `/spa/data/${posting.id}`,
    ];
    for (const path of paths) {
      const response = await demo.get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-encoding')).toBeNull();
      const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
      expect(body).not.toContain('JobPosting');
      for (const one of demo.on('spa'))
        for (const text of textsOf(one).filter((word) => word.length > 8)) expect(body).not.toContain(text);
    }
  });

  test('a posting that does not exist is a 404', async () => {
    expect((await demo.get('/spa/jobs/nothing')).status).toBe(404);
    expect((await demo.get('/spa/data/nothing')).status).toBe(404);
  });
});

describe('in a browser', () => {
  test('a page shows 40 cards and describes the same 40 as JobPosting in one block', async () => {
    const { jobs, links, errors } = await render('/spa/jobs');
    expect(errors).toEqual([]);
    expect(links).toHaveLength(40);
    expect(jobs.map(({ url }) => url)).toEqual(links.map((path) => `${demo.origin}${path}`));
    const postings = new Map(demo.on('spa').map((posting) => [`${demo.origin}${posting.path}`, posting]));
    for (const { url, title, description } of jobs) {
      expect(title).toBe(postings.get(url)?.title);
      expect(description).toBe(postings.get(url)?.descriptionHtml);
    }
  });

  test('the pages link to every posting of the board', async () => {
    const found: string[] = [];
    for (let next: string | null = '/spa/jobs'; next; ) {
      const page: Rendered = await render(next);
      found.push(...page.links);
      next = page.next;
    }
    expect(new Set(found)).toEqual(new Set(demo.on('spa').map(({ path }) => path)));
    expect(found).toHaveLength(new Set(found).size);
  });

  test('filters by words and place', async () => {
    const { jobs } = await render('/spa/jobs?q=nurse&where=');
    expect(jobs.length).toBeGreaterThan(0);
    for (const { title, description } of jobs) expect(`${title} ${description}`).toMatch(/nurse/i);
  });

  test('says so when nothing matches: an empty list of postings, in text and as data', async () => {
    const { html, jobs, links } = await render('/spa/jobs?q=zeppelin+captain');
    expect(html).toContain('No openings for “zeppelin captain”');
    expect(html).toContain('application/ld+json');
    expect([...jobs, ...links]).toEqual([]);
  });

  test('each posting has its own page', async () => {
    const [posting] = demo.on('spa');
    const { html, jobs } = await render(posting?.path ?? '');
    expect(jobs).toHaveLength(1);
    expect(html).toContain(posting?.descriptionHtml.slice(0, 20));
  });

  test('what is typed is escaped', async () => {
    const { html, errors } = await render(`/spa/jobs?q=${encodeURIComponent('<img src=x onerror=alert(1)>')}`);
    expect(errors).toEqual([]);
    expect(html).not.toContain('<img src=x');
  });
});
