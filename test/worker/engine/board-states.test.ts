import { beforeEach, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { createListener } from '../../../shared/redis/listener.js';
import { connectRedis } from '../../../shared/redis/redis.js';
import { redisChannels, redisKeys } from '../../../shared/redis/redis-keys.js';
import {
  readCollectionStates,
  writeAttempt,
  writeCollection,
} from '../../../shared/search/collections/collection-store.js';
import { createBoardStates } from '../../../worker/engine/board-states.js';
import { closeLater } from '../../lib/close-later.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis, server } = await suiteRedis('working');
beforeEach(() => redis.flushall());
const later = closeLater();
const logger = createLogger('silent', 'test');

/** Board states whose clock stands still until `pass`. */
async function open() {
  let clock = 0;
  const listening = later(connectRedis(server.url, 'listening', logger), (each) => each.disconnect());
  const collections = createListener(listening, redisChannels.collections);
  const announced: string[] = [];
  const options = { redis, collections, logger, boards: new Set(['a', 'b']), clock: () => clock };
  const states = later(createBoardStates(options), (each) => each.close());
  collections.onAny(({ key }) => void announced.push(key));
  while (Number((await redis.pubsub('NUMSUB', redisChannels.collections))[1]) === 0) await turn();
  return {
    states,
    listening,
    pass(ms: number) {
      clock += ms;
    },
    /** Resolves when an announcement about a key has arrived. */
    async heard(key: string) {
      while (!announced.includes(key)) await turn();
      announced.length = 0;
    },
    versions: async (keys: string[]) => (await states.read(keys)).map(({ head }) => head?.version ?? null),
  };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
const attempt = { at: 1, status: 'ok' as const, jobs: 0, tookMs: 1, detail: null, ours: false };

async function write(key: string, version: string) {
  const times = { collectedAt: Date.now(), freshUntil: Date.now() + 60_000, staleUntil: Date.now() + 60_000 };
  const head = { v: 1 as const, source: key, version, ...times, jobs: 0, detail: null };
  await writeCollection(redis, key, { head, attempt, jobs: [] });
}

/** Replaces the stored version of a board without a word. */
async function replaceSilently(key: string, version: string) {
  const [state] = await readCollectionStates(redis, [key]);
  await redis.hset(redisKeys.collection(key), 'head', JSON.stringify({ ...state?.head, version }));
}

test('a board is read once, and again when it is announced', async () => {
  const { versions, heard, states } = await open();
  await write('a', '1');
  await heard('a');
  expect(await versions(['a', 'b'])).toEqual(['1', null]);
  await replaceSilently('a', 'unannounced');
  expect(await versions(['a', 'b'])).toEqual(['1', null]);
  await write('b', '1');
  await heard('b');
  expect(await versions(['b', 'a'])).toEqual(['1', '1']);
  await writeAttempt(redis, 'a', { attempt: { ...attempt, at: 2, status: 'failed' }, keepMs: 60_000 });
  await heard('a');
  expect(await states.read(['a'])).toMatchObject([{ attempt: { at: 2, status: 'failed' } }]);
});

test('collections that are no boards are read each time', async () => {
  const { versions } = await open();
  await write('narrowed', '1');
  expect(await versions(['narrowed'])).toEqual(['1']);
  await replaceSilently('narrowed', '2');
  expect(await versions(['narrowed'])).toEqual(['2']);
});

test('an announcement that arrives while a board is read is not overtaken by what was read', async () => {
  const { versions, heard } = await open();
  await write('a', '1');
  await heard('a');
  const reading = versions(['a']);
  await Promise.all([write('a', '2'), heard('a')]);
  expect(['1', '2']).toContain((await reading)[0]);
  expect(await versions(['a'])).toEqual(['2']);
});

test('what was never announced is found after some seconds, and after a lost connection at once', async () => {
  const { versions, pass, listening, heard } = await open();
  await write('a', '1');
  await heard('a');
  await versions(['a']);
  await replaceSilently('a', '2');
  pass(6000);
  expect(await versions(['a'])).toEqual(['1']);
  while ((await versions(['a']))[0] !== '2') await turn();
  await replaceSilently('a', '3');
  const closed = new Promise((resolve) => listening.once('close', resolve));
  await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
  const again = new Promise((resolve) => listening.once('ready', resolve));
  await closed;
  expect(await versions(['a'])).toEqual(['3']);
  await again;
});

test('a version that another process has seen is read from Redis', async () => {
  const { versions, states, heard } = await open();
  await write('a', '1');
  await heard('a');
  await versions(['a']);
  await replaceSilently('a', '2');
  states.expect('a', '1');
  expect(await versions(['a'])).toEqual(['1']);
  states.expect('a', '2');
  expect(await versions(['a'])).toEqual(['2']);
});
