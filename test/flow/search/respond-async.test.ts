import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { follow } from '../../lib/follow.js';
import { createGate, type Gate } from '../../lib/gate.js';
import { startRedis } from '../../lib/start-redis.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let board: FakeBoard;
let service: TestService;
/** Each board answers when its own is open. */
let gates: Record<'acme' | 'beta', Gate>;

beforeEach(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  board.setJobs('beta', [{ id: 2, title: 'Baker' }]);
  gates = { acme: createGate(), beta: createGate() };
  service = await startService({
    sources: [boardSource('acme', board.baseUrl), boardSource('beta', board.baseUrl)],
    // Longer than a test may take: an answer that arrives did not wait for its limit.
    environment: { SEARCH_WAIT_SECONDS: '120', SEARCH_WAIT_MAX_SECONDS: '120' },
  });
});

afterEach(async () => {
  openGates();
  await service.close();
  await board.close();
});

const holdBoards = (): void => {
  for (const name of ['acme', 'beta'] as const) board.setMood(name, { kind: 'held', until: gates[name].opened });
};
const openGates = (): void => {
  for (const gate of Object.values(gates)) gate.open();
};
const pending = (name: string) => ({ name, status: 'pending', jobs: 0, tookMs: 0, detail: null });
const collecting = {
  status: 'collecting',
  detail: 'Send the same request again in 5 seconds.',
  retryAfterSeconds: 5,
  query: {
    keyword: 'nurse',
    location: '',
    dateSincePosted: '',
    salary: '',
    jobType: '',
    remoteFilter: '',
    experienceLevel: '',
    excludeCompanies: '',
    language: '',
    skills: '',
    label: '',
    sortBy: 'relevant',
    limit: '10',
    page: '0',
  },
  sources: [pending('acme'), pending('beta')],
  sourceCounts: { total: 2, ok: 0, pending: 2, timeout: 0, failed: 0, resting: 0 },
};

describe('Prefer: respond-async', () => {
  test('gets 202 at once, and the same request later gets the result', async () => {
    holdBoards();
    const { status, headers, body } = await service.search({ keyword: 'Nurse' }, { prefer: 'respond-async' });
    expect(status).toBe(202);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '5',
      'preference-applied': 'respond-async',
      'cache-status': 'job-search; fwd=miss',
      'ratelimit-policy': '"free";q=100;w=900',
      ratelimit: '"free";r=99;t=900',
    });
    expect(body).toEqual({ ...collecting, query: { ...collecting.query, keyword: 'Nurse' } });

    openGates();
    const whole = await service.search({ keyword: 'nurse' });
    expect(whole.status).toBe(200);
    expect(whole.headers.get('cache-status')).toMatch(/^job-search; fwd=miss; (?:collapsed; )?stored$/);
    const held = await service.search({ keyword: 'nurse' }, { prefer: 'respond-async' });
    expect(held.status).toBe(200);
    expect(held.headers.get('preference-applied')).toBeNull();
    expect(board.asked.sort()).toEqual(['acme', 'beta']);
  });

  test('gets 202 while another caller’s search runs, and 200 with what has arrived since', async () => {
    holdBoards();
    const other = await follow(service.url, { keyword: 'nurse' });
    await other.next();
    const early = await service.search({ keyword: 'nurse' }, { prefer: 'respond-async' });
    expect(early.status).toBe(202);
    expect(early.headers.get('cache-status')).toBe('job-search; fwd=miss');
    expect(early.body).toEqual(collecting);
    gates.acme.open();
    expect((await other.next()).event).toBe('source');
    expect((await other.next()).event).toBe('jobs');
    const later = await service.search({ keyword: 'nurse' }, { prefer: 'respond-async' });
    expect(later.status).toBe(200);
    expect(later.headers.get('preference-applied')).toBe('respond-async');
    expect(later.headers.get('cache-status')).toBe('job-search; fwd=miss; stored=?0; detail=partial');
    expect(later.body).toMatchObject({ partial: true, jobs: [{ title: 'Nurse' }] });
    gates.beta.open();
    await other.events();
    expect(board.asked.sort()).toEqual(['acme', 'beta']);
  });

  test('with wait=N waits that long: 202 instead of 504, 200 when it suffices', async () => {
    holdBoards();
    const early = await service.search({ keyword: 'nurse' }, { prefer: 'respond-async, wait=1' });
    expect(early.status).toBe(202);
    expect(early.headers.get('preference-applied')).toBe('respond-async, wait=1');
    expect(early.body).toEqual(collecting);
    openGates();
    const whole = await service.search({ keyword: 'nurse' }, { prefer: 'wait=20,respond-async' });
    expect(whole.status).toBe(200);
    expect(whole.headers.get('preference-applied')).toBe('wait=20');
  });

  test('reports a source that already failed while nothing has arrived', async () => {
    holdBoards();
    board.setMood('acme', { kind: 'status', status: 404 });
    const other = await follow(service.url, { keyword: 'nurse' });
    expect((await other.next()).event).toBe('search');
    expect((await other.next()).data).toMatchObject({ name: 'acme', status: 'failed' });
    const { status, body } = await service.search({ keyword: 'nurse' }, { prefer: 'respond-async' });
    other.hangUp();
    expect(status).toBe(202);
    expect(body.sources).toEqual([expect.objectContaining({ name: 'acme', status: 'failed' }), pending('beta')]);
  });
});

test('Without a worker, a 202 names no source, and an invalid request still gets its error', async () => {
  const redis = await startRedis();
  const lone = await startService({ redis, worker: false, sources: [boardSource('acme', board.baseUrl)] });
  try {
    const { status, body } = await lone.search({}, { prefer: 'respond-async' });
    expect(status).toBe(202);
    expect(body.sources).toEqual([]);
    expect(body.sourceCounts.total).toBe(0);
    const wrong = await lone.search({ limit: '0' }, { prefer: 'respond-async' });
    expect(wrong.status).toBe(400);
  } finally {
    await lone.close();
    await redis.stop();
  }
});
