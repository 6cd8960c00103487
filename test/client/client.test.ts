import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createClient, type LiveEvent, ProblemError } from '../../client/client.js';
import { buildClient } from '../lib/build-client.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { startChromium } from '../lib/start-chromium.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

let board: FakeBoard;
let service: TestService;
let folder: string;
let files: Map<string, string>;

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs(
    'acme',
    Array.from({ length: 30 }, (_, index) => ({ id: index, title: `Engineer ${index}` })),
  );
  service = await startService({ sources: [boardSource('acme', board.baseUrl)] });
  folder = mkdtempSync(join(tmpdir(), 'client-'));
  ({ files } = buildClient(folder));
});

afterAll(async () => {
  await service.close();
  await board.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the client, against a real service', () => {
  test('searches, and reads a complete job, statistics and health', async () => {
    const client = createClient({ url: service.url });
    const { jobs, page, next } = await client.search({ keyword: 'engineer', limit: '5' });
    expect([jobs.length, page.total, next?.page]).toEqual([5, 30, '1']);
    expect((await client.job(jobs[0]?.id ?? '')).description).toContain('wanted');
    expect((await client.geoStats({ hours: 1, level: 'country' })).window.hours).toBe(1);
    expect((await client.info()).status).toMatch(/pass|warn/);
  });

  test('iterates over every job of a search, and stops when the loop is left', async () => {
    const ids: string[] = [];
    for await (const { id } of createClient({ url: service.url }).jobs({ limit: '7' })) ids.push(id);
    expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
  });

  test('follows a search live to its response', async () => {
    const events: LiveEvent[] = [];
    for await (const event of createClient({ url: service.url }).live({ keyword: 'engineer', salary: '1' }))
      events.push(event);
    expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['search', 'source', 'result']));
    expect(events.at(-1)).toMatchObject({ event: 'result', answer: { partial: false } });
    const wrong = createClient({ url: service.url }).live({ limit: '0' }).next();
    await expect(wrong).rejects.toMatchObject({ code: 'invalid-request' });
  });

  test('throws a problem that names the field and the likely intent', async () => {
    const failing = createClient({ url: service.url }).search({ jobType: 'fultime' });
    await expect(failing).rejects.toThrow(ProblemError);
    await expect(failing).rejects.toMatchObject({
      problem: { errors: [{ pointer: '#/jobType', suggestion: 'full time' }] },
    });
    const wrong = createClient({ url: service.url, key: 'jsk_mistyped' }).search();
    await expect(wrong).rejects.toMatchObject({ code: 'invalid-key', status: 401 });
  });

  test('works in a browser', async () => {
    const browser = await startChromium();
    try {
      const context = await browser.newContext({ bypassCSP: true });
      const page = await context.newPage();
      await page.route(`${service.url}/client/*`, async (route) => {
        const body = files.get(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
        await route.fulfill({
          status: body === undefined ? 404 : 200,
          contentType: 'text/javascript',
          body: body ?? '',
        });
      });
      await page.goto(`${service.url}/api/docs`);
      const program = `import('/client/client.js').then(async ({ createClient }) => {
        const titles = [];
        for await (const job of createClient({ url: location.origin }).jobs({ limit: '20' })) titles.push(job.title);
        return titles;
      })`;
      expect(await page.evaluate<string[]>(program)).toHaveLength(30);
    } finally {
      await browser.close();
    }
  });
});
