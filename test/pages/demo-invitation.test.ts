import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { openPages, type Pages } from '../lib/open-pages.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

let board: FakeBoard;
let pages: Pages;
const services: TestService[] = [];

beforeAll(async () => {
  pages = await openPages();
  board = await startFakeBoard();
});
afterAll(async () => {
  await pages.close();
  for (const service of services) await service.close();
  await board.close();
});

const start = async (...ids: string[]): Promise<TestService> => {
  const service = await startService({ sources: ids.map((id) => boardSource(id, board.baseUrl)) });
  services.push(service);
  return service;
};

test('a service that has only the demo board says so, and how real boards are added', async () => {
  const { url } = await start('demo-greenhouse');
  const page = await pages.open(`${url}/`);
  await page.getByRole('heading', { name: 'These jobs are invented' }).waitFor();
  expect(await pages.violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Choose boards' }).click();
  await page.getByRole('heading', { name: 'What are you looking for, and where?' }).waitFor();
  await page.context().close();
}, 90_000);

test('a service with a board of its own does not', async () => {
  const { url } = await start('demo-greenhouse', 'acme');
  const { checks } = (await (await fetch(`${url}/api`)).json()) as { checks: object };
  expect(checks).not.toHaveProperty('sources:demo');
}, 60_000);
