import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { placesKept } from '../../../shared/stats/keys.js';
import { createStatsReader, type StatsWindow } from '../../../shared/stats/read-stats.js';
import {
  addNote,
  emptyNotes,
  noteJob,
  placeNote,
  type SeenJob,
  writeStatsEvent,
} from '../../../shared/stats/write-stats.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';

let server: TestRedis;
let redis: RedisConnection;
const hourMs = 3_600_000;
const noon = Date.parse('2026-11-21T12:00:00Z');

beforeAll(async () => {
  server = await startRedis();
  redis = connectRedis(server.url, 'asking', createLogger('silent', 'test'));
  await redisReady(redis, 10_000);
});
beforeEach(() => redis.flushall());
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const austin = 'Austin|TX|US|30.27|-97.74';
const berlin = 'Berlin|BE|DE|52.52|13.41';
type Seen = SeenJob & { place: string };

const seen = (id: string, more: Partial<Seen> = {}): Seen => ({
  id,
  place: austin,
  workplace: 'remote',
  isNew: false,
  pay: null,
  ...more,
});

async function collect(jobs: readonly Seen[], at: number, id = `${at}-${Math.random()}`): Promise<boolean> {
  const notes = emptyNotes(at);
  for (const job of jobs) noteJob(notes, job.place, job);
  addNote(notes.sources, 'acme asked');
  return writeStatsEvent(redis, id, notes);
}

async function searchAt(place: string, at: number, callers: readonly string[] = []): Promise<void> {
  const notes = emptyNotes(at);
  addNote(notes.sums, 'cached');
  const note = placeNote(notes, place);
  note.searches += 1;
  note.took.set(10, 1);
  for (const caller of callers) note.callers.add(caller);
  await writeStatsEvent(redis, '', notes);
}

const read = (at: number, count = 24): Promise<StatsWindow> =>
  createStatsReader({ redis, now: () => new Date(at) }).read({ unit: 'hour', count });

describe('a place without coordinates, which the gazetteer lacks', () => {
  const unknown = 'Secret Person|TX|US||';

  test('counts as unplaced until five callers searched for it, even where postings name it', async () => {
    for (const caller of ['a', 'b', 'c', 'd', 'd', 'd']) await searchAt(unknown, noon, [caller]);
    await collect([seen('1', { place: unknown })], noon);
    const few = await read(noon);
    expect([...few.places.keys()]).toEqual(['']);
    expect(few.places.get('')).toMatchObject({ searches: 6, jobs: 1 });
    await searchAt(unknown, noon, ['e']);
    await collect([seen('2', { place: unknown })], noon);
    const enough = await read(noon);
    expect(enough.places.get(unknown)).toMatchObject({ searches: 1, jobs: 1 });
    expect(enough.places.get('')).toMatchObject({ searches: 6 });
  });

  test('stores only a count of its callers, and that expires', async () => {
    await searchAt(unknown, noon, ['203.0.113.7', 'key:acme']);
    const dump = await Promise.all((await redis.keys('*')).map(async (key) => [key, await redis.ttl(key)] as const));
    expect(JSON.stringify(dump)).not.toMatch(/203\.0|acme|Secret/);
    for (const [key, ttl] of dump) expect([key, ttl > 0]).toEqual([key, true]);
  });

  test('a region and a country are named by the tables, whoever searches for them', async () => {
    await searchAt('|TX|US||', noon);
    await searchAt('||US||', noon);
    expect([...(await read(noon)).places.keys()].sort()).toEqual(['|TX|US||', '||US||']);
  });
});

