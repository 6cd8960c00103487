import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import type { DemoPosting } from '../../../demo-board/postings/posting.js';
import { type Served, serveDemo } from '../lib/serve-demo.js';

let demo: Served;
beforeAll(async () => {
  demo = await serveDemo(600);
});
afterAll(() => demo.close());

const pageOf = async (path: string) => load(await (await demo.get(path)).text());

/** Follows rel=next from a listing to its end and returns the URLs of all its cards. */
async function walk(path: string): Promise<string[]> {
  const found: string[] = [];
  for (let next: string | undefined = path; next; ) {
    const $ = await pageOf(next);
    found.push(
      ...$('a.job')
        .map((_, link) => $(link).attr('href'))
        .get(),
    );
    expect($('link[rel=next]').attr('href')).toBe($('a[rel=next]').attr('href'));
    next = $('a[rel=next]').attr('href');
  }
  return found;
}

const thing = z.looseObject({ '@type': z.string() });
const jobPosting = z.looseObject({
  '@type': z.literal('JobPosting'),
  title: z.string(),
  description: z.string(),
  datePosted: z.union([z.iso.date(), z.iso.datetime()]),
  hiringOrganization: z.looseObject({ name: z.string(), sameAs: z.url() }),
});

/** The JobPosting of a detail page, in whichever block it is. */
async function jobPostingOf({ path }: DemoPosting) {
  const $ = await pageOf(path);
  const blocks = $('script[type="application/ld+json"]')
    .map((_, script) => $(script).text())
    .get()
    .map((text): unknown => JSON.parse(text));
  const things = blocks.flatMap((block) => {
    const graph = z.object({ '@graph': z.array(thing) }).safeParse(block);
    return graph.success
      ? graph.data['@graph']
      : z.union([z.array(thing), thing.transform((one) => [one])]).parse(block);
  });
  return jobPosting.parse(things.find((one) => one['@type'] === 'JobPosting'));
}

const monetaryAmount = z.object({ currency: z.string().length(3), value: z.unknown().optional() });

/** Which of the pay formats a `baseSalary` uses; throws on one we do not intend to use. */
function salaryShape(baseSalary: unknown): 'text' | 'value' | 'flat' | 'range' | 'single' {
  const [salary] = [baseSalary].flat();
  if (typeof salary === 'string') return 'text';
  const { value } = monetaryAmount.parse(salary);
  if (typeof value === 'number') return 'value';
  if (value === undefined) return 'flat';
  const { value: single } = z.looseObject({ unitText: z.string(), value: z.unknown().optional() }).parse(value);
  return single === undefined ? 'range' : 'single';
}

