import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let board: FakeBoard;
let service: TestService;
let answerNow: () => void = () => undefined;

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs('late', [{ id: 1, title: 'Baker', place: 'Berlin, Germany' }]);
  board.setMood('late', { kind: 'held', until: new Promise<void>((resolve) => (answerNow = resolve)) });
  const sources = [boardSource('late', board.baseUrl)];
  service = await startService({ sources, environment: { SCHEDULE: 'off' } });
});
afterAll(async () => {
  await service.close();
  await board.close();
});

/** What the browser is given at its first page. */
let cookie = '';

/** The ticket of the page of a search. */
async function ticketOf(keyword: string): Promise<string | undefined> {
  const response = await fetch(`${service.url}/?keyword=${keyword}`, { headers: { cookie } });
  cookie ||= response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const data = load(await response.text())('#page-data').text();
  return (JSON.parse(data) as { ticket: string | null }).ticket ?? undefined;
}

/** What is left of the quota after a search. */
async function leftAfter(keyword: string, ticket: string): Promise<number> {
  const { headers } = await service.search({ keyword }, { cookie, 'search-ticket': ticket, prefer: 'respond-async' });
  return Number(/;r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1]);
}

test('a search that its page hands over unfinished is counted once, and its ticket is for nothing else', async () => {
  const ticket = (await ticketOf('baker')) ?? '';
  expect(ticket).toMatch(/^[0-9a-f-]{36}$/);
  expect(await leftAfter('baker', ticket)).toBe(99);
  // It is used up.
  expect(await leftAfter('baker', ticket)).toBe(98);
  // One of another search, and none at all.
  const other = (await ticketOf('nurse')) ?? '';
  expect(await leftAfter('baker', other)).toBe(96);
  expect(await leftAfter('nurse', other)).toBe(95);
  expect(await leftAfter('baker', 'of-my-own')).toBe(94);
});

test('a page that comes with its whole answer has no ticket', async () => {
  answerNow();
  await service.search({ keyword: 'baker' });
  expect(await ticketOf('baker')).toBeUndefined();
});
