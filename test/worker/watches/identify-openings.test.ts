import { beforeEach, describe, expect, test } from '@jest/globals';
import { cityNames } from '../../../shared/places/city-names.js';
import type { HeldJob } from '../../../shared/search/job.js';
import type { Engine } from '../../../worker/engine/engine.js';
import { groupOf } from '../../../worker/match/corpus/corpus.js';
import { findCopies } from '../../../worker/match/rank/opening-records.js';
import { emptyRecord, writeOpeningRecord } from '../../../worker/openings/opening-record.js';
import { createFirstHeld } from '../../../worker/watches/identify-openings.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { corpusOf, gazetteer, made } from '../lib/made-jobs.js';

const { redis } = await suiteRedis('working');
beforeEach(async () => {
  await redis.flushall();
});

const old = '2026-11-01T08:00:00.000Z';
const young = '2026-11-20T08:00:00.000Z';

const notRead = { now: Date.parse(young), readAt: () => null };

const firstHeldOf = (engine: Pick<Engine, 'copies'>) => createFirstHeld({ redis, engine });

/** An engine that holds these jobs. */
function holding(jobs: readonly HeldJob[]): Pick<Engine, 'copies'> {
  const corpus = corpusOf(jobs);
  const lacking = { missing: [], silent: 0, parts: 1 };
  return { copies: async (_, posting) => ({ ...findCopies(corpus, posting, notRead), ...lacking }) };
}

const alone = (job: HeldJob) => groupOf(corpusOf([job]), 0);

test.each(['Nurse (m/w/d)', 'Aide à domicile H/F', 'C++ "Core" Developer'])(
  'an opening with the title %s is found on the board that had it first',
  async (title) => {
    const earlier = { ...made({ source: 'one', title }), firstSeenAt: old };
    const later = { ...made({ source: 'two', title }), firstSeenAt: young };
    const { urls, firstSeen } = await firstHeldOf(holding([earlier, later]))(alone(later));
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
  const { urls, firstSeen } = await firstHeldOf(holding([...openings, copy]))(alone(copy));
  expect(new Set(urls)).toEqual(new Set([openings[299]?.url, copy.url]));
  expect(firstSeen).toBe(Date.parse(old));
});

test('an answer that lacks a board is asked for again: it may be the one that had the opening first', async () => {
  const earlier = { ...made({ source: 'one', title: 'Nurse' }), firstSeenAt: old };
  const later = { ...made({ source: 'two', title: 'Nurse' }), firstSeenAt: young };
  const answers = [
    { ...(await holding([later]).copies([], { id: later.id, source: 'two', now: new Date(young) })), missing: ['one'] },
    await holding([earlier, later]).copies([], { id: later.id, source: 'two', now: new Date(young) }),
  ];
  const { firstSeen } = await firstHeldOf({
    copies: async () => answers.shift() ?? Promise.reject(new Error('asked')),
  })(alone(later));
  expect(firstSeen).toBe(Date.parse(old));
});

test('a board that stays away does not keep openings from being told', async () => {
  const later = { ...made({ source: 'two', title: 'Nurse' }), firstSeenAt: young };
  const lacking = {
    ...(await holding([later]).copies([], { id: later.id, source: 'two', now: new Date(young) })),
    missing: ['one'],
  };
  const { firstSeen } = await firstHeldOf({ copies: async () => lacking })(alone(later));
  expect(firstSeen).toBe(Date.parse(young));
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
    expect((await firstHeldOf(holding([one, two]))(alone(one))).firstSeen).toBe(firstSeen);
    expect((await firstHeldOf(holding([one, two]))(alone(two))).firstSeen).toBe(firstSeen);
  });
});
