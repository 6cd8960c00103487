import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import type { CollectionHead } from '../../../shared/search/collections/collection-store.js';
import { type FakeJob, startFakeBoard } from '../../lib/fake-board.js';
import { boardSource } from '../../lib/start-service.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { createBoardCollector } from '../lib/collect-boards.js';

const { redis } = await suiteRedis('working');
const board = await startFakeBoard();
// Redis expires keys by its own clock: the test's clock runs ahead of it.
const start = new Date(Math.floor(Date.now() / 1000) * 1000);
const sources = [
  boardSource('acme', board.baseUrl),
  boardSource('brief', board.baseUrl, { board: 'acme', maxJobs: 5 }),
  boardSource('named', board.baseUrl, { board: 'acme', company: 'Acme' }),
];
const collector = createBoardCollector(redis, sources, start);
afterAll(async () => {
  await collector.close();
  await board.close();
});

beforeEach(async () => {
  await redis.flushall();
  collector.now = start;
  board.setMood('acme', { kind: 'well' });
});

const minute = 60_000;
const day = 86_400_000;

const text = (what: string): string =>
  `<p>${what}: you plan the work with three colleagues, write it down, build it, look after it until it runs well in other hands, and say early what will not be ready in time.</p>`;
const trades = ['Cook', 'Nurse', 'Welder', 'Baker', 'Tailor', 'Gardener', 'Painter', 'Roofer', 'Porter', 'Driver'];
const posting = (id: number, more: Partial<FakeJob> = {}): FakeJob => {
  const title = `${trades[id % 10]} ${Math.floor(id / 10)}`;
  return { id, title, content: text(title), ...more };
};
const postings = (from: number, to: number): FakeJob[] =>
  Array.from({ length: to - from }, (_, at) => posting(from + at));

/** Reads the board with these postings, so many ms after the reading before. */
async function read(jobs: readonly FakeJob[], after = 10 * minute, source = 'acme') {
  board.setJobs('acme', [...jobs]);
  collector.now = new Date(collector.now.getTime() + after);
  return collector.read(source);
}

const secondsAt = (after: number): number => (start.getTime() + after) / 1000;
const iso = (after: number): string => new Date(start.getTime() + after).toISOString();

describe('an opening', () => {
  test('has the time it was first seen, is closed by the first reading without it, and is answered for 30 days', async () => {
    const first = await read(postings(0, 10));
    const cook = first.jobs.find(({ title }) => title === 'Cook 0');
    const id = cook?.id ?? '';
    expect(cook?.firstSeenAt).toBe(iso(10 * minute));
    await read(postings(0, 10));
    expect(await collector.job(id)).toMatchObject({
      ...{ firstSeenAt: iso(10 * minute), lastSeenAt: iso(20 * minute), closedAt: null },
    });
    const third = await read(postings(1, 11));
    expect(third.openings).toMatchObject({ opened: 1, closed: 1, kept: 0, doubted: false });
    expect(third.jobs.map(({ title }) => title)).not.toContain('Cook 0');
    const closed = await collector.job(id);
    expect(closed).toMatchObject({
      ...{
        id,
        title: 'Cook 0',
        firstSeenAt: iso(10 * minute),
        lastSeenAt: iso(20 * minute),
        closedAt: iso(30 * minute),
      },
      ...{ description: expect.stringContaining('three colleagues'), descriptionHtml: expect.stringContaining('<p>') },
    });
    collector.now = new Date(start.getTime() + 30 * minute + 30 * day - 1);
    expect(await collector.job(id)).toEqual(closed);
    collector.now = new Date(start.getTime() + 30 * minute + 30 * day);
    expect(await collector.job(id)).toBeNull();
    expect(await redis.pttl(redisKeys.closedJob(id))).toBeGreaterThan(29 * day);
  });

  test('that returns under its id is open again', async () => {
    const id = (await read(postings(0, 10))).jobs[0]?.id ?? '';
    await read(postings(1, 10));
    expect((await collector.job(id))?.closedAt).not.toBeNull();
    expect((await read(postings(0, 10), 3 * day)).openings).toMatchObject({ opened: 0, reopened: 1 });
    expect(await collector.job(id)).toMatchObject({ firstSeenAt: iso(10 * minute), closedAt: null });
    expect(await redis.exists(redisKeys.closedJob(id))).toBe(0);
  });

  test('is remembered when its collection has expired', async () => {
    await read(postings(0, 10));
    await redis.del(redisKeys.collection('c-acme'));
    const later = await read(postings(2, 12), 5 * day);
    expect(later.openings).toMatchObject({ opened: 2, closed: 2, kept: 0 });
    expect(later.jobs.map(({ firstSeenAt }) => firstSeenAt)).toEqual([
      ...Array(8).fill(iso(10 * minute)),
      ...Array(2).fill(iso(20 * minute + 5 * day - 10 * minute)),
    ]);
  });

  test('knows its namesakes, and whether it was there at the first reading', async () => {
    const twins = [700, 701].map((id) => posting(id, { title: 'COOK 0', place: `Lyon ${id}`, content: text(`${id}`) }));
    const first = await read(postings(0, 10));
    expect(first.jobs.map(({ seen }) => seen)).toEqual(Array(10).fill({ same: 0 }));
    const second = await read([...postings(0, 10), ...twins]);
    expect(second.jobs.map(({ seen }) => seen)).toEqual([
      { same: 2 },
      ...Array(9).fill({ same: 0 }),
      ...Array(2).fill({ same: 2, opened: true }),
    ]);
  });

  test('counts as changed when its text does', async () => {
    await read(postings(0, 10));
    const jobs = [posting(0, { content: text('Another kitchen') }), ...postings(1, 10)];
    expect((await read(jobs)).openings).toMatchObject({ opened: 0, closed: 0, changed: 1 });
  });
});

