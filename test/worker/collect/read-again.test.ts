import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis } from '../../../shared/redis/redis.js';
import { redisChannels, redisKeys } from '../../../shared/redis/redis-keys.js';
import { readJob } from '../../../shared/search/collections/collection-store.js';
import type { HeldJob } from '../../../shared/search/job.js';
import { packJson, unpackJson } from '../../../shared/search/packed-text.js';
import { bucketAt, statsKeys } from '../../../shared/stats/keys.js';
import { createStatsReader } from '../../../shared/stats/read-stats.js';
import { readCooldown, reportFailure } from '../../../worker/collect/protect/source-cooldown.js';
import { SourceError } from '../../../worker/sources/source.js';
import { startChangingBoard } from '../../lib/boards/changing-board.js';
import { type Collector, openCollector } from '../../lib/processes/open-collector.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis, server } = await suiteRedis('working');
const board = await startChangingBoard();
const greenhouse = { kind: 'greenhouse', board: 'acme', baseUrl: board.baseUrl };
const collector: Collector = openCollector(redis, greenhouse);
afterAll(async () => {
  await collector.close();
  await board.close();
});

const hour = 3_600_000;
const day = 24 * hour;

type Entry = { id: number; title: string; first_published?: string };
const listed = ({ id, title, ...more }: Entry) => ({
  ...{
    id,
    title,
    absolute_url: `https://x.example/${id}`,
    company_name: 'Acme',
    location: { name: 'Berlin, Germany' },
  },
  ...{ content: `&lt;p&gt;${title} wanted, 50,000 EUR a year.&lt;/p&gt;`, ...more },
});
const entries = (count: number): Entry[] => Array.from({ length: count }, (_, id) => ({ id, title: `Cook ${id}` }));

/** A board of one page with these postings. */
const lists = (jobs: Entry[], more: object = {}): void => {
  board.answer = () => ({ jobs: jobs.map(listed), ...more });
};

beforeEach(async () => {
  await redis.flushall();
  board.asked.length = 0;
  board.etags = true;
  collector.settings = greenhouse;
  // In the middle of an hour: postings are counted once in each.
  collector.now = Math.floor(Date.now() / hour) * hour + hour / 2;
  lists(entries(60));
});

const head = async () => {
  const { head: held } = await collector.state();
  if (held === null) throw new Error('No collection is held.');
  return held;
};

/** Collects once, then again `afterMs` later; `between` runs before the second time. */
async function twice(afterMs: number, between: () => unknown = () => undefined) {
  await collector.collect();
  const before = await head();
  collector.now += afterMs;
  board.asked.length = 0;
  await between();
  await collector.collect();
  return { before, after: await head() };
}

