import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { bucketCount } from '../../../shared/export/buckets.js';
import { createLogger } from '../../../shared/logger.js';
import { openQueue } from '../../../shared/queue/queues.js';
import { createListener } from '../../../shared/redis/listener.js';
import { connectRedis } from '../../../shared/redis/redis.js';
import { redisChannels } from '../../../shared/redis/redis-keys.js';
import { shardQueue } from '../../../shared/redis/shard-queues.js';
import { type PackedJobs, unpackJobs, writeCollection } from '../../../shared/search/collection-store.js';
import { querySchema } from '../../../shared/search/parse-query.js';
import { subjectOf } from '../../../shared/search/query.js';
import type { Matcher, Question, SearchedRef } from '../../../worker/engine/engine.js';
import { createLocalMatcher } from '../../../worker/engine/segments/segments-engine.js';
import { makeChunk } from '../../../worker/export/make-chunk.js';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { createCorpusCache } from '../../../worker/match/corpus/corpus-cache.js';
import { makeSegmentHere } from '../../../worker/match/corpus/load-segment.js';
import { shardOf } from '../../../worker/match/dedupe/shard-of.js';
import { mergeFacets } from '../../../worker/match/rank/list-facets.js';
import { writingSegment } from '../../../worker/match/segment/write-segment.js';
import { normaliseAll } from '../../../worker/normalise/normalise-all.js';
import { runCooperatively } from '../../../worker/process/cooperative.js';
import { keepTaking } from '../../../worker/process/keep-taking.js';
import { createAnswerHandler } from '../../../worker/shards/answer-question.js';
import { askShard } from '../../../worker/shards/ask-shard.js';
import { packAnswer, unpackAnswer } from '../../../worker/shards/pack-answer.js';
import type { ShardQuestion } from '../../../worker/shards/shard-question.js';
import { createShardedMatcher } from '../../../worker/shards/sharded-matcher.js';
import { emptyPosting, type Posting } from '../../../worker/sources/posting.js';
import { closeLater } from '../../lib/close-later.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis, server } = await suiteRedis('working');
const gazetteer = loadGazetteer();
const now = new Date('2026-05-01T00:00:00Z');
const logger = createLogger('silent', 'test');
const of = 3;
const listing = { depth: 1000, records: 100 };

const refs: SearchedRef[] = [];
const titles = ['Python Developer', 'Senior Python Developer', 'Nurse', 'Warehouse Welder', 'Data Analyst'];
const forms = ['Inc', 'GmbH', 'Ltd', ''];

/** Boards of many companies; the second half of each board's openings is on the next board too, its company written differently. */
beforeAll(async () => {
  for (let board = 0; board < 6; board++) {
    const source = `board-${board}`;
    const postings = Array.from({ length: 60 }, (_, at) => {
      const opening = board * 30 + at;
      return {
        ...emptyPosting(titles[opening % titles.length] ?? '', `https://${source}.example/${opening}`),
        company: { name: `Company ${opening % 23} ${forms[board % forms.length]}`, url: null, logoUrl: null },
        places: [{ text: opening % 2 === 0 ? 'Leeds, UK' : 'Berlin', city: null, region: null, country: null }],
        requisitionId: `REQ-${opening}`,
        postedAt: new Date(now.getTime() - opening * 7_200_000).toISOString(),
        descriptionHtml: `<p>Opening ${opening}: you work with ${opening % 3 === 0 ? 'Kubernetes' : 'people'}.</p>`,
      };
    });
    refs.push(await writeBoard(source, postings));
  }
});

/** Writes what is read of a board. */
async function writeBoard(source: string, postings: Posting[]): Promise<SearchedRef> {
  const { jobs } = await normaliseAll(postings, { source, gazetteer, now });
  const times = { collectedAt: now.getTime(), freshUntil: Date.now() + 600_000, staleUntil: Date.now() + 600_000 };
  const head = { v: 1 as const, source, version: randomUUID(), ...times, jobs: jobs.length, detail: null };
  const attempt = {
    at: now.getTime(),
    status: 'ok' as const,
    jobs: jobs.length,
    tookMs: 1,
    detail: null,
    ours: false,
  };
  await writeCollection(redis, source, { head, attempt, jobs });
  return { key: source, version: head.version, source, isBoard: true, collectedAt: now.getTime() };
}