describe('a posting under a new id', () => {
  test.each<[string, FakeJob, number]>([
    ['of the same title, place and text is a repost', posting(500, { title: 'Cook 0', content: text('Cook 0') }), 1],
    [
      'with one more sentence is a repost',
      posting(500, { title: 'Cook 0', content: `${text('Cook 0')}<p>Apply now.</p>` }),
      1,
    ],
    [
      'of the same requisition is a repost',
      posting(500, { title: 'Cook 0', content: text('Kitchen'), requisition: 'R-77001' }),
      1,
    ],
    [
      'with another text is new',
      posting(500, {
        title: 'Cook 0',
        content:
          '<p>You run the canteen of a shipyard, alone, at night, for two hundred welders who are hungry and in a hurry.</p>',
      }),
      0,
    ],
    ['in another place is new', posting(500, { title: 'Cook 0', content: text('Cook 0'), place: 'Lyon, France' }), 0],
    ['of another title is new', posting(500, { title: 'Dishwasher', content: text('Cook 0') }), 0],
  ])('%s', async (_, repost, count) => {
    const first = posting(0, { requisition: 'R-77001' });
    await read([first, ...postings(1, 10)]);
    await read([first, ...postings(1, 10)]);
    const found = await read([...postings(1, 10), repost], day);
    expect(found.openings).toMatchObject({ opened: 1, closed: 1, reposted: count });
    const job = found.jobs.find(({ url }) => url.endsWith('/500'));
    expect(job?.firstSeenAt).toBe(count === 1 ? iso(10 * minute) : iso(20 * minute + day));
    expect(job?.seen).toEqual({
      ...{ same: 0, opened: count === 1 ? undefined : true },
      ...(count === 1 && { reposts: { times: 1, at: secondsAt(20 * minute + day) } }),
    });
  });

  test.each(['Remote', ''])('without a place (%j) is a repost of the same title and text alone', async (place) => {
    const title = 'Cook - Night Shift';
    const cook = posting(0, { title, place });
    await read([cook, ...postings(1, 10)]);
    const others = [
      { title: 'Cook - Day Shift' },
      { content: '<p>You run a canteen at night.</p>' },
      { place: 'Lyon' },
    ];
    const moved = [posting(500, { title, place }), ...others.map((other, at) => ({ ...cook, ...other, id: 600 + at }))];
    const found = await read([...postings(1, 10), ...moved], day);
    expect(found.openings).toMatchObject({ opened: 4, closed: 1, reposted: 1 });
    expect(found.jobs.find(({ url }) => url.endsWith('/500'))?.firstSeenAt).toBe(iso(10 * minute));
  });

  test('is a repost within 30 days after the former closed, once', async () => {
    await read(postings(0, 10));
    await read(postings(1, 10));
    const again = posting(500, { title: 'Cook 0', content: text('Cook 0') });
    const found = await read([...postings(1, 10), again], 20 * day);
    expect(found.openings).toMatchObject({ opened: 1, reposted: 1 });
    expect(found.jobs.at(-1)?.firstSeenAt).toBe(iso(10 * minute));
    const twin = posting(501, { title: 'Cook 0', content: text('Cook 0') });
    expect((await read([...postings(1, 10), again, twin])).openings).toMatchObject({ opened: 1, reposted: 0 });
  });

  test('again and again is counted, through closing and returning', async () => {
    const again = (id: number) => posting(id, { title: 'Cook 0', content: text('Cook 0') });
    await read([again(600), ...postings(1, 10)]);
    for (const id of [601, 602]) await read([again(id), ...postings(1, 10)], day);
    await read(postings(1, 10), day);
    const [third] = (await read([again(603), ...postings(1, 10)], day)).jobs;
    expect(third).toMatchObject({ firstSeenAt: iso(10 * minute), seen: { reposts: { times: 3 } } });
    await read(postings(1, 10), day);
    const [back] = (await read([again(603), ...postings(1, 10)], day)).jobs;
    expect(back?.seen).toEqual(third?.seen);
  });

  test('is new when the former is still listed', async () => {
    await read(postings(0, 10));
    const twin = posting(500, { title: 'Cook 0', content: text('Cook 0') });
    expect((await read([...postings(0, 10), twin])).openings).toMatchObject({ opened: 1, reposted: 0 });
  });
});