describe('a board that answers as before', () => {
  test.each([
    ['with a 304', true],
    ['with the same bytes', false],
  ])('%s is renewed: nothing is parsed or normalised, and its version stays', async (_, etags) => {
    board.etags = etags;
    const { before, after } = await twice(60_000);
    expect(board.asked.map(({ conditional }) => conditional)).toEqual([etags]);
    expect(collector.counts).toEqual({ parsed: 0, normalised: 0, unchanged: 1 });
    expect(after).toEqual({
      ...before,
      collectedAt: before.collectedAt + 60_000,
      freshUntil: before.freshUntil + 60_000,
      staleUntil: before.staleUntil + 60_000,
    });
    const { attempt } = await collector.state();
    expect(attempt).toMatchObject({ at: collector.now, status: 'ok', jobs: 60, detail: null, ours: false });
    expect(await redis.pexpiretime(redisKeys.collection(collector.key))).toBe(after.staleUntil);
    expect((await collector.jobs()).map(({ title }) => title)).toEqual(entries(60).map(({ title }) => title));
  });

  test('ends the cooldown of its source, and its subscribers are notified', async () => {
    const heard: string[] = [];
    const listening = connectRedis(server.url, 'listening', createLogger('silent', 'test'));
    await listening.subscribe(redisChannels.collections);
    listening.on('message', (_: string, line: string) => heard.push(line));
    await twice(60_000, async () => {
      const failure = new SourceError('broken', 'The source answered 500.');
      await reportFailure(redis, 'board', { failure, now: new Date(collector.now - hour) });
    });
    expect(await readCooldown(redis, 'board', new Date(collector.now))).toEqual({ state: 'none' });
    // The answer to a command on the same connection comes after the messages that were published before.
    await listening.unsubscribe(redisChannels.collections);
    expect(heard).toEqual(Array(2).fill(JSON.stringify({ key: collector.key, state: 'ok' })));
    listening.disconnect();
  });

  test('keeps the remarks of its first reading, and relative dates as they were understood then', async () => {
    lists([...entries(2), { id: 9, title: '' }, { id: 10, title: 'Baker', first_published: '2 days ago' }]);
    const { before, after } = await twice(5 * day);
    expect(before.detail).toContain('Posting 3');
    expect(after.detail).toBe(before.detail);
    const baker = (await collector.jobs()).find(({ title }) => title === 'Baker');
    const posted = new Date(before.collectedAt - 2 * day).toISOString().slice(0, 10);
    expect(baker?.postedAt?.slice(0, 10)).toBe(posted);
  });

  test('keeps its jobs reachable by their ids for as long as it is held', async () => {
    await collector.collect();
    const [job] = await collector.jobs();
    const name = redisKeys.job(job?.id ?? '');
    const first = await redis.pexpiretime(name);
    collector.now += 20 * 60_000;
    await collector.collect();
    expect(await redis.pexpiretime(name)).toBe(first);
    // Less than the stale lifetime is left of the pointers.
    collector.now += day;
    await collector.collect();
    const { staleUntil } = await head();
    expect(await redis.pttl(name)).toBeGreaterThan(staleUntil - collector.now);
    expect(collector.counts).toEqual({ parsed: 0, normalised: 0, unchanged: 1 });
    expect(await readJob({ redis }, job?.id ?? '')).toMatchObject({ job: { id: job?.id } });
  });

  test('is counted for geo-stats: the source each time, its postings once an hour', async () => {
    const read = () =>
      createStatsReader({ redis, now: () => new Date(collector.now) }).read({ unit: 'hour', count: 1 });
    await twice(60_000);
    expect((await read()).sources.get('board')).toMatchObject({ asked: 2, answered: 2, jobs: 120 });
    collector.now += hour;
    await collector.collect();
    expect((await read()).sources.get('board')).toMatchObject({ asked: 1, answered: 1, jobs: 60 });
    const sums = await redis.hgetall(statsKeys.sums('hour', bucketAt('hour', collector.now)));
    expect(sums.jobs).toBe('60');
  });

  test('page after page is not parsed either; the first difference has the rest crawled, without asking twice', async () => {
    const pages = (titles: string[]) => {
      board.answer = ({ path }) => {
        const page = Number(new URL(path, board.baseUrl).searchParams.get('page') ?? 1);
        const items = [{ id: String(page), title: titles[page - 1], url: `https://x.example/${page}` }];
        return { items, next_url: page < titles.length ? `${board.baseUrl}/jobs.json?page=${page + 1}` : null };
      };
    };
    collector.settings = { kind: 'teamtailor', site: 'moss', baseUrl: board.baseUrl };
    pages(['Raker', 'Digger', 'Sower']);
    await twice(60_000);
    expect(board.asked).toHaveLength(3);
    expect(collector.counts).toEqual({ parsed: 0, normalised: 0, unchanged: 1 });

    const before = await head();
    for (const etags of [true, false]) {
      board.etags = etags;
      board.asked.length = 0;
      pages(['Raker', 'Digger', `Reaper ${etags}`]);
      collector.now += 60_000;
      await collector.collect();
      expect(board.asked.map(({ path }) => path).sort()).toEqual([
        '/jobs.json',
        '/jobs.json?page=2',
        '/jobs.json?page=3',
      ]);
      expect(collector.counts).toMatchObject({ parsed: 3, normalised: 1, unchanged: 0 });
      expect((await collector.jobs()).map(({ title }) => title)).toEqual(['Raker', 'Digger', `Reaper ${etags}`]);
    }
    expect((await head()).version).not.toBe(before.version);
  });

  test('in other bytes but with the same postings is parsed only', async () => {
    lists(entries(60), { meta: { served: 1 } });
    const { before, after } = await twice(60_000, () => lists(entries(60), { meta: { served: 2 } }));
    expect(collector.counts).toEqual({ parsed: 1, normalised: 0, unchanged: 1 });
    expect(after.version).toBe(before.version);
    // From now on these bytes are the known ones.
    await collector.collect();
    expect(collector.counts).toEqual({ parsed: 0, normalised: 0, unchanged: 1 });
  });
});

