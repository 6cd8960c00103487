import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createStatsAnswers, type StatsAnswers } from '../../../api/geo-stats/geo-stats.js';
import { readStatsQuery } from '../../../api/geo-stats/write-answer.js';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { addNote, emptyNotes, noteJob, placeNote, writeStatsEvent } from '../../../shared/stats/write-stats.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';

let server: TestRedis;
let redis: RedisConnection;
let stats: StatsAnswers;
const logger = createLogger('silent', 'test');
const noon = new Date('2026-11-21T12:00:00Z');
const query = readStatsQuery({});

const openStats = (): StatsAnswers => createStatsAnswers({ redis, now: () => noon });

beforeAll(async () => {
  server = await startRedis();
  redis = connectRedis(server.url, 'asking', logger);
  await redisReady(redis, 10_000);
});
beforeEach(async () => {
  await redis.flushall();
  stats = openStats();
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

/** All commands but those that ask whether a connection still works. */
const commands = async (): Promise<number> =>
  [...(await redis.info('commandstats')).matchAll(/^cmdstat_(?!ping)[^:]+:calls=(\d+)/gm)].reduce(
    (sum, [, calls]) => sum + Number(calls),
    0,
  );

async function search(town: string, searches = 1): Promise<void> {
  const notes = emptyNotes(noon.getTime());
  addNote(notes.sums, 'cached', searches);
  placeNote(notes, `${town}|TX|US|1.00|2.00`).searches += searches;
  noteJob(notes, `${town}|TX|US|1.00|2.00`, { id: town, workplace: 'remote', isNew: false, pay: null });
  await writeStatsEvent(redis, '', notes);
}

const placesOf = ({ body }: { body: Buffer }): string[] =>
  JSON.parse(String(body)).places.map(({ city }: { city: string }) => city);

describe('answers of geo-stats are shared', () => {
  test('a second request asks Redis nothing, and requests at the same time share one reading', async () => {
    await search('Austin');
    const [one, other] = await Promise.all([stats.answer(query), stats.answer(query)]);
    expect(other.body).toBe(one.body);
    const before = await commands();
    expect((await stats.answer(query)).body).toBe(one.body);
    expect((await commands()) - before).toBe(1);
  });

  test('a change shows within a second, in an answer equal to one made anew', async () => {
    await search('Austin', 2);
    await search('Dallas');
    const before = await stats.answer(query);
    expect(placesOf(before)).toEqual(['Austin', 'Dallas']);
    const changed = performance.now();
    await search('Dallas', 2);
    await search('Houston');
    while ((await stats.answer(query)).tag === before.tag) await wait(10);
    expect(performance.now() - changed).toBeLessThan(1000);
    const after = await stats.answer(query);
    expect(placesOf(after)).toEqual(['Dallas', 'Austin', 'Houston']);
    const anew = openStats();
    expect(String(after.body)).toBe(String((await anew.answer(query)).body));
  });

  test('a failure is that of the request that waits, and the next one asks again', async () => {
    await redis.set('js:{stats}:state', 'in the way');
    await expect(stats.answer(query)).rejects.toThrow('WRONGTYPE');
    await redis.del('js:{stats}:state');
    await search('Austin');
    expect(placesOf(await stats.answer(query))).toEqual(['Austin']);
  });
});