const options = { redis, now: () => now, keepMs: 600_000 };
const whole = createLocalMatcher({
  corpora: createCorpusCache({ ...options, makeSegment: makeSegmentHere }),
  gazetteer,
});

/** The matcher of one shard among so many. */
function part(shard: number, among: number): Matcher {
  const makeSegment = async (source: string, packed: PackedJobs) =>
    runCooperatively(
      writingSegment(
        source,
        (await unpackJobs(packed)).filter((job) => shardOf(job, among) === shard),
      ),
    );
  return createLocalMatcher({ corpora: createCorpusCache({ ...options, makeSegment }), gazetteer });
}
const parts = Array.from({ length: of }, (_, shard) => part(shard, of));

const question = (query: Record<string, string>): Question => ({
  refs,
  subject: subjectOf(querySchema.parse(query)),
  now,
});
const noAsking = () => Promise.reject(new Error('All shards are here.'));

const queries: Record<string, string>[] = [
  { keyword: 'python developer' },
  { keyword: 'python developer', sortBy: 'recent' },
  {},
  { location: 'Leeds', sortBy: 'recent' },
  { keyword: 'kubernetes -nurse' },
  { keyword: '"data analyst" OR welder', location: 'Berlin' },
  { keyword: 'nothing like that' },
];

const comparable = ({ ranked, jobs, total, bySource, notices, reading }: Awaited<ReturnType<Matcher['match']>>) => ({
  ...{ ranked, jobs, total, bySource, notices, reading },
});

test('every shard holds some postings, and copies of an opening are in one', async () => {
  const found = await Promise.all(parts.map((each) => each.match(question({}), listing)));
  expect(found.every(({ total }) => total > 10)).toBe(true);
  const all = await whole.match(question({}), listing);
  expect(found.reduce((sum, { total }) => sum + total, 0)).toBe(all.total);
  expect(all.total).toBeLessThan(360);
});

describe.each(queries)('%j', (query) => {
  test('shards answer as one worker with all postings does', async () => {
    const sharded = createShardedMatcher({ of, here: (shard) => parts[shard] ?? null, ask: noAsking });
    const expected = await whole.match(question(query), listing);
    expect(comparable(await sharded.match(question(query), listing))).toEqual(comparable(expected));
    const list = expected.ranked.slice(100, 200);
    expect(await sharded.named(question(query), list)).toEqual(await whole.named(question(query), list));
  });

  test('and count as it does', async () => {
    const sharded = createShardedMatcher({ of, here: (shard) => parts[shard] ?? null, ask: noAsking });
    const [expected, found] = [await whole.facets(question(query)), await sharded.facets(question(query))];
    expect(mergeFacets(found.shards)).toEqual(mergeFacets(expected.shards));
    expect({ ...found, shards: [] }).toEqual({ ...expected, shards: [] });
  });
});

describe('a list of which one shard has nearly all is complete with its records', () => {
  const asked = question({ keyword: 'company:"Company 4"' });
  const short = { depth: 40, records: 30 };

  test('which are made of shards here once the merged list is known', async () => {
    const listed: number[] = [];
    const here = (shard: number): Matcher => {
      const matcher = parts[shard];
      if (matcher === undefined) throw new Error(`No shard ${shard}.`);
      const match: Matcher['match'] = (each, listing) => {
        listed.push(listing.records);
        return matcher.match(each, listing);
      };
      return { ...matcher, match, named: () => noAsking() };
    };
    const sharded = createShardedMatcher({ of, here, ask: noAsking });
    const expected = await whole.match(asked, short);
    expect(comparable(await sharded.match(asked, short))).toEqual(comparable(expected));
    expect(listed).toEqual([0, 0, 0]);
  });

  test('which other workers are asked for where their lists lack them', async () => {
    const named: number[] = [];
    const ask: Parameters<typeof createShardedMatcher>[0]['ask'] = async (shard, { named: list, depth, records }) => {
      const matcher = parts[shard];
      if (matcher === undefined) return null;
      if (list !== undefined) {
        named.push(shard);
        return matcher.named(asked, list);
      }
      // Fewer records than it is asked for.
      const few = { depth, records: Math.min(records, 2) };
      const answer = await unpackAnswer(await packAnswer({ matched: await matcher.match(asked, few) }));
      return 'error' in answer ? null : answer;
    };
    const sharded = createShardedMatcher({ of, here: () => null, ask });
    const expected = await whole.match(asked, short);
    expect(comparable(await sharded.match(asked, short))).toEqual(comparable(expected));
    expect(named.length).toBeGreaterThan(0);
  });
});

