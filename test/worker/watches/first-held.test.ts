import { beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { cityNames } from '../../../shared/places/city-names.js';
import { writeCollection } from '../../../shared/search/collection-store.js';
import type { HeldJob } from '../../../shared/search/job.js';
import type { Matcher, SearchedRef } from '../../../worker/engine/engine.js';
import { groupOf } from '../../../worker/match/corpus/corpus.js';
import { findCopies } from '../../../worker/match/rank/find-copies.js';
import { emptyRecord } from '../../../worker/openings/opening-record.js';
import { writeOpeningRecord } from '../../../worker/openings/record-store.js';
import { runSync } from '../../../worker/process/cooperative.js';
import { createFirstHeld } from '../../../worker/watches/first-held.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { corpusOf, gazetteer, made } from '../lib/made-jobs.js';

const { redis } = await suiteRedis('working');
beforeEach(async () => {
  await redis.flushall();
});

const old = '2026-11-01T08:00:00.000Z';
const young = '2026-11-20T08:00:00.000Z';

const boardRef = (key: string, version: string): SearchedRef => ({
  ...{ key, version, source: key, collectedAt: Date.parse(young), isBoard: true },
});

async function hold(key: string, version: string): Promise<void> {
  const times = { collectedAt: Date.now(), freshUntil: Date.now() + 60_000, staleUntil: Date.now() + 60_000 };
  await writeCollection(redis, key, {
    head: { v: 1, source: key, version, ...times, jobs: 0, detail: null },
    attempt: { status: 'ok', jobs: 0, tookMs: 1, detail: null, at: Date.now(), ours: false },
    jobs: [],
  });
}

const firstHeldOf = (matcher: Pick<Matcher, 'copies'>, refs: readonly SearchedRef[] = []) =>
  createFirstHeld({ redis, matcher, logger: createLogger('silent', 'test'), now: () => new Date() }, refs);

/** A matcher of these jobs. */
function matching(jobs: readonly HeldJob[]): Pick<Matcher, 'copies'> {
  const corpus = corpusOf(jobs);
  return { copies: async (_, posting) => ({ ...runSync(findCopies(corpus, posting)), gone: [] }) };
}

const alone = (job: HeldJob) => groupOf(corpusOf([job]), 0);

test('what another board had first is known, though that board was replaced since it was last looked at', async () => {
  await hold('one', 'now');
  await hold('two', 'now');
  const job = { ...made({ source: 'two', title: 'Nurse' }), firstSeenAt: young };
  const earlier = { ...made({ source: 'one', title: 'Nurse' }), firstSeenAt: old };
  const versions: string[][] = [];
  const [both, only] = [matching([earlier, job]), matching([job])];
  const matcher: Pick<Matcher, 'copies'> = {
    async copies(question, posting) {
      versions.push(question.refs.map(({ version }) => version));
      const gone = question.refs.filter(({ version }) => version !== 'now').map(({ key }) => key);
      return { ...(await (gone.length > 0 ? only : both).copies(question, posting)), gone };
    },
  };
  const firstHeld = firstHeldOf(matcher, [boardRef('one', 'before'), boardRef('two', 'now')]);
  const { urls, firstSeen } = await firstHeld(alone(job));
  expect(new Set(urls)).toEqual(new Set([job.url, earlier.url]));
  expect(firstSeen).toBe(Date.parse(old));
  // The next question begins with what is current.
  await firstHeld(alone({ ...job, title: 'Welder' }));
  expect(versions).toEqual([
    ['before', 'now'],
    ['now', 'now'],
    ['now', 'now'],
  ]);
});

test.each(['Nurse (m/w/d)', 'Aide à domicile H/F', 'C++ "Core" Developer'])(
  'an opening with the title %s is found on the board that had it first',
  async (title) => {
    const earlier = { ...made({ source: 'one', title }), firstSeenAt: old };
    const later = { ...made({ source: 'two', title }), firstSeenAt: young };
    const { urls, firstSeen } = await firstHeldOf(matching([earlier, later]))(alone(later));
    expect(new Set(urls)).toEqual(new Set([earlier.url, later.url]));
    expect(firstSeen).toBe(Date.parse(old));
  },
);

test('the last of hundreds of openings with one title and employer is found, too', async () => {
  const cities = cityNames.slice(0, 300).map(({ shown, country }) => `${shown}, ${gazetteer.countryName(country)}`);
  const openings = cities.map((place, at) => ({
    ...made({ source: 'one', title: 'Cashier', place, days: at / 100 }),
    firstSeenAt: old,
  }));
  const copy = { ...made({ source: 'two', title: 'Cashier', place: cities[299] ?? '' }), firstSeenAt: young };
  const { urls, firstSeen } = await firstHeldOf(matching([...openings, copy]))(alone(copy));
  expect(new Set(urls)).toEqual(new Set([openings[299]?.url, copy.url]));
  expect(firstSeen).toBe(Date.parse(old));
});

describe('the first reading of a board', () => {
  const seconds = (iso: string): number => Date.parse(iso) / 1000;
  const read = (source: string, at: string) =>
    writeOpeningRecord(redis, source, { ...emptyRecord(source), stockAt: seconds(at) });
  const [first, second] = (['one', 'two'] as const).map((source) => made({ source, title: 'Nurse' })) as [
    HeldJob,
    HeldJob,
  ];
  const seen = (one: string, two: string) => [
    { ...first, firstSeenAt: one },
    { ...second, firstSeenAt: two },
  ];

  test.each<[string, { stocks: [string, string]; seen: [string, string] }, number]>([
    ['had it: it is known', { stocks: [old, old], seen: [old, young] }, 0],
    [
      'had a copy of what another board had listed as new: it is new',
      { stocks: ['2026-10-01T00:00:00.000Z', young], seen: [old, young] },
      seconds(old) * 1000,
    ],
    [
      'was when the other board listed it as new: it is new',
      { stocks: ['2026-10-01T00:00:00.000Z', young], seen: [young, young] },
      seconds(young) * 1000,
    ],
    [
      'lay before: it is new',
      { stocks: ['2026-10-01T00:00:00.000Z', '2026-10-01T00:00:00.000Z'], seen: [young, young] },
      seconds(young) * 1000,
    ],
  ])('%s', async (_, { stocks, seen: times }, firstSeen) => {
    await read('one', stocks[0]);
    await read('two', stocks[1]);
    const [one, two] = seen(...times);
    if (one === undefined || two === undefined) throw new Error('There are two jobs.');
    expect((await firstHeldOf(matching([one, two]))(alone(one))).firstSeen).toBe(firstSeen);
    expect((await firstHeldOf(matching([one, two]))(alone(two))).firstSeen).toBe(firstSeen);
  });
});
