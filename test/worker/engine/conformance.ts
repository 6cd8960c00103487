import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { layOutBoards } from '../../../bench/lib/postings/employers.js';
import { createPostings } from '../../../bench/lib/postings/postings.js';
import { makeQuestions, subjectOf } from '../../../bench/lib/postings/questions.js';
import { createRandom } from '../../../bench/lib/postings/random.js';
import { configSchema } from '../../../shared/config.js';
import { bucketCount } from '../../../shared/export/export-chunk.js';
import { parseKeyword } from '../../../shared/keyword/parse-keyword.js';
import { createLogger } from '../../../shared/logger.js';
import { canonicalUrl } from '../../../shared/search/canonical-url.js';
import type { HeldJob } from '../../../shared/search/job.js';
import { anySearch, type SearchSubject } from '../../../shared/search/query/query.js';
import { usualRhythm } from '../../../shared/watches/rhythm.js';
import type { Engine, EngineOptions, FoundRows, Question } from '../../../worker/engine/engine.js';
import { rowOf } from '../../../worker/engine/list-rows.js';
import { type Corpus, groupOf } from '../../../worker/match/corpus/corpus.js';
import { analyzeSearch } from '../../../worker/match/keyword/analyze-search.js';
import { correctKeyword, vocabularyOf } from '../../../worker/match/keyword/correct-keyword.js';
import { countFacets } from '../../../worker/match/rank/facets/count-facets.js';
import { findCopies, recordOf } from '../../../worker/match/rank/opening-records.js';
import { searchCorpus } from '../../../worker/match/rank/search-corpus.js';
import { runSync } from '../../../worker/process/cooperative.js';
import { noWorkerMetrics } from '../../../worker/process/metrics.js';
import { boardKey } from '../../../worker/sources/collection-key.js';
import { createThreadPool, threadFile } from '../../../worker/threads/thread-pool.js';
import { createPercolator } from '../../../worker/watches/percolate.js';
import { mostItems } from '../../../worker/watches/watched-query.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { gazetteer, made, now } from '../lib/made-jobs.js';
import { makeSearch, makeVaried } from '../lib/varied-world.js';
import { type HeldWorld, openHeldWorld } from './held-world.js';

/** Questions that are asked: `CONFORMANCE_QUESTIONS=1000` for a whole comparison. */
const asked = Number(process.env.CONFORMANCE_QUESTIONS ?? 240);

/** Postings of real size, beside some hundred short ones that differ in every fact: `CONFORMANCE_POSTINGS=5000`. */
const realPostings = Number(process.env.CONFORMANCE_POSTINGS ?? 1200);

const seed = 5;
const patienceMs = Math.max(600_000, 2000 * asked);
const whole = { missing: [], silent: 0, parts: 1 };

/** Boards with their postings: real texts, and facts and copies of every kind. */
function makeBoards(): Map<string, HeldJob[]> {
  const postings = createPostings({ seed, now: now.getTime(), gazetteer });
  const boards = new Map(layOutBoards(seed, realPostings).map((board) => [board.id, postings.held(board)]));
  for (const job of makeVaried(seed, 300)) boards.set(job.source, [...(boards.get(job.source) ?? []), job]);
  return boards;
}

/** Searches of all kinds, half of them for words of the postings and half for facts. */
function makeSubjects(count: number): SearchSubject[] {
  const postings = createPostings({ seed, now: now.getTime(), gazetteer });
  const random = createRandom(seed, 2);
  const half = Math.ceil(count / 2);
  const real = makeQuestions(postings, { seed, count: half }).map(subjectOf);
  return [...real, ...Array.from({ length: half }, () => makeSearch(random))];
}

/**
 * Registers what any engine must do, compared with the same postings read at once by worker/match. Call it at the top of a
 * suite; `open` opens the engine, which the suite closes.
 */