describe('recorded statistics are read back', () => {
  test('a retried job counts once', async () => {
    expect(await collect([seen('a')], noon, 'run-1')).toBe(true);
    expect(await collect([seen('a')], noon, 'run-1')).toBe(false);
    const { sources, places } = await read(noon);
    expect(sources.get('acme')?.asked).toBe(1);
    expect(places.get(austin)?.jobs).toBe(1);
  });

  test('jobs are unique across hours, by workplace, and only those seen in a window count', async () => {
    await collect([seen('a'), seen('b', { workplace: 'hybrid', isNew: true })], noon - 5 * hourMs);
    await collect([seen('a')], noon);
    expect((await read(noon)).places.get(austin)).toMatchObject({
      jobs: 2,
      newJobs: 1,
      workplaces: { remote: 1, hybrid: 1, 'on site': 0, unknown: 0 },
    });
    expect((await read(noon, 2)).places.get(austin)).toMatchObject({ jobs: 1, newJobs: 0 });
    expect((await read(noon + 23 * hourMs)).places.get(austin)?.jobs).toBe(1);
    expect((await read(noon + 24 * hourMs)).places.has(austin)).toBe(false);
  });

  test('a job that is collected again counts once, with what it is now', async () => {
    await collect([seen('a', { isNew: true, pay: { currency: 'USD', amount: 90_000 } })], noon - hourMs);
    await collect([seen('a', { workplace: 'hybrid', pay: { currency: 'EUR', amount: 80_000 } })], noon);
    expect((await read(noon)).places.get(austin)).toMatchObject({
      jobs: 1,
      newJobs: 0,
      workplaces: { remote: 0, hybrid: 1, 'on site': 0, unknown: 0 },
      pay: new Map([['EUR', new Map([[80_000, 1]])]]),
      lastCollectedAt: noon,
    });
    const counts = await redis.hgetall(`js:{stats}:counts:${austin}`);
    expect(Object.keys(counts).filter((field) => /^\d/.test(field))).toHaveLength(1);
  });

  test('a change shows in the next reading, and nothing is read again without one', async () => {
    await searchAt(austin, noon);
    await searchAt(berlin, noon);
    const book = createStatsReader({ redis, now: () => new Date(noon) });
    const before = await book.read({ unit: 'hour', count: 24 });
    await searchAt(berlin, noon);
    const after = await book.read({ unit: 'hour', count: 24 });
    expect(after.places.get(berlin)?.searches).toBe(2);
    expect(after.edition).not.toBe(before.edition);
    expect(await book.read({ unit: 'hour', count: 24 })).toBe(after);
  });

  test('searches leave the unique jobs of a place unchanged, and a new count of them shows', async () => {
    const pay = { currency: 'USD', amount: 90_000 };
    await collect([seen('a', { pay })], noon);
    const book = createStatsReader({ redis, now: () => new Date(noon) });
    const before = (await book.read({ unit: 'hour', count: 24 })).places.get(austin);
    await searchAt(austin, noon);
    const searched = (await book.read({ unit: 'hour', count: 24 })).places.get(austin);
    expect(searched).toMatchObject({ searches: 1, jobs: 1 });
    expect(searched?.pay).toEqual(before?.pay);
    await collect([seen('b', { pay })], noon);
    expect((await book.read({ unit: 'hour', count: 24 })).places.get(austin)).toMatchObject({ searches: 1, jobs: 2 });
  });

  test('days hold the hours that were dropped', async () => {
    await collect([seen('a')], noon - 20 * 24 * hourMs);
    await searchAt(austin, noon - 20 * 24 * hourMs);
    await redis.del(...(await redis.keys('*:hour:*')));
    const window = await createStatsReader({ redis, now: () => new Date(noon) }).read({ unit: 'day', count: 21 });
    expect(window.places.get(austin)).toMatchObject({ searches: 1, jobs: 1 });
    expect(window.sums[0]?.cached).toBe(1);
  });

  test('statistics that release 0.2 stored are read and added to', async () => {
    const hour = Math.floor(noon / hourMs);
    const at = noon - hourMs;
    const day = Date.parse('2026-11-21');
    await redis.hset('js:{stats}:state', { born: at, version: 7 });
    await redis.zadd('js:{stats}:names', hour - 1, austin);
    await redis.zadd('js:{stats}:touched', 7, austin);
    await redis.hset(`js:{stats}:jobs-of:${austin}`, {
      '86f7e437faa5': `${hour - 1} r+ USD 90000`,
      '0beec7b5ea3f': `${hour - 1} h`,
    });
    await redis.hset(`js:{stats}:counts:${austin}`, {
      ...{ at, depth: 0, since: hour - 2000, version: 7 },
      ...{ [`${hour - 1} r+ USD 90000`]: 1, [`${hour - 1} h`]: 1 },
    });
    for (const bucket of [`hour:${at}`, `day:${day}`]) {
      await redis.hset(`js:{stats}:places:${bucket}`, austin, '{"s":2,"t":{"10":2}}');
      await redis.hset(`js:{stats}:sums:${bucket}`, { cached: 2, 'took:10': 2, jobs: 2 });
      await redis.hset(`js:{stats}:sources:${bucket}`, { 'acme asked': 1, 'acme lastAnswerAt': at });
    }
    // "86f7e437faa5" begins the SHA-1 of "a".
    await collect([seen('a')], noon);
    await searchAt(austin, noon);
    for (const unit of ['hour', 'day'] as const) {
      const window = await createStatsReader({ redis, now: () => new Date(noon) }).read({ unit, count: 2 });
      expect(window.places.get(austin)).toMatchObject({ searches: 3, jobs: 2, newJobs: 0, took: new Map([[10, 3]]) });
      expect(window.places.get(austin)?.workplaces).toMatchObject({ remote: 1, hybrid: 1 });
      expect(window.sources.get('acme')).toMatchObject({ asked: 2, lastAnswerAt: at });
      expect(window.sums.reduce((sum, { cached }) => sum + cached, 0)).toBe(3);
    }
  });

  test('an emptied store is noticed', async () => {
    const book = createStatsReader({ redis, now: () => new Date(noon) });
    await searchAt(austin, noon);
    await searchAt(austin, noon + 1);
    await book.read({ unit: 'hour', count: 24 });
    await redis.flushall();
    expect((await book.read({ unit: 'hour', count: 24 })).places.size).toBe(0);
    await searchAt(berlin, noon);
    expect([...(await book.read({ unit: 'hour', count: 24 })).places.keys()]).toEqual([berlin]);
  });

  test('a cached reading equals a fresh one, whatever happened', async () => {
    const jobs = fc.integer({ min: 0, max: 30 }).map(String);
    const event = fc.record({
      hour: fc.integer({ min: 0, max: 30 }),
      place: fc.constantFrom('', austin, berlin),
      ids: fc.array(jobs, { maxLength: 6 }),
      isRead: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 12 }), async (events) => {
        await redis.flushall();
        let now = noon;
        const book = createStatsReader({ redis, now: () => new Date(now) });
        for (const { hour, place, ids, isRead } of [...events].sort((a, b) => a.hour - b.hour)) {
          now = noon + hour * hourMs;
          if (ids.length === 0) await searchAt(place, now);
          else
            await collect(
              ids.map((id) => seen(id, { place, pay: { currency: 'USD', amount: 1000 * Number(id) } })),
              now,
            );
          if (isRead) await book.read({ unit: 'hour', count: 24 });
        }
        const kept = await book.read({ unit: 'hour', count: 24 });
        const anew = await read(now);
        expect({ ...kept, places: new Map([...kept.places].sort()) }).toEqual({
          ...anew,
          places: new Map([...anew.places].sort()),
        });
      }),
      { numRuns: 25 },
    );
  });
});

