import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClient } from '../../../../client/client.js';
import { facetsAnswerSchema, facetWords } from '../../../../shared/search/facets.js';
import { type FakeBoard, startFakeBoard } from '../../../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../../../lib/start-service.js';

let board: FakeBoard;
let service: TestService;

const titles = ['Nurse', 'Senior Nurse', 'Nurse (part time)', 'Truck Driver', 'Senior Data Analyst'];
const places = ['Berlin', 'Remote', 'Leeds, UK'];

beforeAll(async () => {
  board = await startFakeBoard();
  board.setMood('gone', { kind: 'status', status: 500 });
  board.setJobs(
    'acme',
    Array.from({ length: 60 }, (_, at) => ({
      ...{ id: at + 1, title: titles[at % titles.length] ?? '', place: places[at % places.length] ?? '' },
      content: `<p>Opening ${at}: the work of the day, and then some more of it.</p>`,
    })),
  );
  service = await startService({ sources: [boardSource('acme', board.baseUrl), boardSource('gone', board.baseUrl)] });
});
afterAll(async () => {
  await service.close();
  await board.close();
});

const facets = async (body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(`${service.url}/api/jobs/facets`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
};

test('a first request runs the search, and its counts are those of the searches they promise', async () => {
  const query = { keyword: 'nurse', location: 'Berlin' };
  const { status, headers, body } = await facets(query);
  expect(status).toBe(200);
  const answer = facetsAnswerSchema.parse(body);
  expect(answer.query).toMatchObject(query);
  expect(headers.get('ratelimit')).toMatch(/^"free";r=99;/);
  expect(headers.get('cache-status')).toContain('fwd=miss');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(answer.facets.experienceLevel.map(({ word }) => word)).toEqual(['', ...facetWords.experienceLevel]);
  for (const field of ['jobType', 'remoteFilter', 'experienceLevel'] as const)
    for (const { word, jobs } of answer.facets[field]) {
      const { body: found } = await service.search({ ...query, [field]: word });
      expect([field, word, jobs]).toEqual([field, word, found.page.exact]);
    }
  expect(answer.facets.places.slice(0, 1)).toEqual([
    { word: '', jobs: (await service.search({ keyword: 'nurse' })).body.page.exact },
  ]);
  expect(answer.facets.companies.map(({ jobs }) => jobs)).toEqual([answer.total]);
});

test('a location that states the workplace says so for remoteFilter, too', async () => {
  const query = { location: 'Remote, Europe' };
  const asField = await facets({ location: 'Europe', remoteFilter: 'remote' });
  const { body } = await facets(query);
  expect([body.exact, asField.body.exact]).toEqual([20, 20]);
  const found = await Promise.all(
    ['', 'remote'].map(async (word) => {
      const { body: answer } = await service.search({ ...query, remoteFilter: word });
      return { word, jobs: answer.page.exact };
    }),
  );
  const others = ['on site', 'hybrid'].map((word) => ({ word, jobs: 0 }));
  expect(body.facets.remoteFilter).toEqual(expect.arrayContaining([...found, ...others]));
  const [without] = asField.body.facets.remoteFilter;
  expect(without).toEqual({ word: '', jobs: (await service.search({ location: 'Europe' })).body.page.exact });
});

test('after its search it is answered from the same postings, once counted', async () => {
  const query = { keyword: 'driver', page: '1' };
  const found = await service.search(query);
  const [first, second] = [await facets(query), await facets({ ...query, page: '0' })];
  expect(first.headers.get('cache-status')).toContain('hit');
  expect(first.body).toMatchObject({ total: found.body.page.total, collectedAt: found.body.collectedAt });
  expect(first.body.notices).toContain('Facets count the jobs of all pages, so page is not used.');
  expect(second.body.facets).toEqual(first.body.facets);
  expect(second.body.notices).toEqual(found.body.notices);
});

test('a source that is missing makes it partial', async () => {
  const { body } = await facets({ keyword: 'analyst' });
  expect(body).toMatchObject({ partial: true, sourceCounts: { total: 2, ok: 1 } });
  expect(body.total).toBeGreaterThan(0);
});

test('the body is checked as that of a search, and costs nothing when it is refused', async () => {
  const before = (await facets({ keyword: 'nurse' })).headers.get('ratelimit');
  expect(await facets({ jobType: 'fultime' })).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
  expect(await facets({}, { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
  const after = (await facets({ keyword: 'nurse' })).headers.get('ratelimit');
  expect(Number(/r=(\d+)/.exec(after ?? '')?.[1])).toBe(Number(/r=(\d+)/.exec(before ?? '')?.[1]) - 1);
  const got = await fetch(`${service.url}/api/jobs/facets`);
  expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
});

test('the client has it', async () => {
  const { total, facets: counts } = await createClient({ url: service.url }).facets({ keyword: 'nurse' });
  expect(counts.jobType[0]).toEqual({ word: '', jobs: total });
});