export async function conforms(
  name: string,
  open: (options: EngineOptions) => Engine,
  { ordersByItself = false } = {},
): Promise<void> {
  const { redis, server } = await suiteRedis('working');
  const boards = makeBoards();
  const subjects = makeSubjects(asked);
  const logger = createLogger('silent', 'test');
  const threads = createThreadPool({ threads: 1, file: threadFile(), logger });
  let world: HeldWorld;
  let engine: Engine;
  let corpus: Corpus;

  beforeAll(async () => {
    world = openHeldWorld(redis, server.url, [...boards.keys(), 'late']);
    const { boardStates, collections, sources } = world;
    engine = open({
      ...{ config: configSchema.parse({}), redis, logger, now: () => new Date(), collections, boardStates },
      ...{ sources, gazetteer, threads, metrics: noWorkerMetrics },
    });
    for (const [id, jobs] of boards) {
      const { version } = await world.hold(id, jobs);
      world.boardStates.expect(keyOf(world, id), version);
    }
    corpus = world.corpus();
  }, patienceMs);
  afterAll(async () => {
    await engine.close();
    await threads.close();
    world.close();
  });

  const questionOf = (subject: Partial<SearchSubject>, collections: readonly string[] = []): Question => ({
    ...{ search: analyzeSearch({ ...anySearch, ...subject }, gazetteer), now, collections },
  });
  const seenAt = () => ({ now: now.getTime(), readAt: world.readAt });
  const titlesOf = async (keyword: string, collections: readonly string[] = []): Promise<string[]> => {
    const { jobs, exact } = await engine.search(questionOf({ keyword }, collections), { depth: 50, records: 50 });
    return jobs.slice(0, exact).map(({ title }) => title);
  };

  describe(`the engine ${name}`, () => {
    test(
      'finds, counts, orders and explains as all postings read at once',
      async () => {
        let found = 0;
        let near = 0;
        // Of an engine with an order of its own: lists with another number of near titles, and what first tens have in common.
        let [otherwise, wanted, shared] = [0, 0, 0];
        for (const subject of subjects) {
          const expected = searchCorpus(corpus, subject, { now, gazetteer, readAt: world.readAt });
          const { searched, ...answer } = await engine.search(questionOf(subject), { depth: 100, records: 20 });
          const { total, exact, bySource, notices, place } = expected;
          const list = expected.list(100, 20);
          expect(searched('unknown')).toBe(false);
          found += exact;
          near += total - exact;
          if (!ordersByItself) {
            const whichAndWhy = { total, exact, bySource, notices, place, ...list, ...whole };
            expect({ subject, ...answer }).toEqual({ subject, ...whichAndWhy });
            continue;
          }
          const { ranked, jobs, total: all, ...counted } = answer;
          expect({ subject, ...counted }).toEqual({
            ...{ subject, exact, bySource, notices, place, ...whole },
          });
          expect(jobs.map(({ id }) => id)).toEqual(ranked.slice(0, 20).map(({ id }) => id));
          if (all !== total) otherwise++;
          const [ours, theirs] = [ranked.slice(0, 10), list.ranked.slice(0, 10)];
          const records = [...expected.named(ours), ...(await engine.records(questionOf(subject), theirs)).records];
          expect({ subject, unknown: records.filter((record) => record === null) }).toEqual({ subject, unknown: [] });
          wanted += theirs.length;
          shared += theirs.filter(({ id }) => ours.some((each) => each.id === id)).length;
        }
        // Questions that find nothing would compare nothing.
        expect([found > 10 * subjects.length, near > subjects.length]).toEqual([true, true]);
        expect(otherwise).toBeLessThanOrEqual(0.04 * subjects.length);
        expect(shared).toBeGreaterThanOrEqual(0.95 * wanted);
      },
      patienceMs,
    );

    test(
      'counts facets as the searches that they stand for',
      async () => {
        for (const subject of subjects.filter((_, at) => at % 3 === 0)) {
          const answer = await engine.facets(questionOf(subject));
          expect({ subject, ...answer }).toEqual({
            subject,
            ...countFacets(corpus, subject, { now, gazetteer }),
            ...whole,
          });
        }
      },
      patienceMs,
    );

    test(
      'makes further records of a list as it would have made the first ones',
      async () => {
        for (const subject of subjects.filter((_, at) => at % 7 === 0)) {
          const question = questionOf(subject);
          const { ranked, jobs } = await engine.search(question, { depth: 60, records: 60 });
          const { records } = await engine.records(question, [{ id: 'job_0000000000000000', score: 1 }, ...ranked]);
          expect({ subject, records }).toEqual({ subject, records: [null, ...jobs] });
        }
      },
      patienceMs,
    );

    test(
      'exports every exact match once, in whatever ranges',
      async () => {
        for (const subject of subjects.filter((_, at) => at % 20 === 0)) {
          const { items } = searchCorpus(corpus, subject, { now, gazetteer });
          const lines = Array.from(items, (item) => {
            return rowOf(recordOf(groupOf(corpus, item), { score: 0, why: [] }, seenAt()));
          });
          const rows: FoundRows['rows'][number][] = [];
          for (let from = 0; from < bucketCount; from += 1000) {
            const range = { from, to: Math.min(bucketCount, from + 1000) };
            const answer = await engine.rows(questionOf(subject), range);
            expect(answer).toMatchObject({ total: items.length, ...whole });
            rows.push(...answer.rows);
          }
          const inOrder = (some: typeof rows) => some.toSorted((one, other) => (one.id < other.id ? -1 : 1));
          expect({ subject, rows: inOrder(rows) }).toEqual({ subject, rows: inOrder(lines) });
        }
      },
      patienceMs,
    );

    test('knows the copies of a posting', async () => {
      let copied = 0;
      for (const [source, jobs] of boards)
        for (const { id } of jobs.slice(0, 10)) {
          const expected = findCopies(corpus, { id, source }, seenAt());
          const answer = await engine.copies([], { id, source, now });
          expect({ id, ...answer }).toMatchObject({ id, ...expected, ...whole });
          copied += expected.copies?.alsoOn.length ?? 0;
        }
      expect(copied).toBeGreaterThan(10);
      expect(await engine.copies([], { id: 'job_0000000000000000', source: 'one', now })).toMatchObject({
        copies: null,
        listings: [],
      });
    });

    test('finds postings by their addresses', async () => {
      const known = [...boards].flatMap(([, jobs]) => jobs.slice(0, 5));
      const addresses = known.map(({ url }) => canonicalUrl(url));
      const { ids, ...lacking } = await engine.located([], [...addresses, 'elsewhere.example/1']);
      expect(lacking).toMatchObject(whole);
      expect(ids).toEqual(
        [...addresses, 'elsewhere.example/1'].map((address) =>
          expect.arrayContaining(
            corpus.collections.flatMap((each) =>
              Array.from({ length: each.size }, (_, at) => each.entryAt(at)).flatMap(({ id, fingerprint }) =>
                fingerprint.url === address ? [id] : [],
              ),
            ),
          ),
        ),
      );
      expect(ids.slice(0, known.length).filter((each) => each.length > 0).length).toBeGreaterThan(known.length / 2);
      expect(ids.at(-1)).toEqual([]);
    });

    test('puts slips right by the words of what is held', async () => {
      for (const keyword of ['sofware enginer', 'regsitered nurse', 'software engineer', 'qzxjvkw', '"sofware"']) {
        const { root, notices } = correctKeyword(parseKeyword(keyword).root, vocabularyOf(corpus));
        expect([keyword, await engine.corrected(questionOf({ keyword }))]).toEqual([
          keyword,
          notices.length === 0 ? null : root,
        ]);
      }
    });

    test(
      'finds by a search what the watch of that search is told',
      async () => {
        const percolator = createPercolator(gazetteer);
        // A watch's keyword is read as it is written, and an opening on several boards has the facts of one of them.
        const watched = subjects.slice(-90).filter(({ keyword }) => {
          const { root } = analyzeSearch({ ...anySearch, keyword }, gazetteer);
          return correctKeyword(root, vocabularyOf(corpus)).notices.length === 0;
        });
        const watches = watched.map(({ sortBy: _sortBy, ...search }, at) => ({
          ...usualRhythm,
          ...{ id: String(at), owner: 'o', search, url: 'https://example.com/', secret: 's', since: 0 },
          ...{ lastDeliveryAt: null, state: 'active' as const, reason: null, createdAt: now.toISOString() },
        }));
        expect(runSync(percolator.update(watches))).toEqual([]);
        const listed: HeldJob[] = [];
        for (const job of (boards.get('three') ?? []).slice(0, mostItems)) {
          const { listings } = await engine.copies([], { id: job.id, source: 'three', now });
          if (listings.length === 1) listed.push(job);
        }
        const ids = new Set(listed.map(({ id }) => id));
        const told = new Map(
          runSync(percolator.match('three', listed, now)).map(({ watch, groups }) => [
            watch.id,
            groups.map(({ shown }) => shown.job.id).sort(),
          ]),
        );
        for (const [at, subject] of watched.entries()) {
          const { rows } = await engine.rows(questionOf(subject), { from: 0, to: bucketCount });
          const found = rows.flatMap(({ id }) => (ids.has(id) ? [id] : [])).sort();
          expect({ subject, told: told.get(String(at)) ?? [] }).toEqual({ subject, told: found });
        }
        expect(told.size).toBeGreaterThan(10);
      },
      patienceMs,
    );

    test('finds what a searched source gave in the search that it was given to, alone', async () => {
      const key = await world.holdSearched('welder', [made({ source: 'searched', title: 'Underwater Qwelder' })]);
      expect(await titlesOf('qwelder')).toEqual([]);
      expect(await titlesOf('qwelder', [key])).toEqual(['Underwater Qwelder']);
      expect(await titlesOf('qwelder', ['c-unknown', key])).toEqual(['Underwater Qwelder']);
      const { searched } = await engine.search(questionOf({}, [key, 'c-unknown']), { depth: 0, records: 0 });
      expect([searched(key), searched('c-unknown')]).toEqual([true, false]);
      await world.holdSearched('welder', [made({ source: 'searched', title: 'Underwater Qfitter' })]);
      expect([await titlesOf('qwelder', [key]), await titlesOf('qfitter', [key])]).toEqual([
        [],
        ['Underwater Qfitter'],
      ]);
    });

    test('finds what has changed within two seconds, and no longer what is gone', async () => {
      const first = ['Qbaker', 'Qmiller'].map((title) => made({ source: 'late', title }));
      await world.hold('late', first);
      await within(2000, async () => (await titlesOf('qbaker OR qmiller')).length === 2);
      const before = await engine.search(questionOf({}), { depth: 0, records: 0 });
      await world.hold('late', [
        made({ source: 'late', title: 'Qbaker' }),
        made({ source: 'late', title: 'Qbutcher' }),
      ]);
      await within(2000, async () => (await titlesOf('qbutcher')).length === 1);
      expect([await titlesOf('qbaker'), await titlesOf('qmiller')]).toEqual([['Qbaker'], []]);
      expect((await engine.search(questionOf({}), { depth: 0, records: 0 })).total).toBe(before.total);
    });

    test('finds at once what a search has waited for', async () => {
      for (const title of ['Qtailor', 'Qcobbler', 'Qcooper']) {
        const { version } = await world.hold('late', [made({ source: 'late', title })]);
        world.boardStates.expect(keyOf(world, 'late'), version);
        expect(await titlesOf('qtailor OR qcobbler OR qcooper')).toEqual([title]);
      }
    });

    test('finds a technology of one letter where a title, the skills or the text name it, and no other letter', async () => {
      const named = [
        { title: 'Qanalyst R', about: 'Statistics with tidyverse' },
        { title: 'Qanalyst (R)', about: 'Numbers' },
        { title: 'Qanalyst tags', tags: ['R'] },
        { title: 'Qanalyst text', text: 'You know Python, R and SQL.' },
        { title: 'Qanalyst studio', text: 'You work with RStudio.' },
      ];
      const others = ['Our R&D team.', 'Experience in R & D.', 'Skills: R 42.', 'Led by R. Smith.', 'A/R experience.'];
      const levels = ['C-level experience.', 'Series C, vitamin C.', 'Class C licence.'];
      await world.hold('late', [
        ...named.map((each) => made({ source: 'late', ...each })),
        made({ source: 'late', title: 'Qanalyst board', text: 'Code in C for microcontrollers.' }),
        ...[...others, ...levels].map((text, at) => made({ source: 'late', title: `Qanalyst ${at + 100}`, text })),
      ]);
      await within(
        2000,
        async () => (await titlesOf('qanalyst')).length === named.length + 1 + others.length + levels.length,
      );
      const titles = async (keyword: string) => (await titlesOf(keyword)).toSorted();
      expect(await titles('qanalyst R')).toEqual(named.map(({ title }) => title).toSorted());
      expect(await titles('qanalyst c')).toEqual(['Qanalyst board']);
      for (const keyword of ['R', 'c', 'qanalyst R', 'R OR c']) {
        const expected = searchCorpus(world.corpus(), { ...anySearch, keyword }, { now, gazetteer });
        const { total, exact, bySource } = await engine.search(questionOf({ keyword }), { depth: 0, records: 0 });
        expect([keyword, total, exact, bySource]).toEqual([keyword, expected.total, expected.exact, expected.bySource]);
      }
    });

    test('does not find what a source lists that is no longer among the sources', async () => {
      await world.hold('late', [made({ source: 'late', title: 'Qfurrier' })]);
      await within(2000, async () => (await titlesOf('qfurrier')).length === 1);
      world.keepSources([...boards.keys()]);
      expect(await titlesOf('qfurrier')).toEqual([]);
      const { total, bySource } = await engine.search(questionOf({}), { depth: 0, records: 0 });
      const expected = searchCorpus(world.corpus(), { ...anySearch }, { now, gazetteer });
      expect([total, bySource]).toEqual([expected.total, expected.bySource]);
    });
  });
}

const keyOf = (world: HeldWorld, id: string): string => {
  const source = world.sources().find((each) => each.id === id);
  if (source === undefined) throw new Error(`There is no source ${id}.`);
  return boardKey(source);
};

/** Asks until it holds, with room for announcements between: an answer from memory takes no turn of the event loop. */
async function within(ms: number, holds: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > until) throw new Error(`It did not hold within ${ms} ms.`);
    await nextTurn();
  }
}