test('a list that is shorter than what matches has the same jobs, although many repeats of employers are lowered', async () => {
  const postings = Array.from({ length: 500 }, (_, at) => ({
    ...emptyPosting(`${titles[at % 3]} ${at % 17}`, `https://many.example/${at}`),
    company: { name: `Employer ${at % 40}`, url: null, logoUrl: null },
    postedAt: new Date(now.getTime() - at * 3_600_000).toISOString(),
    descriptionHtml: `<p>Opening ${at}: ${'you work with people. '.repeat(1 + (at % 5))}</p>`,
  }));
  const many = [await writeBoard('many', postings)];
  const halves = [0, 1].map((shard) => part(shard, 2));
  const sharded = createShardedMatcher({ of: 2, here: (shard) => halves[shard] ?? null, ask: noAsking });
  for (const query of [{ keyword: 'people' }, { keyword: 'people', sortBy: 'recent' }, {}]) {
    const asked = { ...question(query), refs: many };
    for (const depth of [100, 320, 450]) {
      const expected = await whole.match(asked, { depth, records: 50 });
      expect(expected.total).toBeGreaterThan(depth);
      expect(comparable(await sharded.match(asked, { depth, records: 50 }))).toEqual(comparable(expected));
    }
  }
});

test('a shard that has nearly all of the best is asked once more, for a whole list', async () => {
  const asked: number[] = [];
  /** A shard of so many matches without a word, the newest of which are the better ones. */
  const shardOfMany = (name: string, exact: number, newest: number): Matcher => ({
    ...whole,
    async match(each, { depth }) {
      if (name === 'a') asked.push(depth);
      const found = await whole.match(each, { depth: 0, records: 0 });
      const ranked = Array.from({ length: Math.min(depth, exact) }, (_, at) => ({
        ...{ id: `${name}-${at}`, score: 900, date: newest - at, isOnSeveral: false, isNear: false },
      }));
      return { ...found, order: 'open', exact, total: exact, ranked, recordAt: () => ({}) as never };
    },
  });
  const shards = [shardOfMany('a', 2000, 9000), shardOfMany('b', 2000, 8100)];
  const sharded = createShardedMatcher({ of: 2, here: (shard) => shards[shard] ?? null, ask: noAsking });
  const { ranked, total } = await sharded.match(question({}), { depth: 1000, records: 0 });
  expect(asked).toEqual([650, 1000]);
  expect(total).toBe(4000);
  expect(ranked.map(({ date }) => date)).toEqual(ranked.map(({ date }) => date).sort((one, other) => other - one));
  expect([ranked.length, ranked.filter(({ id }) => id.startsWith('a')).length]).toEqual([1000, 950]);
});