describe('a board that changed', () => {
  test('has its new and changed postings normalised, and the others as they are held', async () => {
    await collector.collect();
    const before = await collector.jobs();
    collector.now += hour;
    const changed = entries(61).slice(1);
    changed[10] = { id: 11, title: 'Baker' };
    lists(changed);
    await collector.collect();
    expect(collector.counts).toEqual({ parsed: 1, normalised: 1, unchanged: 0 });
    const after = await collector.jobs();
    expect(after.map(({ title }) => title)).toEqual(changed.map(({ title }) => title));
    expect(after[0]).toEqual(before[1]);
    expect(await readJob({ redis }, after[59]?.id ?? '')).toMatchObject({ job: { title: 'Cook 60' } });
    // It is remembered like the first.
    await collector.collect();
    expect(collector.counts).toEqual({ parsed: 0, normalised: 0, unchanged: 1 });
  });

  test('only by losing a posting has nothing normalised', async () => {
    const { after } = await twice(hour, () => lists(entries(59)));
    expect(collector.counts).toEqual({ parsed: 1, normalised: 0, unchanged: 0 });
    expect(after.jobs).toBe(59);
  });

  test('learns where its company is from the postings that are held', async () => {
    const at = (name: string, id: number) => ({ ...listed({ id, title: `Cook ${id}` }), location: { name } });
    const held = Array.from({ length: 5 }, (_, id) => at('Boston, MA', id));
    board.answer = () => ({ jobs: held });
    await twice(hour, () => {
      board.answer = () => ({ jobs: [...held, at('Cambridge', 9)] });
    });
    const job = (await collector.jobs()).find(({ title }) => title === 'Cook 9');
    expect(job?.location).toMatchObject({ city: 'Cambridge', region: 'MA', country: 'US' });
  });

  test('and fails is a failure as ever: the held collection stays, and is renewed once the board is back', async () => {
    const { before } = await twice(60_000, () => {
      board.answer = () => 500;
    });
    expect(board.asked).toHaveLength(1);
    expect(await collector.state()).toMatchObject({ head: before, attempt: { status: 'failed' } });
    lists(entries(60));
    collector.now += hour;
    await collector.collect();
    expect(await collector.state()).toMatchObject({ head: { version: before.version }, attempt: { status: 'ok' } });
  });
});

describe('after an upgrade', () => {
  const collectionField = () => redisKeys.collection(collector.key);
  /** Stores the collection as a release with other analysis left it: it read no workplace and another pay. */
  const storeOtherwise = async ({ withFields }: { withFields: boolean }): Promise<void> => {
    const held = await head();
    const name = collectionField();
    for (const chunk of ['j0', 'j1']) {
      const jobs = await unpackJson<HeldJob[]>((await redis.hgetBuffer(name, chunk)) ?? Buffer.alloc(0));
      const former = jobs.map((job) => ({ ...job, workplace: null, salary: null, inferred: ['postedAt'] }));
      await redis.hset(name, chunk, await packJson(former));
    }
    await redis.hset(name, 'head', JSON.stringify({ ...held, analysis: 'of the release before' }));
    if (!withFields) await redis.hdel(name, 'f0', 'f1');
  };
  const remote = ({ id, title }: Entry) => ({ ...listed({ id, title }), location: { name: 'Remote, Germany' } });

  test('with other analysis the stored postings are analysed again, before their board is asked for anything', async () => {
    board.answer = () => ({ jobs: entries(60).map(remote) });
    await collector.collect();
    const [before, jobs] = [await head(), await collector.jobs()];
    expect(jobs[0]).toMatchObject({ workplace: 'remote', salary: { min: 50_000 }, location: { country: 'DE' } });
    await storeOtherwise({ withFields: true });
    board.answer = () => 500;
    board.asked.length = 0;
    collector.now += 60_000;
    await collector.collect('analysis');
    expect(board.asked).toEqual([]);
    expect(collector.counts).toMatchObject({ parsed: 0, normalised: 2 });
    const after = await head();
    const { collectedAt, freshUntil, staleUntil, analysis } = before;
    expect(after).toMatchObject({ collectedAt, freshUntil, staleUntil, analysis, jobs: 60, reading: before.version });
    expect(after.version).not.toBe(before.version);
    const again = (await collector.jobs()).map((job) => ({
      ...job,
      inferred: job.inferred.filter((name) => name !== 'postedAt'),
    }));
    expect(again).toEqual(jobs);
    // Its reading is remembered: the board answers as before, and nothing is parsed.
    board.answer = () => ({ jobs: entries(60).map(remote) });
    await collector.collect();
    expect(collector.counts).toEqual({ parsed: 0, normalised: 0, unchanged: 1 });
    expect((await head()).version).toBe(after.version);
  });

  test('the postings of a release that stored no fields of their source are read from their texts and facts', async () => {
    await collector.collect();
    const jobs = await collector.jobs();
    await storeOtherwise({ withFields: false });
    board.asked.length = 0;
    await collector.collect('analysis');
    expect(board.asked).toEqual([]);
    const facts = ({ id, title, location, salary, firstSeenAt, url, description }: HeldJob) => ({
      id,
      title,
      location,
      salary,
      firstSeenAt,
      url,
      description,
    });
    expect((await collector.jobs()).map(facts)).toEqual(jobs.map(facts));
  });

  test('with other code that reads responses they are parsed again, and what is the same is not normalised', async () => {
    const { before, after } = await twice(60_000, async () => {
      const text = await redis.hget(collectionField(), 'manifest');
      await redis.hset(collectionField(), 'manifest', JSON.stringify({ ...JSON.parse(text ?? ''), reader: 'x' }));
    });
    expect(collector.counts).toEqual({ parsed: 1, normalised: 0, unchanged: 1 });
    expect(after.version).toBe(before.version);
    await collector.collect();
    expect(collector.counts).toEqual({ parsed: 0, normalised: 0, unchanged: 1 });
  });
});