describe('a board of 400', () => {
  test('that lists ten is doubted: everything stays, and is read again soon', async () => {
    await read(postings(0, 400));
    const doubted = await read(postings(0, 10));
    expect(doubted.openings).toMatchObject({ closed: 0, kept: 390, doubted: true });
    expect(doubted.attempt).toMatchObject({
      status: 'ok',
      detail:
        'It listed 10 postings instead of about 400; the former ones are kept until a second reading confirms it.',
    });
    expect(doubted.head).toMatchObject({ jobs: 400, kept: 390 });
    expect(doubted.head.freshUntil - doubted.head.collectedAt).toBe(4 * minute);
    expect(doubted.jobs).toHaveLength(400);
    expect(doubted.jobs.every(({ firstSeenAt }) => firstSeenAt === iso(10 * minute))).toBe(true);
    const kept = await collector.job(doubted.jobs.at(-1)?.id ?? '');
    expect(kept).toMatchObject({
      closedAt: null,
      lastSeenAt: iso(10 * minute),
      descriptionHtml: expect.stringContaining('<p>'),
    });

    const retried = await read(postings(0, 10), 10_000);
    expect(retried.openings).toMatchObject({ closed: 0, kept: 390, doubted: true });
    const confirmed = await read(postings(0, 10), 4 * minute);
    expect(confirmed.openings).toMatchObject({ closed: 390, kept: 0, doubted: false });
    expect(confirmed.attempt.detail).toBeNull();
    expect(confirmed.head.freshUntil - confirmed.head.collectedAt).toBe(10 * minute);
    expect(confirmed.jobs).toHaveLength(10);
    expect(await collector.job(kept?.id ?? '')).toMatchObject({
      title: kept?.title,
      closedAt: iso(24 * minute + 10_000),
    });
  });

  test('that is empty is doubted, and nothing happened when it is back', async () => {
    await read(postings(0, 400));
    const doubted = await read([]);
    expect(doubted.attempt.detail).toContain('It listed no postings instead of about 400');
    expect(doubted.jobs).toHaveLength(400);
    const back = await read(postings(0, 400));
    expect(back.openings).toMatchObject({ opened: 0, closed: 0, reopened: 0, changed: 0, kept: 0 });
    expect(back.jobs.every(({ firstSeenAt }) => firstSeenAt === iso(10 * minute))).toBe(true);
    expect(back.head.kept).toBeUndefined();
  });

  test('whose ids all change has the same openings at once, and nobody posted them again', async () => {
    await read(postings(0, 20));
    const moved = postings(0, 20).map((job) => ({ ...job, id: job.id + 1000 }));
    const found = await read(moved);
    expect(found.openings).toMatchObject({ opened: 20, closed: 20, kept: 0, reposted: 20, doubted: false });
    expect(found.jobs).toHaveLength(20);
    expect(found.jobs.every(({ firstSeenAt }) => firstSeenAt === iso(10 * minute))).toBe(true);
    expect(found.jobs.map(({ seen }) => seen)).toEqual(Array(20).fill({ same: 0 }));
    const again = await read(moved);
    expect(again.openings).toMatchObject({ opened: 0, closed: 0, reposted: 0 });
  });

  test('half of whose ids change keeps the others that it lacks until a second reading', async () => {
    await read(postings(0, 20));
    const moved = postings(0, 8).map((job) => ({ ...job, id: job.id + 1000 }));
    const found = await read(moved);
    expect(found.openings).toMatchObject({ opened: 8, closed: 8, kept: 12, reposted: 8, doubted: true });
    expect(found.jobs.every(({ firstSeenAt }) => firstSeenAt === iso(10 * minute))).toBe(true);
  });
});

