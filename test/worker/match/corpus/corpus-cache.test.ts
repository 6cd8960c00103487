import { expect, test } from '@jest/globals';
import { type CollectionAttempt, writeCollection } from '../../../../shared/search/collection-store.js';
import type { HeldJob } from '../../../../shared/search/job.js';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { createCorpusCache } from '../../../../worker/match/corpus/corpus-cache.js';
import { normaliseAll } from '../../../../worker/normalise/normalise-all.js';
import { emptyPosting } from '../../../../worker/sources/posting.js';
import { suiteRedis } from '../../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');

let clock = 0;
const made = { redis, now: () => new Date(clock), keepMs: 1000 };

const at = Date.parse('2026-01-05T12:00:00Z');
const attempt: CollectionAttempt = { at, status: 'ok', jobs: 0, tookMs: 1, detail: null, ours: false };

/** Stores a collection of this many postings and returns its reference. */
async function keep(key: string, version: string, size: number) {
  const postings = Array.from({ length: size }, (_, number) => ({
    ...emptyPosting(`Cook ${number}`, `https://x.example/${number}`),
    sourceJobId: String(number),
  }));
  const made = await normaliseAll(postings, { source: 'acme', gazetteer: loadGazetteer(), now: new Date(at) });
  const times = { collectedAt: at, freshUntil: Date.now() + 60_000, staleUntil: Date.now() + 60_000 };
  const head = { v: 1 as const, source: 'acme', version, ...times, jobs: size, detail: null };
  await writeCollection(redis, key, { head, attempt, jobs: made.jobs });
  return { key, version, source: 'acme' };
}

const titles = (items: readonly { shown: { job: Pick<HeldJob, 'title'> } }[]) =>
  items.map(({ shown }) => shown.job.title);

test('only the version of a collection requested last is cached', async () => {
  const corpora = createCorpusCache(made);
  for (let version = 1; version <= 5; version++) {
    const { corpus, gone } = await corpora.corpusOf([await keep('c-1', `v${version}`, 10 + version)]);
    expect([corpus.items.length, gone]).toEqual([10 + version, []]);
    expect(corpora.size()).toBe(10 + version);
  }
});

test('a version that was replaced is reported as missing and is not cached', async () => {
  const corpora = createCorpusCache(made);
  const old = await keep('c-2', 'old', 3);
  const renewed = await keep('c-2', 'new', 4);
  expect((await corpora.corpusOf([old])).gone).toEqual(['c-2']);
  expect(corpora.size()).toBe(0);
  expect(titles((await corpora.corpusOf([renewed])).corpus.items)).toHaveLength(4);
  expect((await corpora.corpusOf([old])).gone).toEqual(['c-2']);
  expect(titles((await corpora.corpusOf([renewed])).corpus.items)).toHaveLength(4);
});

test('concurrent searches that share most collections each have all their postings', async () => {
  const corpora = createCorpusCache(made);
  const board = await keep('c-board', 'v', 200);
  const few = await Promise.all([1, 2, 3].map((number) => keep(`c-few-${number}`, 'v', number)));
  const sizes = async (found: ReturnType<typeof corpora.corpusOf>[]) =>
    (await Promise.all(found)).map(({ corpus }) => corpus.itemOf.map(({ length }) => length));
  const together = [[board], ...few.map((each) => [board, each])].map((refs) => corpora.corpusOf(refs));
  expect(await sizes(together)).toEqual([[200], [200, 1], [200, 2], [200, 3]]);
  const renewed = await keep('c-few-1', 'w', 7);
  expect(await sizes([corpora.corpusOf([board, renewed]), corpora.corpusOf([renewed])])).toEqual([[200, 7], [7]]);
});

test('collections without postings count too', async () => {
  const corpora = createCorpusCache(made);
  const refs = await Promise.all([1, 2, 3].map((number) => keep(`c-empty-${number}`, 'v', 0)));
  for (const ref of refs) await corpora.corpusOf([ref]);
  expect(corpora.size()).toBe(0);
});

test('collections unused for `keepMs` are dropped', async () => {
  const corpora = createCorpusCache(made);
  const [one, other] = [await keep('c-3', 'v', 3), await keep('c-4', 'v', 5)];
  clock = 10_000;
  await corpora.corpusOf([one, other]);
  clock = 10_900;
  await corpora.corpusOf([other]);
  expect(corpora.size()).toBe(8);
  clock = 11_100;
  await corpora.corpusOf([other]);
  expect(corpora.size()).toBe(5);
});
