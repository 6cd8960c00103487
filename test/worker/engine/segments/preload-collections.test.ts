import { beforeEach, expect, test } from '@jest/globals';
import { redisKeys } from '../../../../shared/redis/redis-keys.js';
import { preloadCollections } from '../../../../worker/engine/segments/follow-boards.js';
import { createCorpusCache } from '../../../../worker/match/corpus/corpus-cache.js';
import { readSourcesFile } from '../../../../worker/sources/config/sources-file.js';
import { holdCollection } from '../../../lib/hold-collection.js';
import { suiteRedis } from '../../../lib/suite-redis.js';

const list = [
  { id: 'acme', kind: 'greenhouse', board: 'acme' },
  { id: 'beta', kind: 'lever', site: 'beta' },
  { id: 'never-read', kind: 'greenhouse', board: 'other' },
  { id: 'asked', kind: 'site', search: 'https://x.example/jobs?q={keyword}' },
];
const sources = readSourcesFile(JSON.stringify({ sources: list }), 'test');

const { redis } = await suiteRedis('working');
beforeEach(async () => {
  await redis.flushall();
});

/** Stores this many postings of a source. */
async function hold(id: string, size: number) {
  const source = sources.find((each) => each.id === id);
  if (source === undefined) throw new Error(`No source ${id}.`);
  return holdCollection(redis, source, { size });
}

const createCorpora = () => createCorpusCache({ redis, now: () => new Date(), keepMs: 60_000 });
const going = new AbortController().signal;

test('a new worker prepares the stored collections of whole boards', async () => {
  const refs = [await hold('acme', 30), await hold('beta', 12)];
  await hold('asked', 5);
  const corpora = createCorpora();
  expect(await preloadCollections({ redis, sources, corpora, stop: going })).toBe(2);
  expect(corpora.size()).toBe(42);
  // Nothing is read again: it is in memory, although Redis no longer has it.
  await redis.flushall();
  const { corpus, gone } = await corpora.corpusOf(refs);
  expect([corpus.columns.size, gone]).toEqual([42, []]);
});

test('a collection that expires meanwhile is skipped, and an empty store is no error', async () => {
  const corpora = createCorpora();
  expect(await preloadCollections({ redis, sources, corpora, stop: going })).toBe(0);
  const { key } = await hold('acme', 3);
  await hold('beta', 2);
  const readying = {
    ...corpora,
    preload: (ref: Parameters<typeof corpora.preload>[0]) => vanish(key, () => corpora.preload(ref)),
  };
  await preloadCollections({ redis, sources, corpora: readying, stop: going });
  expect(corpora.size()).toBe(2);
});

async function vanish(key: string, then: () => Promise<void>): Promise<void> {
  await redis.del(redisKeys.collection(key));
  await then();
}

test('a worker that shuts down prepares nothing more', async () => {
  await hold('acme', 3);
  const corpora = createCorpora();
  const leaving = new AbortController();
  leaving.abort();
  expect(await preloadCollections({ redis, sources, corpora, stop: leaving.signal })).toBe(0);
  expect(corpora.size()).toBe(0);
});