describe('a reading that fails or is cut off closes nothing', () => {
  test('an error, a block and an unknown format leave the collection as it is', async () => {
    const first = await read(postings(0, 10));
    for (const mood of [
      { kind: 'status', status: 503 },
      { kind: 'status', status: 403 },
      { kind: 'page', body: '{"positions":[]}', type: 'application/json' },
    ] as const) {
      board.setMood('acme', mood);
      await redis.del(redisKeys.rest('acme'));
      const failed = await read([]);
      expect(failed.attempt).toMatchObject({ status: 'failed' });
      expect(failed.openings).toBeNull();
      expect(failed.head.version).toBe(first.head.version);
    }
    board.setMood('acme', { kind: 'well' });
    await redis.del(redisKeys.rest('acme'));
    expect((await read(postings(0, 10))).openings).toMatchObject({ opened: 0, closed: 0, changed: 0, doubted: false });
  });

  test('a limit keeps what there is room for, and reopens what returns', async () => {
    await read(postings(0, 5), 10 * minute, 'brief');
    const capped = await read(postings(3, 13), 10 * minute, 'brief');
    expect(capped.attempt.detail).toContain('Stopped at maxJobs');
    expect(capped.openings).toMatchObject({ opened: 3, closed: 0, kept: 0, doubted: false });
    const back = await read(postings(0, 3), 10 * minute, 'brief');
    expect(back.jobs.filter(({ firstSeenAt }) => firstSeenAt === iso(10 * minute)).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Cook 0', 'Nurse 0', 'Welder 0']),
    );
  });

  test('an entry that could not be read stays as it was, and makes the others wait for four readings', async () => {
    await read(postings(0, 10));
    const flawed = [{ ...posting(0), title: '' }, ...postings(1, 9)];
    for (let reading = 1; reading < 4; reading++)
      expect((await read(flawed)).openings).toMatchObject({ closed: 0, kept: 2, doubted: false });
    for (let reading = 4; reading < 8; reading++) expect((await read(flawed)).openings).toMatchObject({ kept: 1 });
    expect((await read(postings(1, 9))).openings).toMatchObject({ closed: 1, kept: 0 });
  });
});

describe('a rolling release', () => {
  /** Makes the collection one that a release without openings wrote. */
  async function forget(version: string): Promise<void> {
    const name = redisKeys.collection('c-acme');
    const head = JSON.parse((await redis.hget(name, 'head')) ?? '') as CollectionHead;
    await redis.hset(name, 'head', JSON.stringify({ ...head, version }));
  }

  test('a collection without a record is where the openings were first seen', async () => {
    await read(postings(0, 10));
    await redis.del(redisKeys.openings('acme'));
    const found = await read(postings(2, 12));
    expect(found.openings).toMatchObject({ opened: 2, closed: 2 });
    expect(found.jobs[0]?.firstSeenAt).toBe(iso(10 * minute));
  });

  test('a collection of another version than the record is joined to it', async () => {
    const id = (await read(postings(0, 10))).jobs[0]?.id ?? '';
    await forget('of the former release');
    expect((await read(postings(1, 11))).openings).toMatchObject({ opened: 1, closed: 1 });
    expect(await collector.job(id)).toMatchObject({ title: 'Cook 0', closedAt: iso(20 * minute) });
  });

  test('a record of a later form counts as none', async () => {
    const found = await read(postings(0, 10));
    const { deflateRawSync } = await import('node:zlib');
    await redis.set(redisKeys.openings('acme'), deflateRawSync(JSON.stringify({ v: 2 })));
    expect((await read(postings(0, 10))).jobs.map(({ firstSeenAt }) => firstSeenAt)).toEqual(
      found.jobs.map(({ firstSeenAt }) => firstSeenAt),
    );
  });
});

test('other settings of a source close nothing and keep when openings were first seen', async () => {
  await read(postings(0, 10));
  // The same source under another key, as after a change of its settings.
  const packed = await redis.getBuffer(redisKeys.openings('acme'));
  await redis.set(redisKeys.openings('named'), packed ?? '');
  const found = await read(postings(8, 12), 10 * minute, 'named');
  expect(found.openings).toMatchObject({ closed: 0, kept: 0, doubted: false });
});

test('a collection narrowed to a query has no record, and dates its jobs as far as they are held', async () => {
  board.setJobs('acme', postings(0, 3));
  const first = await collector.read('acme', { keyword: 'cook' });
  expect(first.openings).toBeNull();
  expect(first.jobs[0]?.firstSeenAt).toBe(iso(0));
  collector.now = new Date(start.getTime() + 10 * minute);
  const second = await collector.read('acme', { keyword: 'cook' });
  expect(second.jobs.map(({ firstSeenAt }) => firstSeenAt)).toEqual(first.jobs.map(({ firstSeenAt }) => firstSeenAt));
  expect(await redis.exists(redisKeys.openings('acme'))).toBe(0);
});
