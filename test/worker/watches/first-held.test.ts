import { expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { writeCollection } from '../../../shared/search/collection-store.js';
import type { Matched, Matcher, SearchedRef } from '../../../worker/engine/engine.js';
import { groupOf } from '../../../worker/match/corpus/corpus.js';
import { createFirstHeld } from '../../../worker/watches/first-held.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { corpusOf, made, search } from '../lib/made-jobs.js';

const { redis } = await suiteRedis('working');
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

test('what another board had first is known, though that board was replaced since it was last looked at', async () => {
  await hold('one', 'now');
  await hold('two', 'now');
  const job = { ...made({ source: 'two', title: 'Nurse' }), firstSeenAt: young };
  const versions: string[][] = [];
  const matcher: Pick<Matcher, 'match'> = {
    async match({ refs }) {
      versions.push(refs.map(({ version }) => version));
      const gone = refs.filter(({ version }) => version !== 'now').map(({ key }) => key);
      const alone = { ...job, alsoOn: [] };
      const merged = { ...alone, firstSeenAt: old, alsoOn: [{ source: 'one', url: 'https://one.example/1' }] };
      return { jobs: [gone.length > 0 ? alone : merged], gone } as unknown as Matched;
    },
  };
  const context = { redis, matcher, logger: createLogger('silent', 'test'), now: () => new Date() };
  const firstHeld = createFirstHeld(context, [boardRef('one', 'before'), boardRef('two', 'now')]);
  const group = groupOf(corpusOf([job]), 0);
  expect(await firstHeld(group)).toEqual({ urls: [job.url, 'https://one.example/1'], firstSeen: Date.parse(old) });
  // The next question begins with what is current.
  await firstHeld(groupOf(corpusOf([{ ...job, title: 'Welder' }]), 0));
  expect(versions).toEqual([
    ['before', 'now'],
    ['now', 'now'],
    ['now', 'now'],
  ]);
});

test.each([
  'Nurse (m/w/d)',
  'Software Engineer Intern (x/f/m) - Amsterdam',
  'Aide à domicile H/F',
  'C++ "Core" Developer',
])('an opening with the title %s is found on the board that had it first', async (title) => {
  const earlier = { ...made({ source: 'one', title }), firstSeenAt: old };
  const later = { ...made({ source: 'two', title }), firstSeenAt: young };
  const matcher: Pick<Matcher, 'match'> = {
    match: async ({ subject }) => ({ jobs: search([earlier, later], subject).jobs, gone: [] }) as unknown as Matched,
  };
  const context = { redis, matcher, logger: createLogger('silent', 'test'), now: () => new Date() };
  const firstHeld = createFirstHeld(context, []);
  const { urls, firstSeen } = await firstHeld(groupOf(corpusOf([later]), 0));
  expect(new Set(urls)).toEqual(new Set([earlier.url, later.url]));
  expect(firstSeen).toBe(Date.parse(old));
});
