import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Job } from '../../../shared/search/job.js';
import { type LookupAnswer, lookupAnswerSchema } from '../../../shared/search/lookup.js';
import { closeLater } from '../../lib/close-later.js';
import { startFakeBoard } from '../../lib/fake-board.js';
import { boardSource, startService } from '../../lib/start-service.js';

const later = closeLater();

/** Enough that a board without the first is not doubted. */
const openings = Array.from({ length: 20 }, (_, at) => ({
  id: 40_000 + at,
  title: ['Cook', 'Baker'][at] ?? `Porter ${at}`,
}));

/** Addresses of callers, each with a quota of its own. */
function manyCallers() {
  let last = 0;
  return {
    next() {
      last += 1;
      return `203.0.${last >> 8}.${last & 255}`;
    },
  };
}

/** A board of openings, and a way to ask about them. */
async function open() {
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', openings);
  const service = later(
    await startService({
      sources: [boardSource('acme', board.baseUrl)],
      environment: { FRESH_SECONDS: '1', TRUST_PROXY: '1' },
    }),
    (each) => each.close(),
  );
  const ask = (body: unknown, caller = '198.51.100.1') =>
    fetch(`${service.url}/api/jobs/lookup`, {
      ...{
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': caller },
        body: JSON.stringify(body),
      },
    });
  const callers = manyCallers();
  const lookUp = async (body: unknown): Promise<LookupAnswer> =>
    lookupAnswerSchema.parse(await (await ask(body, callers.next())).json());
  const { jobs } = (await service.search({ limit: '100' })).body as { jobs: Job[] };
  const [baker, cook] = ['Baker', 'Cook'].map((title) => jobs.find((job) => job.title === title));
  if (baker === undefined || cook === undefined) throw new Error('The board was not read.');
  return { board, service, ask, lookUp, callers, baker, cook };
}

test('says of addresses and ids what is open, closed since when, and unknown', async () => {
  const { board, service, lookUp, callers, baker, cook } = await open();
  const unknownId = 'job_0000000000000000';
  const asked = {
    urls: [`${baker.url}?utm_source=news`, 'https://elsewhere.example/jobs/1', `${cook.url}/apply`],
    ids: [cook.id, unknownId],
  };
  const first = await lookUp(asked);
  expect(first.jobs.map((job) => [job.asked, job.state, job.id])).toEqual([
    [asked.urls[0], 'open', baker.id],
    [asked.urls[1], 'unknown', null],
    [asked.urls[2], 'open', cook.id],
    [cook.id, 'open', cook.id],
    [unknownId, 'unknown', null],
  ]);
  expect(first.jobs[0]).toMatchObject({ title: 'Baker', url: baker.url, source: 'acme', closedAt: null });
  expect(first.partial).toBe(false);

  board.setJobs('acme', openings.slice(1));
  let now = await lookUp(asked);
  for (; now.jobs[2]?.state !== 'closed'; now = await lookUp(asked)) {
    await service.search({}, { 'x-forwarded-for': callers.next() });
    await pause(100);
  }
  const closedAt = now.jobs[2]?.closedAt ?? '';
  expect(Date.parse(closedAt)).toBeGreaterThan(Date.parse(now.jobs[2]?.lastSeenAt ?? ''));
  expect(now.jobs.map((job) => [job.state, job.closedAt])).toEqual([
    ['open', null],
    ['unknown', null],
    ['closed', closedAt],
    ['closed', closedAt],
    ['unknown', null],
  ]);

  // Posted again under the same number, it is open at its address, too.
  board.setJobs('acme', openings);
  for (; now.jobs[2]?.state !== 'open'; now = await lookUp(asked)) {
    await service.search({}, { 'x-forwarded-for': callers.next() });
    await pause(100);
  }
  expect(now.jobs[3]?.state).toBe('open');
}, 60_000);

test('counts as one search, and refuses what is no address, no id, or too many of them', async () => {
  const { ask, baker } = await open();
  const left = (response: Response) => Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]);
  const one = left(await ask({ ids: [baker.id] }));
  expect(left(await ask({ ids: [baker.id], urls: [baker.url] }))).toBe(one - 1);
  const errorsOf = async (body: unknown) => {
    const response = await ask(body);
    const { code, errors } = (await response.json()) as { code: string; errors: { pointer: string; code: string }[] };
    return [response.status, code, errors.map((error) => `${error.pointer} ${error.code}`).join()];
  };
  const refused = (...errors: string[]) => [400, 'invalid-request', errors.join()];
  expect(await errorsOf([])).toEqual(refused('# not-an-object'));
  expect(await errorsOf({})).toEqual(refused('# out-of-range'));
  expect(await errorsOf({ url: ['https://a.example'] })).toEqual(refused('#/url unknown-field'));
  expect(await errorsOf({ urls: 'https://a.example' })).toEqual(refused('#/urls unknown-value'));
  expect(await errorsOf({ urls: ['a.example', 5], ids: ['17'] })).toEqual(
    refused('#/urls/0 unknown-value', '#/urls/1 not-a-string', '#/ids/0 unknown-value'),
  );
  expect(await errorsOf({ urls: [`https://a.example/${'x'.repeat(4000)}`] })).toEqual(refused('#/urls/0 too-long'));
  const many = Array.from({ length: 101 }, () => baker.id);
  expect(await errorsOf({ ids: many })).toEqual(refused('# out-of-range'));
  expect((await ask({ ids: many.slice(1) })).status).toBe(200);
}, 60_000);
