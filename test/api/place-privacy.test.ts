import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

let board: FakeBoard;
let service: TestService;

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [
    { id: 1, title: 'Baker', place: 'Austin, TX' },
    { id: 2, title: 'Baker', place: 'Hiddenplace, TX' },
  ]);
  service = await startService({
    sources: [boardSource('acme', board.baseUrl)],
    environment: { TRUST_PROXY: '127.0.0.1' },
  });
});
afterAll(async () => {
  await service.close();
  await board.close();
});

type Place = { place: string | null; searches: number; jobs: number };

const search = (location: string, caller: number) =>
  service.search({ location }, { 'x-forwarded-for': `203.0.113.${caller}` });

/** The places of geo-stats once this many searches are counted. */
async function placesAfter(searches: number): Promise<{ all: string; places: Place[] }> {
  const end = Date.now() + 10_000;
  for (;;) {
    const { body } = await service.get('/api/geo-stats');
    const jobs = body.places.reduce((sum: number, each: Place) => sum + each.jobs, 0);
    if (body.searches.total === searches && jobs === 2) return { all: JSON.stringify(body), places: body.places };
    if (Date.now() > end) throw new Error(`${body.searches.total} searches and ${jobs} jobs are counted.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const at = (places: Place[], name: string | null) => places.find(({ place }) => place === name);

test('a place that the gazetteer lacks is named once five callers searched for it; until then the sums add up', async () => {
  for (const caller of [1, 1, 1, 1, 1, 1, 2, 3, 4]) await search('Secret Person, TX', caller);
  await search('austin tx', 1);
  const few = await placesAfter(10);
  expect(few.all).not.toMatch(/Secret|Hiddenplace/i);
  expect(at(few.places, null)).toMatchObject({ searches: 9, jobs: 1 });
  expect(at(few.places, 'Austin, TX')).toMatchObject({ searches: 1, jobs: 1 });

  await search('SECRET person, tx', 5);
  const enough = await placesAfter(11);
  expect(at(enough.places, 'Secret Person, TX')).toMatchObject({ searches: 1 });
  expect(enough.all).not.toMatch(/Hiddenplace/i);
  expect(enough.places.reduce((sum, { searches }) => sum + searches, 0)).toBe(11);
});

test('free text that names no place at all is never named', async () => {
  for (const caller of [1, 2, 3, 4, 5, 6]) await search('My Secret Diary', caller);
  expect((await placesAfter(17)).all).not.toMatch(/Diary/i);
});
