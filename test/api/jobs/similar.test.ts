import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { roleOf } from '../../../api/jobs/similar.js';
import { type CompanyAnswer, companyAnswerSchema } from '../../../shared/search/company.js';
import type { Job } from '../../../shared/search/job.js';
import { similarAnswerSchema } from '../../../shared/search/similar.js';
import { type FakeBoard, type FakeJob, startFakeBoard } from '../../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let board: FakeBoard;
let service: TestService;

const opening = (id: number, title: string, company: string, place: string): FakeJob => ({
  ...{ id, title, company, place },
  content: `<p>At ${company} you work as ${title} with the team of ${place}, number ${id}.</p><p>Salary: €${50 + (id % 10)},000 per year</p>`,
  postedAt: '2026-11-20T08:00:00Z',
});

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [
    opening(1, 'Senior Pastry Chef', 'Acme Inc.', 'Berlin, Germany'),
    opening(2, 'Pastry Chef', 'ACME', 'Berlin, Germany'),
    ...[3, 4, 5, 6].map((id) => opening(id, `Pastry Chef ${id}`, 'Acme', 'Munich, Germany')),
    opening(7, 'Warehouse Manager', 'Acme Foods', 'Berlin, Germany'),
  ]);
  board.setJobs('beta', [
    opening(21, 'Pastry Chef', 'Beta', 'Berlin, Germany'),
    opening(22, 'Pastry Chef', 'Gamma', 'Hamburg, Germany'),
    opening(23, 'Pastry Chef', 'Delta', 'Chicago, IL'),
    opening(24, 'Software Engineer', 'Epsilon', 'Berlin, Germany'),
    // The same opening of Acme on another board.
    {
      ...opening(25, 'Senior Pastry Chef', 'Acme Inc.', 'Berlin, Germany'),
      content: opening(1, 'Senior Pastry Chef', 'Acme Inc.', 'Berlin, Germany').content ?? '',
    },
  ]);
  service = await startService({
    sources: ['acme', 'beta'].map((id) => boardSource(id, board.baseUrl)),
    environment: { INDEXING: 'on' },
  });
});
afterAll(async () => {
  await service.close();
  await board.close();
});

const found = async (keyword: string): Promise<Job[]> => (await service.search({ keyword, limit: '50' })).body.jobs;

describe('similar jobs', () => {
  test('are those of other companies with the title, the nearest first, and never the job itself', async () => {
    const [job] = await found('"senior pastry chef"');
    const { status, headers, body } = await service.get(`/api/jobs/${job?.id}/similar`);
    expect(status).toBe(200);
    expect(headers.get('RateLimit')).toContain('free');
    const { jobs, partial } = similarAnswerSchema.parse(body);
    expect(partial).toBe(false);
    expect(jobs.map(({ company }) => company.name)).toEqual(['Beta', 'Gamma', 'Delta']);
    const { body: unknown, status: gone } = await service.get('/api/jobs/job_0000000000000000/similar');
    expect([gone, unknown.code]).toEqual([404, 'not-found']);
  });

  test('stand on the page of the job, with a link to its company', async () => {
    const [job] = await found('"senior pastry chef"');
    const page = await (await fetch(`${service.url}/jobs/${job?.id}`)).text();
    const similar = page.slice(page.indexOf('Similar jobs</h2>'));
    expect(similar.match(/class="name" dir="auto">[^<]+/g)?.map((text) => text.split('>')[1])).toEqual([
      'Beta',
      'Gamma',
      'Delta',
    ]);
    expect(page).toContain('href="/companies/acme"');
  });
});

test.each([
  ['Senior Nurse (m/f/d) – Night Shift: Berlin', 'senior nurse night shift'],
  ['C++ / C# Developer [Remote] | Team X', 'c++ c# developer'],
  ['NOT a "Manager" OR (Lead) AND -Chef', 'a manager chef'],
  ['title:x company:"y"', 'title'],
  ['!!!', ''],
])('the role of %s is %s', (title, role) => expect(roleOf(title)).toBe(role));

describe('a company', () => {
  const company = async (key: string): Promise<CompanyAnswer> =>
    companyAnswerSchema.parse((await service.get(`/api/companies/${key}`)).body);

  test('is all its openings, however its name is written, and no other company whose name begins alike', async () => {
    await found('pastry');
    const { total, jobs, facets, name, key, sources } = await company('acme');
    expect({ total, key }).toEqual({ total: 6, key: 'acme' });
    expect(name).toMatch(/^acme/i);
    expect(jobs).toHaveLength(6);
    expect(jobs.some(({ title }) => title === 'Warehouse Manager')).toBe(false);
    expect(facets.places).toEqual([
      { word: '', jobs: 6 },
      { word: 'Munich, Germany', jobs: 4 },
      { word: 'Berlin, Germany', jobs: 2 },
    ]);
    expect(facets.salary).toMatchObject({ any: 6, unknown: 0 });
    expect(sources).toContain('acme');
    expect((await company('acmefoods')).total).toBe(1);
    expect((await company('ACME%20Inc.')).key).toBe('acme');
  });

  test.each(['nobody', '%2e%2e%20', 'x'.repeat(300)])('%s is none that is held', async (key) => {
    const { status, body } = await service.get(`/api/companies/${key}`);
    expect([status, body.code]).toEqual([404, 'not-found']);
  });

  test('has a page for readers without scripts and for search engines, and stands in the directory', async () => {
    const page = await fetch(`${service.url}/companies/acme`);
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(text).toMatch(/<title>Jobs at acme/i);
    expect(text).toContain(`<link rel="canonical" href="${service.url}/companies/acme"/>`);
    expect(text).toMatch(
      /<meta name="description" content="Jobs at acme[^"]*; Munich, Germany; Berlin, Germany – 6 openings/i,
    );
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    expect(JSON.parse(data)).toMatchObject({ '@type': 'Organization', name: expect.stringMatching(/^acme/i) });
    expect(text).toContain('6 of 6 openings state their pay');
    expect((await fetch(`${service.url}/companies/nobody`)).status).toBe(404);
    const byName = await fetch(`${service.url}/companies/Acme%20Inc.`);
    expect(new URL(byName.url).pathname).toBe('/companies/acme');
    let directory = '';
    // Workers publish the names some time after a board was read.
    while (!directory.includes('href="/companies/acme"'))
      directory = await (await fetch(`${service.url}/companies`)).text();
    const initial = await (await fetch(`${service.url}/companies?letter=b`)).text();
    expect(initial).toContain('href="/companies/beta"');
    expect(initial).not.toContain('href="/companies/acme"');
  });
});
