import { expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import type { Matcher } from '../../../worker/engine/engine.js';
import { startShardHolder } from '../../../worker/shards/shard-holder.js';
import type { ShardLeases } from '../../../worker/shards/shard-leases.js';
import { closeLater } from '../../lib/close-later.js';

const later = closeLater();
const logger = createLogger('silent', 'test');

/** A holder with leases that the test hands out; what it does is noted in order. */
function open(first: number[]) {
  const events: string[] = [];
  const state = { wanted: new Set(first), answered: new Set<number>(), failsToLoad: false };
  const leases: ShardLeases = {
    balance: async () => new Set(state.wanted),
    setReady: async (shard) => void events.push(`ready ${shard}`),
    isAnswered: async (shard) => state.answered.has(shard),
    leave: async () => void events.push('left'),
  };
  const finish = new Map<number, () => void>();
  const holder = startShardHolder({
    leases,
    logger,
    balanceMs: 10,
    open: (shard) => ({
      matcher: { shard } as unknown as Matcher,
      load: () =>
        new Promise((resolve, reject) => {
          finish.set(shard, () => (state.failsToLoad ? reject(new Error('lost')) : resolve()));
          events.push(`loads ${shard}`);
        }),
      answer: () => void events.push(`answers ${shard}`),
      close: async () => void events.push(`closed ${shard}`),
    }),
  });
  later(holder, (each) => each.close());
  const until = async (event: string) => {
    while (!events.includes(event)) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  return { holder, state, events, until, loaded: (shard: number) => finish.get(shard)?.() };
}

test('a shard is searched here, and answered for, once it is loaded', async () => {
  const { holder, until, loaded, events } = open([1]);
  await until('loads 1');
  expect([holder.here(1), holder.held()]).toEqual([null, []]);
  loaded(1);
  await until('ready 1');
  expect([holder.here(1), holder.here(0), holder.held()]).toEqual([{ shard: 1 }, null, [1]]);
  expect(events.indexOf('answers 1')).toBeLessThan(events.indexOf('ready 1'));
});

test('a shard that another worker has to hold is answered for until that one has loaded it', async () => {
  const { holder, state, until, loaded, events } = open([0]);
  await until('loads 0');
  loaded(0);
  await until('ready 0');
  state.wanted = new Set();
  state.answered = new Set();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([holder.held(), events.includes('closed 0')]).toEqual([[0], false]);
  state.answered.add(0);
  await until('closed 0');
  expect(holder.here(0)).toBeNull();
});

test('a shard that is taken away while it loads is dropped, and loaded anew when it is needed again', async () => {
  const { state, until, loaded, holder, events } = open([0]);
  await until('loads 0');
  state.wanted = new Set();
  await until('closed 0');
  loaded(0);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect([holder.here(0), events.includes('answers 0')]).toEqual([null, false]);
  events.length = 0;
  state.wanted = new Set([0]);
  await until('loads 0');
  loaded(0);
  await until('ready 0');
});

test('a shard of which not everything could be loaded is answered for: searches load the rest', async () => {
  const { state, until, loaded } = open([0]);
  await until('loads 0');
  state.failsToLoad = true;
  loaded(0);
  await until('answers 0');
});

test('leases are given up before shards are closed', async () => {
  const { holder, until, loaded, events } = open([0]);
  await until('loads 0');
  loaded(0);
  await until('ready 0');
  await holder.close();
  expect(events.slice(-2)).toEqual(['left', 'closed 0']);
});
