import { beforeEach, expect, test } from '@jest/globals';
import { createLogger } from '../../../../shared/logger.js';
import { createListener, lineOf } from '../../../../shared/redis/listener.js';
import { connectRedis } from '../../../../shared/redis/redis.js';
import { redisChannels } from '../../../../shared/redis/redis-keys.js';
import { createBoardStates } from '../../../../worker/engine/board-states.js';
import { createHeldBoards, type HeldBoards } from '../../../../worker/engine/held-collections.js';
import { followBoards } from '../../../../worker/engine/segments/follow-boards.js';
import { type CorpusCache, createCorpusCache } from '../../../../worker/match/corpus/corpus-cache.js';
import type { CollectionRef } from '../../../../worker/match/segment/segment-files.js';
import { boardKey } from '../../../../worker/sources/collection-key.js';
import { readSourcesFile } from '../../../../worker/sources/config/sources-file.js';
import type { Source } from '../../../../worker/sources/source.js';
import { closeLater } from '../../../lib/close-later.js';
import { holdCollection } from '../../../lib/hold-collection.js';
import { suiteRedis } from '../../../lib/suite-redis.js';

const list = [
  { id: 'acme', kind: 'greenhouse', board: 'acme' },
  { id: 'beta', kind: 'lever', site: 'beta' },
  { id: 'asked', kind: 'site', search: 'https://x.example/jobs?q={keyword}' },
];
const sources = readSourcesFile(JSON.stringify({ sources: list }), 'test');
const [acme, beta, asked] = sources as [Source, Source, Source];

const { redis, server } = await suiteRedis('working');
beforeEach(() => redis.flushall());
const later = closeLater();
const logger = createLogger('silent', 'test');

/** A worker that follows its boards: what it has loaded and merged, by the sizes of boards and of corpora. */
async function follow({ maxBytes = Number.POSITIVE_INFINITY, failures = 0 } = {}) {
  const now = (): Date => new Date();
  const listening = later(connectRedis(server.url, 'listening', logger), (each) => each.disconnect());
  const collections = createListener(listening, redisChannels.collections);
  while (Number((await redis.pubsub('NUMSUB', redisChannels.collections))[1]) === 0) await turn();
  const boardStates = later(
    createBoardStates({ redis, collections, logger, boards: new Set([boardKey(acme), boardKey(beta)]) }),
    (each) => each.close(),
  );
  const cache = createCorpusCache({ redis, now, keepMs: 60_000, maxBytes: () => maxBytes });
  const loads: string[] = [];
  const merged: number[] = [];
  const corpora: Pick<CorpusCache, 'preload' | 'corpusOf' | 'isFull'> = {
    isFull: cache.isFull,
    preload: (ref) => {
      loads.push(`${ref.source} ${ref.version}`);
      return cache.preload(ref);
    },
    async corpusOf(refs) {
      const found = await cache.corpusOf(refs);
      merged.push(found.corpus.columns.size);
      return found;
    },
  };
  const held = createHeldBoards({ sources: () => sources, boardStates, now });
  let left = failures;
  const boards: HeldBoards = () => (left-- > 0 ? Promise.reject(new Error('Redis is away.')) : held());
  const announced: string[] = [];
  const stop = followBoards({ ...{ redis, collections, boards, corpora, logger }, sources: () => sources });
  later(stop, (each) => each());
  collections.onAny(({ key }) => void announced.push(key));
  return { cache, loads, merged, stop, announced };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn();
}

/** Long enough for two rounds of what follows an announcement. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 700));

test('boards are loaded and merged when they have been read, before a search asks for them', async () => {
  const { cache, loads, merged } = await follow();
  const refs: CollectionRef[] = [
    await holdCollection(redis, acme, { size: 30 }),
    await holdCollection(redis, beta, { size: 12 }),
  ];
  // The first merge may have both before the second is announced.
  await until(() => merged.at(-1) === 42 && loads.length > 1);
  expect(loads.sort()).toEqual(['acme v', 'beta v']);
  // A search reads nothing again: it is in memory, although Redis no longer has it.
  await redis.flushall();
  const { corpus, gone } = await cache.corpusOf(refs);
  expect([corpus.columns.size, gone]).toEqual([42, []]);
});

test('a worker that starts loads and merges the boards that are stored', async () => {
  await holdCollection(redis, acme, { size: 30 });
  await holdCollection(redis, beta, { size: 12 });
  await holdCollection(redis, asked, { size: 5 });
  const { loads, merged } = await follow();
  await until(() => merged.at(-1) === 42);
  expect(loads.sort()).toEqual(['acme v', 'beta v']);
});

test('a board that has changed is loaded again; one that was only renewed is not', async () => {
  const { loads, merged, announced } = await follow();
  const { key } = await holdCollection(redis, acme, { size: 3 });
  await until(() => merged.at(-1) === 3);
  const rounds = merged.length;
  announced.length = 0;
  await redis.publish(redisChannels.collections, lineOf({ key, state: 'ok' }));
  await until(() => announced.includes(key));
  await quiet();
  expect([loads, merged.length]).toEqual([['acme v'], rounds]);
  await holdCollection(redis, acme, { size: 4, version: 'w' });
  await until(() => merged.at(-1) === 4);
  expect(loads).toEqual(['acme v', 'acme w']);
});

test('a failed attempt, an unknown board and a collection narrowed to a query load nothing', async () => {
  const { cache, loads, announced } = await follow();
  const { key } = await holdCollection(redis, asked, { size: 5 });
  await redis.publish(redisChannels.collections, lineOf({ key: boardKey(acme), state: 'failed' }));
  await redis.publish(redisChannels.collections, lineOf({ key: 'unknown', state: 'ok' }));
  await until(() => announced.length === 3 && announced.includes(key));
  await quiet();
  expect([loads, cache.size()]).toEqual([[], 0]);
});

test('nothing is loaded beyond the memory that the cache may take', async () => {
  const { cache, loads, announced } = await follow({ maxBytes: 0 });
  await holdCollection(redis, acme, { size: 3 });
  await until(() => announced.length === 1);
  await quiet();
  expect([loads, cache.size()]).toEqual([[], 0]);
});

test('after an error the next board is loaded as if there had been none', async () => {
  const { loads, merged } = await follow({ failures: 1 });
  await holdCollection(redis, acme, { size: 3 });
  await until(() => loads.length === 1);
  await holdCollection(redis, beta, { size: 2 });
  await until(() => merged.at(-1) === 5);
});

test('a worker that shuts down loads nothing more', async () => {
  const { loads, stop, announced } = await follow();
  stop();
  await holdCollection(redis, acme, { size: 3 });
  await until(() => announced.length === 1);
  await quiet();
  expect(loads).toEqual([]);
});
