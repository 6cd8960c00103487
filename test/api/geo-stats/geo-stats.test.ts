import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { boardSource, type Searched, startService, type TestService } from '../../lib/start-service.js';

let board: FakeBoard;
let service: TestService;
const pays = [90_000, 100_000, 110_000, 120_000, 130_000, 150_000];

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs(
    'acme',
    pays.map((pay, index) => ({
      id: index + 1,
      title: 'Baker',
      place: 'Austin, TX',
      content: `<p>We bake bread. Salary: $${pay.toLocaleString('en-US')} per year.</p>`,
    })),
  );
  board.setJobs('beta', [
    { id: 50, title: 'Baker', place: 'Munich, Germany' },
    { id: 51, title: 'Baker', place: 'Somewhere Over The Rainbow' },
  ]);
  board.setMood('gamma', { kind: 'status', status: 500 });
  service = await startService({
    sources: ['acme', 'beta', 'gamma'].map((id) => boardSource(id, board.baseUrl)),
    environment: { PARTIAL_SECONDS: '60' },
  });
  await service.search({ keyword: 'baker', location: 'Austin, TX' });
  await service.search(
    { keyword: 'baker', location: 'Austin, TX' },
    { 'user-agent': 'Mozilla/5.0 (compatible; GPTBot/1.2)' },
  );
  await service.search({ keyword: 'baker' }, { referer: 'https://chatgpt.com/' });
  // Searches are recorded some time after their responses, and places some time after their collections.
  await until(async () => {
    const { searches, places } = (await service.get('/api/geo-stats')).body;
    return searches.total === 3 && places.reduce((sum: number, { jobs }: { jobs: number }) => sum + jobs, 0) === 8;
  });
});
afterAll(async () => {
  await service.close();
  await board.close();
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 5000;
  while (!(await holds())) if (Date.now() > end) throw new Error('It never came true.');
}

const ask = async (query = ''): Promise<Searched> => service.get(`/api/geo-stats${query}`);
// biome-ignore lint/suspicious/noExplicitAny: a body of any shape
const at = (body: any, place: string | null) =>
  body.places.find((each: { place: string | null }) => each.place === place);

describe('GET /api/geo-stats', () => {
  test('reports demand, supply, workplaces, pay, speed and freshness of each place', async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(at(body, 'Austin, TX')).toMatchObject({
      city: 'Austin',
      region: 'TX',
      country: 'US',
      lat: expect.closeTo(30.27, 1),
      lon: expect.closeTo(-97.74, 1),
      searches: 2,
      jobs: 6,
      salary: { currency: 'USD', known: 6 },
      tookMs: { p50: expect.any(Number), p95: expect.any(Number) },
      lastCollectedAt: expect.any(String),
    });
    expect(Math.abs(at(body, 'Austin, TX').salary.medianYearly / 115_000 - 1)).toBeLessThan(0.02);
    expect(at(body, 'Munich, DE').salary).toEqual({ currency: null, known: 0, medianYearly: null });
    expect(at(body, null)).toMatchObject({ city: null, country: null, lat: null, lon: null, searches: 1, jobs: 1 });
    for (const { jobs, workplaces } of body.places)
      expect(Object.values<number>(workplaces).reduce((sum, count) => sum + count, 0)).toBe(jobs);
  });

  test('reports totals over all searches, each source and each worker', async () => {
    const { body } = await ask();
    expect(body.searches).toMatchObject({ total: 3, cached: expect.any(Number), failed: 0 });
    expect(body.searches.cached + body.searches.collected).toBe(3);
    const source = (name: string) => body.sources.find((each: { name: string }) => each.name === name);
    expect(source('acme')).toMatchObject({ status: 'ok', asked: 1, answered: 1, timedOut: 0, failed: 0, jobs: 6 });
    expect(body.sourceCounts).toEqual({ total: 3, ok: 2, resting: 1 });
    expect(body.sources[0].name).toBe('gamma');
    expect(source('gamma')).toMatchObject({ status: 'resting', asked: 1, answered: 0, failed: 1, lastAnswerAt: null });
    expect(body.workers).toEqual([expect.objectContaining({ id: 'worker-1', finished: expect.any(Number) })]);
    expect(body.window.hours).toBe(24);
    expect(body.series).toHaveLength(24);
    expect(body.series.at(-1)).toMatchObject({ searches: 3, jobs: 8, fromEngines: 2 });
  });

  test('reports which generative engines called, and how', async () => {
    const { body } = await ask();
    expect(body.generativeEngines).toMatchObject({ requests: 3, fromEngines: 2, share: 0.667 });
    expect(body.generativeEngines.engines).toEqual([
      {
        engine: 'openai',
        requests: 2,
        kinds: { agent: 0, crawler: 1, referral: 1 },
        lastSeenAt: expect.any(String),
      },
    ]);
  });

  test('groups by region and country, filters by country and returns only the busiest', async () => {
    const byCountry = (await ask('?level=country')).body;
    expect(at(byCountry, 'US')).toMatchObject({ city: null, region: null, jobs: 6, lat: expect.closeTo(30.27, 1) });
    expect(at((await ask('?level=region')).body, 'TX, US')).toMatchObject({ region: 'TX', jobs: 6 });
    expect((await ask('?country=de')).body.places.map(({ place }: { place: string }) => place)).toEqual(['Munich, DE']);
    expect((await ask('?country=de')).body.totals).toMatchObject({ places: 1, searches: 0, jobs: 1 });
    const first = (await ask('?top=1')).body;
    expect(first.places).toHaveLength(1);
    expect(first.totals).toMatchObject({ places: 2, searches: 3, jobs: 8 });
    expect((await ask('?hours=1')).body.window.hours).toBe(1);
    expect((await ask('?days=2')).body).toMatchObject({ window: { hours: 48 }, series: { length: 2 } });
  });

  test('is cacheable for half a minute, and returns 304 while nothing changed', async () => {
    const { headers, body } = await ask();
    expect(headers.get('cache-control')).toBe('max-age=30');
    expect(headers.get('link')).toBe('</geo#definitions>; rel="describedby"');
    expect(body.definitions).toBe('/geo#definitions');
    const tag = headers.get('etag') ?? '';
    const again = async () =>
      fetch(`${service.url}/api/geo-stats`, { headers: { 'if-none-match': tag } }).then(({ status }) => status);
    expect(await again()).toBe(304);
    await service.search({ keyword: 'baker', location: 'Munich' });
    await until(async () => (await again()) === 200);
  });

  test.each([
    ['hours=0', '#/hours', 'out-of-range', 'Digits only, from 1 to 168.'],
    ['hours=169', '#/hours', 'out-of-range', 'Digits only, from 1 to 168.'],
    ['hours=1&hours=2', '#/hours', 'out-of-range', 'Digits only, from 1 to 168.'],
    ['days=91', '#/days', 'out-of-range', 'Digits only, from 1 to 90.'],
    ['country=Germany', '#/country', 'unknown-value', 'A country by its two letters (ISO 3166-1), such as DE.'],
    ['level=street', '#/level', 'unknown-value', 'One of city, region, country.'],
    ['top=501', '#/top', 'out-of-range', 'Digits only, from 1 to 500.'],
    ['hours=1&days=1', '#/days', 'conflict', 'Send "hours" or "days", not both.'],
    ['hour=1', '#/hour', 'unknown-field', 'There is no parameter "hour". Did you mean "hours"?'],
  ])('refuses ?%s', async (query, pointer, code, detail) => {
    const { status, headers, body } = await ask(`?${query}`);
    expect(status).toBe(400);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({ code: 'invalid-request', detail, errors: [{ pointer, code, detail }] });
  });

  test('lists every mistake in one response', async () => {
    const { body } = await ask('?hours=x&top=y');
    expect(body).toMatchObject({ detail: '2 parameters need attention.' });
  });
});
