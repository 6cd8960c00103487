import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { createGate, type Gate } from '../../lib/gate.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let board: FakeBoard;
let service: TestService | null = null;
/** Held boards answer when it is open. */
let gate: Gate;

beforeEach(async () => {
  gate = createGate();
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  board.setJobs('beta', [{ id: 2, title: 'Baker' }]);
});

afterEach(async () => {
  gate.open();
  await service?.close();
  service = null;
  await board.close();
});

const holdBoards = (...boards: string[]): void => {
  for (const name of boards) board.setMood(name, { kind: 'held', until: gate.opened });
};
/** Resolves once `done` returns true. */
const until = async (done: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await done())) await new Promise((resolve) => setTimeout(resolve, 20));
};

const start = async (environment: Record<string, string> = {}, more: object = {}): Promise<TestService> => {
  service = await startService({
    sources: [boardSource('acme', board.baseUrl), boardSource('beta', board.baseUrl, more)],
    environment,
  });
  return service;
};

describe('an incomplete response says that it is incomplete', () => {
  test('names a failed source, and requests it again after its cooldown', async () => {
    board.setMood('beta', { kind: 'status', status: 500 });
    const { search } = await start({ PARTIAL_SECONDS: '1' });
    const { status, body } = await search({});
    expect(status).toBe(200);
    expect(body).toMatchObject({ partial: true, page: { total: 1 } });
    expect(body.sources[0]).toMatchObject({ name: 'beta', status: 'failed', detail: 'The source answered 500.' });
    expect(body.sources.map(({ company }: { company?: string }) => company)).toEqual([undefined, 'Fictive Works']);
    const counts = { total: 2, ok: 1, pending: 0, timeout: 0, failed: 1, resting: 0 };
    expect(body.sourceCounts).toEqual(counts);
    board.setMood('beta', { kind: 'well' });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const again = await search({});
    expect(again.body.sourceCounts).toEqual({ ...counts, failed: 0, resting: 1 });
    expect(again.body.sources[0]).toMatchObject({
      status: 'resting',
      detail: expect.stringMatching(/^Failed once \(broken\); requested again after /),
    });
  });

  test('answers 503 when every source failed, never an empty list', async () => {
    board.setMood('acme', { kind: 'status', status: 503, headers: { 'retry-after': '30' } });
    board.setMood('beta', { kind: 'page', type: 'text/html', body: '<h1>We moved</h1>' });
    const { search } = await start();
    const { status, headers, body } = await search({});
    expect(status).toBe(503);
    expect(body).toMatchObject({
      code: 'sources-failed',
      detail: '2 of 2 sources failed and no earlier answer is kept for this search.',
    });
    expect(body.sources[1].detail).toContain('Expected JSON');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('reports no matches only when every source was read', async () => {
    const { search } = await start();
    const { status, body } = await search({ keyword: 'astronaut' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ jobs: [], partial: false, next: null });
  });

  test('offers the places that a name may mean, or that one similar to it means, with what is there', async () => {
    const nurses = (id: number, place: string) => ({ id, title: `Nurse ${id}`, place });
    board.setJobs('acme', [nurses(1, 'Cambridge, MA'), nurses(2, 'Boston, MA'), nurses(3, 'Reading, United Kingdom')]);
    board.setJobs('beta', [nurses(4, 'Cambridge, United Kingdom')]);
    const { search } = await start();
    const offersOf = async (location: string) => (await search({ keyword: 'nurse', location })).body.offers;
    expect(await offersOf('Cambridge')).toEqual({
      places: [
        { text: 'Cambridge, MA', jobs: 2 },
        { text: 'Cambridge, United Kingdom', jobs: 1 },
      ],
    });
    const readings = await offersOf('Reding');
    expect(readings.places).toContainEqual({ text: 'Reading, United Kingdom', jobs: 1 });
    // Near Boston and Cambridge.
    expect(readings.places).toContainEqual({ text: 'Reading, MA', jobs: 2 });
    expect(await offersOf('Cambridge, MA')).toBeUndefined();
    expect(await offersOf('Berlin')).toBeUndefined();
  });

  test('returns a partial result when the wait limit passes, and the complete one to the next request', async () => {
    holdBoards('beta');
    const { search } = await start();
    let early = await search({}, { prefer: 'wait=2' });
    // On a slow machine nothing has arrived yet.
    while (early.status === 504) early = await search({}, { prefer: 'wait=2' });
    expect(early.status).toBe(200);
    expect(early.headers.get('preference-applied')).toBe('wait=2');
    expect(early.headers.get('cache-status')).toMatch(
      /^job-search; fwd=miss; (?:collapsed; )?stored=\?0; detail=partial$/,
    );
    expect(early.body).toMatchObject({ partial: true, page: { total: 1 } });
    expect(early.body.sources).toMatchObject([
      { name: 'beta', status: 'pending' },
      { name: 'acme', status: 'ok' },
    ]);
    const asking = search({});
    gate.open();
    const late = await asking;
    // The search that the first caller left still runs, or has just ended.
    expect(late.headers.get('cache-status')).toMatch(/^job-search; (?:fwd=miss; collapsed; stored|hit; ttl=\d+)$/);
    expect(late.body).toMatchObject({ partial: false, page: { total: 2 } });
  });

  test('answers 504 when nothing is ready, and the search continues', async () => {
    holdBoards('acme', 'beta');
    const { search } = await start();
    const early = await search({}, { prefer: 'wait=1' });
    expect(early.status).toBe(504);
    expect(early.body).toMatchObject({ code: 'search-timeout', retryAfterSeconds: 5 });
    gate.open();
    const late = await search({});
    expect(late.status).toBe(200);
    expect(late.body.page.total).toBe(2);
  });

  test('reports a source that times out', async () => {
    board.setMood('beta', { kind: 'silent' });
    const { search } = await start({}, { timeoutSeconds: 1 });
    const { body } = await search({});
    expect(body.sources[0]).toMatchObject({ status: 'timeout', detail: 'The time for this source was up.' });
  });

  test('serves a stale response at once and refreshes it in the background', async () => {
    const { search } = await start({ FRESH_SECONDS: '1', PARTIAL_SECONDS: '1' });
    await search({});
    await new Promise((resolve) => setTimeout(resolve, 1100));
    board.setJobs('acme', [
      { id: 1, title: 'Nurse' },
      { id: 3, title: 'Doctor' },
    ]);
    holdBoards('acme');
    const stale = await search({});
    expect(stale.body).toMatchObject({ stale: true, page: { total: 2 } });
    expect(stale.headers.get('cache-status')).toMatch(/^job-search; hit; ttl=-\d+; detail=revalidating$/);
    gate.open();
    await until(async () => (await search({})).body.page.total === 3);
  });

  test('includes older postings of a source that fails now, and says so', async () => {
    const { search } = await start({ FRESH_SECONDS: '1', PARTIAL_SECONDS: '1' });
    await search({});
    await new Promise((resolve) => setTimeout(resolve, 1100));
    board.setMood('beta', { kind: 'status', status: 500 });
    // A later answer says that the source is left alone.
    let { body } = await search({});
    while (!body.partial) ({ body } = await search({}));
    expect(body).toMatchObject({ partial: true, page: { total: 2 } });
    expect(body.sources[0].detail).toMatch(
      // The schedule may have read it first, after which it is left alone.
      /^(?:The source answered 500\.|Failed once \(broken\); requested again after \S+Z?\.) Its postings of .+Z are shown\.$/,
    );
    expect(body.sources[0]).toMatchObject({ name: 'beta', company: 'Fictive Works' });
  });

  test('requests each source once for 100 equal searches', async () => {
    holdBoards('acme');
    const { search } = await start();
    const asking = Array.from({ length: 100 }, () => search({ keyword: 'nurse' }));
    await until(() => board.asked.length === 2);
    gate.open();
    const answers = await Promise.all(asking);
    expect(answers.every(({ status, body }) => status === 200 && body.page.total === 1)).toBe(true);
    expect(board.asked.sort()).toEqual(['acme', 'beta']);
    expect((await search({})).status).toBe(429);
  });
});