describe('stored statistics are bounded', () => {
  test('50,000 distinct places end with few keys, every one expiring, and sums that add up', async () => {
    const perEvent = 5000;
    for (let hour = 0; hour < 10; hour++) {
      const notes = emptyNotes(noon + hour * hourMs);
      for (let index = 0; index < perEvent; index++) {
        const place = `Place ${hour * perEvent + index}||XX|1.00|2.00`;
        placeNote(notes, place).searches += 1;
        noteJob(notes, place, seen(`job-${hour}-${index}`));
      }
      await writeStatsEvent(redis, `event-${hour}`, notes);
    }
    const keys = await redis.keys('*');
    expect(keys.length).toBeLessThanOrEqual(2 * (placesKept + 1) + 11 * 8 + 4);
    const lives = await Promise.all(keys.map((key) => redis.ttl(key)));
    expect(Math.min(...lives)).toBeGreaterThan(0);
    const places = [...(await read(noon + 9 * hourMs)).places.values()];
    expect(places.reduce((sum, { searches }) => sum + searches, 0)).toBe(10 * perEvent);
  });

  test('of more than 65,536 jobs at a place a sample stands for all, within 3 %', async () => {
    const many = 150_000;
    const hybrid = (index: number) => index % 3 === 0;
    for (let from = 0; from < many; from += 10_000)
      await collect(
        Array.from({ length: 10_000 }, (_, index) => {
          const pay = { currency: 'USD', amount: 1000 + ((from + index) % 100) };
          return seen(`job-${from + index}`, { workplace: hybrid(index) ? 'hybrid' : 'remote', pay });
        }),
        noon + (from / 50_000) * 1000,
      );
    expect(await redis.hlen(`js:{stats}:jobs-of:${austin}`)).toBeLessThanOrEqual(65_536);
    const about = (await read(noon)).places.get(austin);
    expect(about?.workplaces.hybrid).toBe((about?.jobs ?? 0) - (about?.workplaces.remote ?? 0));
    expect(Math.abs((about?.jobs ?? 0) / many - 1)).toBeLessThan(0.03);
    expect(Math.abs((about?.workplaces.hybrid ?? 0) / (many / 3) - 1)).toBeLessThan(0.03);
    const amounts = [...(about?.pay.get('USD')?.values() ?? [])];
    expect(amounts.reduce((sum, count) => sum + count, 0)).toBe(about?.jobs);
  });

  test('jobs older than the longest window give way to new ones, and no count of them stays', async () => {
    const old = noon - 100 * 24 * hourMs;
    const batch = (name: string) => Array.from({ length: 500 }, (_, index) => seen(`${name}-${index}`));
    await collect(batch('old'), old);
    for (let round = 0; round < 4; round++) await collect(batch(`new-${round}`), noon);
    const kept = await redis.hvals(`js:{stats}:jobs-of:${austin}`);
    const counts = Object.entries(await redis.hgetall(`js:{stats}:counts:${austin}`));
    const counted = counts.filter(([field]) => /^\d/.test(field)).reduce((sum, [, count]) => sum + Number(count), 0);
    expect(kept.length).toBe(counted);
    expect(kept.length).toBeLessThan(2000 + 250);
    expect((await read(noon)).places.get(austin)?.jobs).toBe(2000);
  });

  test('a search is written in one round trip, whatever its size', async () => {
    const calls = async () => Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))?.[1]);
    const callsOf = async (size: number): Promise<number> => {
      const notes = emptyNotes(noon);
      for (let index = 0; index < size; index++)
        noteJob(notes, `Place ${index % 50}||XX|1.00|2.00`, seen(`job-${index}`));
      const before = await redis.info('commandstats');
      await writeStatsEvent(redis, `event-${size}`, notes);
      // A connection sends the text of a script once, then its hash.
      const evals = (text: string) =>
        [...text.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0);
      return evals(await redis.info('commandstats')) - evals(before);
    };
    await calls();
    expect(await callsOf(10)).toBe(1);
    expect(await callsOf(10_000)).toBe(1);
  });
});
