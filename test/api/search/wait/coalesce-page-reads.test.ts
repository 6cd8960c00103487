import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import type { PageAddress } from '../../../../api/search/answer/answer.js';
import { createCoalescedReads } from '../../../../api/search/wait/in-flight-searches.js';
import { redisReady } from '../../../../shared/redis/redis.js';
import { parseQuery } from '../../../../shared/search/query/parse-query.js';
import { searchKey } from '../../../../shared/search/query/query.js';
import { hold } from '../../../lib/hold.js';
import { suiteRedis } from '../../../lib/suite-redis.js';

const { server, redis } = await suiteRedis('asking');

function addressOf(body: object): PageAddress {
  const read = parseQuery(body);
  if ('errors' in read) throw new Error(JSON.stringify(read.errors));
  return { query: read.query, searchKey: searchKey(read.query) };
}

test('concurrent reads of the same page share one command, other pages do not', async () => {
  await hold(redis, { keyword: 'cook' }, { version: 'first' });
  const coalescedReads = createCoalescedReads(redis);
  const one = coalescedReads(addressOf({ keyword: 'cook' }));
  expect(coalescedReads(addressOf({ keyword: 'cook' }))).toBe(one);
  expect(coalescedReads(addressOf({ keyword: 'cook', page: '1' }))).not.toBe(one);
  expect(coalescedReads(addressOf({ keyword: 'baker' }))).not.toBe(one);
  expect((await one).head?.version).toBe('first');
});

test('a read that starts after a reply with a new version returns that version', async () => {
  await hold(redis, { keyword: 'cook' }, { version: 'old' });
  const coalescedReads = createCoalescedReads(redis);
  const former = coalescedReads(addressOf({ keyword: 'cook' }));
  const replaced = hold(redis, { keyword: 'cook' }, { version: 'new' });
  expect((await former).head?.version).toBe('old');
  await replaced;
  expect((await coalescedReads(addressOf({ keyword: 'cook' }))).head?.version).toBe('new');
});

test('a failed read rejects for every caller that shared it, and for none after', async () => {
  const coalescedReads = createCoalescedReads(redis);
  server.kill();
  await once(redis, 'close');
  const both = [coalescedReads(addressOf({ keyword: 'cook' })), coalescedReads(addressOf({ keyword: 'cook' }))];
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await server.restart();
  await redisReady(redis, 10_000);
  // The server came back empty.
  expect(await coalescedReads(addressOf({ keyword: 'cook' }))).toEqual({
    ...{ head: null, running: null, jobs: { bytes: '', count: 0 } },
  });
});