test('an export of two shards has every opening once, in whatever ranges it is made', async () => {
  const halves = [0, 1].map((shard) => part(shard, 2));
  const sharded = createShardedMatcher({ of: 2, here: (shard) => halves[shard] ?? null, ask: noAsking });
  const range = { from: 0, to: bucketCount };
  for (const query of queries.slice(0, 4)) {
    const asked = question(query);
    const matcher: Pick<Matcher, 'rows'> = { rows: (_, rows) => sharded.rows(asked, rows) };
    const context = {
      redis,
      sources: () => [],
      boardStates: { read: async () => [] },
      gazetteer,
      matcher,
      now: () => now,
    };
    const exported: string[] = [];
    for (let from = 0; from < bucketCount; from += 800) {
      const to = Math.min(from + 800, bucketCount);
      const job = { v: 1, id: 'export_1', attempt: 'a', round: 0, subject: asked.subject, from, to } as const;
      const chunk = await makeChunk(context, { ...job, format: 'ndjson', followed: false, requestId: 'r' });
      exported.push(...chunk.text.toString().split('\n').filter(Boolean));
    }
    const { rows, total } = await whole.rows(asked, range);
    const found = await Promise.all(halves.map((half) => half.rows(asked, range)));
    expect(found.every((half) => half.rows.length > 0)).toBe(true);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(total);
    expect(exported.sort()).toEqual(rows.map(({ id, line }) => `{"change":"added","id":"${id}","job":${line}}`).sort());
  }
});

describe('shards of other workers', () => {
  const later = closeLater();

  /** A matcher that asks for every shard by its queue; only these are answered. */
  function open(answered: readonly number[], waitMs = 10_000) {
    const listening = later(connectRedis(server.url, 'listening', logger), (each) => each.disconnect());
    const answers = createListener(listening, redisChannels.shardAnswers);
    const changes: ShardQuestion['changed'][] = [];
    const boards = async (changed: ShardQuestion['changed']) => {
      changes.push(changed);
      return refs;
    };
    const { signal } = new AbortController();
    for (const shard of answered) {
      const matcher = parts[shard];
      if (matcher === undefined) throw new Error(`No shard ${shard}.`);
      const handler = createAnswerHandler(matcher, { redis, logger, now: () => new Date(), boards });
      const during = <Result>(work: () => Promise<Result>) => work();
      const tools = { logger, redis, now: () => new Date(), shutdown: signal, during, slots: 2 };
      later(keepTaking(shardQueue(shard, of), handler, tools), (each) => each.close());
    }
    const queues = parts.map((_, shard) =>
      later(openQueue<ShardQuestion>(shardQueue(shard, of), redis), (each) => each.close()),
    );
    const matcher = createShardedMatcher({
      of,
      here: () => null,
      ask(shard, asked) {
        const queue = queues[shard];
        if (queue === undefined) throw new Error(`No shard ${shard}.`);
        return askShard(queue, asked, { redis, logger, answers, now: () => new Date(), waitMs });
      },
    });
    return { matcher, changes };
  }

  test('answer by their queues, to the letter', async () => {
    const { matcher, changes } = open([0, 1, 2]);
    for (const query of queries.slice(0, 3)) {
      const expected = await whole.match(question(query), listing);
      expect(comparable(await matcher.match(question(query), listing))).toEqual(comparable(expected));
    }
    expect(await matcher.correct(question({ keyword: 'nurse' }))).toMatchObject({ notices: [] });
    const facets = async (asked: Matcher) => mergeFacets((await asked.facets(question({ keyword: 'nurse' }))).shards);
    expect(await facets(matcher)).toEqual(await facets(whole));
    expect(changes[0]?.map(({ key }) => key)).toEqual(refs.map(({ key }) => key));
    // What was read is not kept.
    expect(await redis.keys('js:{shard-answer*')).toHaveLength(0);
  });

  test('which nobody answers for are counted, and the rest is listed', async () => {
    const { matcher } = open([0, 2], 300);
    const found = await matcher.match(question({}), listing);
    const rest = await Promise.all([0, 2].map(async (shard) => parts[shard]?.match(question({}), listing)));
    expect(found).toMatchObject({
      silent: 1,
      shards: 3,
      total: rest.reduce((sum, each) => sum + (each?.total ?? 0), 0),
    });
    expect(found.jobs).toHaveLength(100);
    const counted = await matcher.facets(question({ keyword: 'nurse' }));
    expect([counted.silent, counted.shards.length]).toEqual([1, 2]);
  });

  test('reject a search when none answers', async () => {
    const { matcher } = open([], 100);
    await expect(matcher.match(question({}), listing)).rejects.toThrow('No worker has searched');
  });
});