describe('a collection is crawled as if it were the first', () => {
  const field = (name: string, value: string | Buffer) => redis.hset(redisKeys.collection(collector.key), name, value);
  const change = async (name: string, edit: (manifest: Record<string, unknown>) => object) => {
    const text = await redis.hget(redisKeys.collection(collector.key), name);
    await field(name, JSON.stringify(edit(JSON.parse(text ?? ''))));
  };
  test.each<[string, () => unknown]>([
    ['has no manifest', () => redis.hdel(redisKeys.collection(collector.key), 'manifest')],
    ['has a damaged manifest', () => field('manifest', '{"v":1,')],
    ['has a manifest of another release', () => change('manifest', (manifest) => ({ ...manifest, v: 2 }))],
    ['has a manifest of another version', () => change('manifest', (manifest) => ({ ...manifest, version: 'x' }))],
    ['was read with other settings', () => (collector.settings = { ...greenhouse, maxJobs: 5000 })],
  ])('when it %s', async (_, damage) => {
    const { before, after } = await twice(60_000, damage);
    expect(collector.counts).toEqual({ parsed: 1, normalised: 2, unchanged: 0 });
    expect(after.version).not.toBe(before.version);
    expect(after.jobs).toBe(60);
    await collector.collect();
    expect(collector.counts).toEqual({ parsed: 0, normalised: 0, unchanged: 1 });
  });

  test('when its postings are damaged and something has changed', async () => {
    const { after } = await twice(60_000, async () => {
      await field('postings', Buffer.from('damaged'));
      lists(entries(61));
    });
    expect(collector.counts).toEqual({ parsed: 1, normalised: 2, unchanged: 0 });
    expect(after.jobs).toBe(61);
  });

  test('when a 304 confirms a page whose cached body has gone: it is requested again without validators', async () => {
    await twice(60_000, async () => {
      await redis.hdel(redisKeys.collection(collector.key), 'manifest');
      const [name = ''] = await redis.keys(redisKeys.revalidation('*'));
      await redis.hdel(name, 'body');
    });
    expect(board.asked.map(({ conditional }) => conditional)).toEqual([true, false]);
    expect(collector.counts).toMatchObject({ parsed: 1, unchanged: 0 });
    expect(await head()).toMatchObject({ jobs: 60 });
    // The page is cached again.
    await redis.hdel(redisKeys.collection(collector.key), 'manifest');
    board.asked.length = 0;
    await collector.collect();
    expect(board.asked.map(({ conditional }) => conditional)).toEqual([true]);
  });

  test.each<[string, () => void]>([
    ['the board has not changed', () => undefined],
    ['a posting changed', () => lists([...entries(59), { id: 59, title: 'Baker' }])],
  ])('when it is evicted while it is read again and %s', async (_, edit) => {
    const { before, after } = await twice(60_000, () => {
      edit();
      const answer = board.answer;
      board.answer = (request) => {
        void redis.del(redisKeys.collection(collector.key));
        return answer(request);
      };
    });
    expect(after.version).not.toBe(before.version);
    expect(after.jobs).toBe(60);
    expect(await collector.jobs()).toHaveLength(60);
  });
});