describe('the listing', () => {
  test('shows 20 cards a page and links to every posting of the board', async () => {
    const $ = await pageOf('/careers/jobs');
    expect($('a.job')).toHaveLength(20);
    const found = await walk('/careers/jobs');
    expect(found).toHaveLength(new Set(found).size);
    expect(new Set(found)).toEqual(new Set(demo.on('careers').map(({ path }) => path)));
  });

  test('has the newest first', async () => {
    const paths = await walk('/careers/jobs');
    const postedAt = new Map(demo.on('careers').map((posting) => [posting.path, posting.postedAt]));
    const dates = paths.map((path) => postedAt.get(path) ?? '');
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test('counts pages from 1, and a page past the end is empty but valid', async () => {
    const first = await (await demo.get('/careers/jobs?page=1')).text();
    expect(await (await demo.get('/careers/jobs?page=0')).text()).toBe(first);
    expect(await (await demo.get('/careers/jobs?page=x')).text()).toBe(first);
    const beyond = await demo.get('/careers/jobs?page=900');
    expect(beyond.status).toBe(200);
    const $ = load(await beyond.text());
    expect($('a.job')).toHaveLength(0);
    expect($('[rel=next]')).toHaveLength(0);
  });

  test('filters by words', async () => {
    const found = await walk('/careers/jobs?q=nurse');
    expect(found.length).toBeGreaterThan(0);
    const shown = demo.on('careers').filter(({ path }) => found.includes(path));
    for (const { title, descriptionHtml } of shown) expect(`${title} ${descriptionHtml}`).toMatch(/nurse/i);
    const titled = demo.on('careers').filter(({ title }) => /\bnurse\b/i.test(title));
    for (const { path } of titled) expect(found).toContain(path);
  });

  test('filters by place, and the next page keeps both filters', async () => {
    const found = await walk('/careers/jobs?q=&where=United+States');
    expect(found.length).toBeGreaterThan(20);
    const shown = demo.on('careers').filter(({ path }) => found.includes(path));
    for (const { opening } of shown) {
      const inCountry = opening.places.some(({ country }) => country === 'US');
      expect(inCountry || opening.remoteRegion?.countries.includes('US')).toBe(true);
    }
    const $ = await pageOf('/careers/jobs?q=engineer&where=Remote');
    expect($('a.job').length).toBeGreaterThan(0);
    expect($('input[name=q]').val()).toBe('engineer');
  });

  test('says so when nothing matches', async () => {
    const $ = await pageOf('/careers/jobs?q=zeppelin+captain');
    expect($('a.job')).toHaveLength(0);
    expect($('main').text()).toContain('No openings for “zeppelin captain”');
  });

  test('escapes what was typed', async () => {
    const $ = await pageOf(`/careers/jobs?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect($('script')).toHaveLength(0);
    expect($('input[name=q]').val()).toBe('"><script>alert(1)</script>');
  });
});

describe('a detail page', () => {
  test('contains the posting as schema.org JobPosting', async () => {
    for (const posting of demo.on('careers')) {
      const job = await jobPostingOf(posting);
      expect(job.title).toBe(posting.title);
      expect(job.description).toBe(posting.descriptionHtml);
      expect(job.hiringOrganization.name).toBe(posting.companyName);
      expect(posting.postedAt.startsWith(job.datePosted.slice(0, 10))).toBe(true);
      expect('baseSalary' in job).toBe(posting.stated.pay === 'field');
      expect('employmentType' in job).toBe(posting.stated.jobType === 'field');
      expect(job.jobLocationType).toBe(posting.opening.workplace === 'remote' ? 'TELECOMMUTE' : undefined);
      expect('jobLocation' in job).toBe(posting.opening.places.length > 0);
    }
  });

  test('states pay in all the usual formats, with the intended amounts', async () => {
    const shapes = new Set<string>();
    for (const posting of demo.on('careers').filter(({ stated }) => stated.pay === 'field')) {
      const { baseSalary } = await jobPostingOf(posting);
      const shape = salaryShape(baseSalary);
      shapes.add(shape);
      const amounts = [posting.pay?.min, posting.pay?.max].flatMap((amount) => (amount ? [String(amount)] : []));
      const expected = shape === 'text' ? [posting.payText] : amounts;
      for (const text of expected) expect(JSON.stringify(baseSalary)).toContain(text);
    }
    expect([...shapes].sort()).toEqual(['flat', 'range', 'single', 'text', 'value']);
  });

  test('is as large as real ones', async () => {
    for (const { path } of demo.on('careers').slice(0, 40)) {
      const size = (await (await demo.get(path)).arrayBuffer()).byteLength;
      expect(size).toBeGreaterThan(4000);
      expect(size).toBeLessThan(20_000);
    }
  });

  test('has no link that a collector could take for a result', async () => {
    const [posting] = demo.on('careers');
    expect((await pageOf(posting?.path ?? ''))('a.job')).toHaveLength(0);
  });

  test('redirects to its full URL, and is 404 when there is none', async () => {
    const [posting] = demo.on('careers');
    for (const path of [`/careers/jobs/${posting?.id}`, `/careers/jobs/${posting?.id}/another-title`]) {
      const response = await demo.get(path);
      expect(response.status).toBe(301);
      expect(response.headers.get('location')).toBe(posting?.path);
    }
    expect((await demo.get('/careers/jobs/1/gone')).status).toBe(404);
    expect((await demo.get('/careers')).headers.get('location')).toBe('/careers/jobs');
  });
});

describe('the sitemap', () => {
  test('lists every detail page, and robots.txt names the sitemap', async () => {
    const robots = await (await demo.get('/robots.txt')).text();
    expect(robots).toContain('Allow: /');
    const address = /Sitemap: (.+)/.exec(robots)?.[1] ?? '';
    const xml = await (await fetch(address)).text();
    const sitemap = z
      .object({ urlset: z.object({ url: z.array(z.object({ loc: z.url(), lastmod: z.iso.datetime() })) }) })
      .parse(new XMLParser().parse(xml));
    expect(new Set(sitemap.urlset.url.map(({ loc }) => loc))).toEqual(
      new Set(demo.on('careers').map(({ path }) => `${demo.origin}${path}`)),
    );
  });
});
