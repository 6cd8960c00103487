import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { type Served, serveDemo } from '../lib/serve-demo.js';

let demo: Served;
beforeAll(async () => {
  demo = await serveDemo(600);
});
afterAll(() => demo.close());

const base = '/greenhouse/v1/boards/northwind';

/** The documented format of a list of jobs (https://developers.greenhouse.io/job-board.html). */
const jobSchema = z.object({
  id: z.int(),
  internal_job_id: z.int(),
  title: z.string().min(1),
  absolute_url: z.url(),
  location: z.object({ name: z.string().min(1) }),
  updated_at: z.iso.datetime({ offset: true }),
  first_published: z.iso.datetime({ offset: true }),
  requisition_id: z.string().nullable(),
  company_name: z.string(),
  metadata: z.array(z.object({ id: z.int(), name: z.string(), value: z.unknown(), value_type: z.string() })).nullable(),
});
const contentSchema = jobSchema.extend({
  content: z.string(),
  departments: z.array(
    z.object({ id: z.int(), name: z.string(), parent_id: z.int().nullable(), child_ids: z.array(z.int()) }),
  ),
  offices: z.array(z.object({ id: z.int(), name: z.string(), location: z.string().nullable() })),
});
const listOf = <Schema extends z.ZodType>(job: Schema) =>
  z.object({ jobs: z.array(job), meta: z.object({ total: z.int() }) });

const unescapeOnce = (text: string): string =>
  text.replace(
    /&(lt|gt|quot|#39|amp);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name] ?? '',
  );

describe('the list of jobs', () => {
  test('holds every posting of the board in the documented format', async () => {
    const { jobs, meta } = listOf(contentSchema).parse(await (await demo.get(`${base}/jobs?content=true`)).json());
    const postings = new Map(demo.on('greenhouse').map((posting) => [Number(posting.id), posting]));
    expect(meta.total).toBe(postings.size);
    expect(new Set(jobs.map(({ id }) => id))).toEqual(new Set(postings.keys()));
    for (const job of jobs) {
      const posting = postings.get(job.id);
      expect(job.title).toBe(posting?.title);
      expect(job.company_name).toBe(posting?.companyName);
      expect(job.location.name).toBe(posting?.locationText);
      expect(new Date(job.first_published).toISOString()).toBe(posting?.postedAt);
      expect(unescapeOnce(job.content)).toContain(posting?.descriptionHtml);
    }
  });

  test('escapes the HTML of the content a second time', async () => {
    const { jobs } = listOf(contentSchema).parse(await (await demo.get(`${base}/jobs?content=true`)).json());
    for (const { content } of jobs) expect(content).not.toMatch(/[<>]/);
    expect(jobs.some(({ content }) => content.includes('&amp;nbsp;'))).toBe(true);
  });

  test('leaves content, departments and offices out unless they are requested', async () => {
    const { jobs } = listOf(z.looseObject({ id: z.int() })).parse(await (await demo.get(`${base}/jobs`)).json());
    expect(jobs.length).toBeGreaterThan(100);
    for (const job of jobs)
      for (const name of ['content', 'departments', 'offices']) expect(job).not.toHaveProperty(name);
  });

  test('states pay in a block or in prose, and nothing where there is none', async () => {
    const { jobs } = listOf(contentSchema).parse(await (await demo.get(`${base}/jobs?content=true`)).json());
    const postings = new Map(demo.on('greenhouse').map((posting) => [Number(posting.id), posting]));
    const seen = { block: 0, text: 0, none: 0 };
    for (const { id, content } of jobs) {
      const block = content.includes('pay-range');
      const stated = postings.get(id)?.stated.pay;
      expect(block).toBe(stated === 'field');
      seen[block ? 'block' : stated === 'text' ? 'text' : 'none']++;
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
  });

  test('links its jobs by URLs that open as pages', async () => {
    const { jobs } = listOf(jobSchema).parse(await (await demo.get(`${base}/jobs`)).json());
    for (const { absolute_url, title } of jobs.slice(0, 20)) {
      expect(absolute_url.startsWith(demo.origin)).toBe(true);
      const page = await fetch(absolute_url);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toContain('text/html');
      expect(await page.text()).toContain(title.replaceAll('&', '&amp;'));
    }
  });
});

describe('a single job', () => {
  test('equals that of the list, with its content', async () => {
    const [posting] = demo.on('greenhouse');
    const job = contentSchema.parse(await (await demo.get(`${base}/jobs/${posting?.id}`)).json());
    expect(job.title).toBe(posting?.title);
  });

  test('that does not exist is a 404 in JSON', async () => {
    const response = await demo.get(`${base}/jobs/99`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ status: 404, error: 'Job not found' });
  });
});

describe('the board', () => {
  test('has a name', async () => {
    expect(await (await demo.get(base)).json()).toMatchObject({ name: 'Northwind Talent' });
  });

  test('with an unknown name is a 404 in JSON', async () => {
    const response = await demo.get('/greenhouse/v1/boards/southwind/jobs?content=true');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/json');
  });

  test('can be read in a browser, page by page', async () => {
    const page = await (await demo.get('/greenhouse/northwind?where=Remote')).text();
    expect(page).toContain('class="job"');
    expect(page).toMatch(/\d+ openings in Remote/);
    expect((await demo.get('/greenhouse/northwind/jobs/1')).status).toBe(404);
  });
});
