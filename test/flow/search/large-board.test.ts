import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let board: FakeBoard;
let service: TestService;
const roles = ['Nurse', 'Baker', 'Welder', 'Teacher', 'Tram driver'];
const places = ['Berlin, Germany', 'Lyon, France', 'Austin, TX', 'Remote', 'Leeds, UK'];

beforeAll(async () => {
  board = await startFakeBoard();
  const jobs = Array.from({ length: 5000 }, (_, id) => ({
    id,
    title: `${roles[id % 5]} ${id}`,
    place: places[Math.floor(id / 5) % 5] ?? '',
    requisition: `R-${id}`,
  }));
  board.setJobs('acme', jobs);
  service = await startService({ sources: [boardSource('acme', board.baseUrl)] });
});

afterAll(async () => {
  await service.close();
  await board.close();
});

test('a board of 5,000 postings is collected once and serves every query', async () => {
  const first = await service.search({}, { prefer: 'wait=60' });
  expect(first.body).toMatchObject({ partial: false, page: { total: 5000 } });
  for (const keyword of ['', ...roles])
    for (const location of ['', 'Berlin', 'France']) {
      const { body } = await service.search({ keyword, location });
      expect(body.partial).toBe(false);
      expect(body.page.total).toBe(5000 / (keyword === '' ? 1 : 5) / (location === '' ? 1 : 5));
    }
  expect(board.asked).toEqual(['acme']);
}, 90_000);
