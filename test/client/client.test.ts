import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createClient, type LiveEvent, ProblemError } from '../../client/client.js';
import type { ExportLine } from '../../shared/export/export-chunk.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { issueKey } from '../lib/issue-key.js';
import { buildClient } from '../lib/processes/build-client.js';
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

  test('looks postings up by address and id', async () => {
    const client = createClient({ url: service.url });
    const [job] = (await client.search({ keyword: 'engineer', limit: '1' })).jobs;
    const asked = { urls: [job?.url ?? '', 'https://elsewhere.example/1'], ids: [job?.id ?? ''] };
    const { jobs } = await client.lookup(asked);
    expect(jobs.map(({ state, id }) => [state, id])).toEqual([
      ['open', job?.id],
      ['unknown', null],
      ['open', job?.id],
    ]);
  });

  test('counts, completes and reads a search as a table', async () => {
    const client = createClient({ url: service.url });
    expect((await client.facets({ keyword: 'engineer' })).total).toBe(30);
    // The words of held jobs are published a second after the first board, and then once a minute.
    let { titles } = await client.suggest('engin');
    for (const ends = Date.now() + 75_000; titles.length === 0 && Date.now() < ends; await wait(200))
      ({ titles } = await client.suggest('engin'));
    expect(titles[0]?.word).toMatch(/^Engineer/);
    const table = await client.feed({ keyword: 'engineer', limit: '5' }, 'csv', { waitSeconds: 10 });
    expect(table.trim().split('\r\n')).toHaveLength(6);
    expect(await (await fetch(client.feedUrl({ keyword: 'engineer', limit: '5' }, 'csv'))).text()).toBe(table);
    await expect(client.feed({ limit: '0' })).rejects.toMatchObject({ code: 'invalid-request' });
  });

  test('exports with a key, and knows its plan', async () => {
    const client = createClient({ url: service.url, key: await issueKey(service.redis.url) });
    const read = async (request: Parameters<typeof client.exportLines>[0]) => {
      const lines: ExportLine[] = [];
      for await (const line of client.exportLines(request)) lines.push(line);
      return lines;
    };
    const lines = await read({ keyword: 'engineer' });
    expect(lines.filter(({ change }) => change === 'added')).toHaveLength(30);
    const end = lines.at(-1);
    if (end?.change !== 'end' || end.cursor === null) throw new Error('The export has no end.');
    expect((await read({ cursor: end.cursor })).map(({ change }) => change)).toEqual(['begin', 'end']);
    const details: (number | undefined)[] = [];
    const me = await client.me({ onResponse: ({ limit }) => details.push(limit?.remaining) });
    expect([me.plan, me.quota.remaining]).toEqual(['pro', details[0]]);
  });

  test('creates, reads, pauses, resumes and deletes a watch', async () => {
    const client = createClient({ url: service.url, key: await issueKey(service.redis.url) });
    const { secret, ...made } = await client.createWatch({
      search: { keyword: 'nurse' },
      url: 'http://127.0.0.1:9/hook',
    });
    expect([secret, made.state, made.search.keyword]).toEqual([expect.stringMatching(/^whsec_/), 'active', 'nurse']);
    expect(await client.watches()).toEqual([made]);
    expect((await client.pauseWatch(made.id)).state).toBe('paused');
    expect((await client.resumeWatch(made.id)).state).toBe('active');
    expect(await client.watch(made.id)).toEqual(made);
    expect(await client.testWatch(made.id)).toEqual({
      ...{ id: expect.stringMatching(/^msg_\w{32}$/), accepted: false },
      reason: 'The address could not be reached: ECONNREFUSED.',
    });
    const [tested] = await client.watchDeliveries(made.id);
    expect(tested).toMatchObject({ n: 1, type: 'watch.test', accepted: false, status: null, nextAt: null });
    await expect(client.redeliver(made.id, 1)).rejects.toMatchObject({ code: 'not-found' });
    expect((await client.changeWatch(made.id, { search: { keyword: 'welder' } })).search.keyword).toBe('welder');
    expect((await client.rotateWatchSecret(made.id)).secret).not.toBe(secret);
    await client.deleteWatch(made.id);
    expect(await client.watches()).toEqual([]);
    await expect(client.watch(made.id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(createClient({ url: service.url }).watches()).rejects.toMatchObject({ code: 'key-required' });
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
