import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { createCoalescedReads } from '../../../api/search/coalesce-page-reads.js';
import { redisReady } from '../../../shared/redis/redis.js';
import { parseQuery } from '../../../shared/search/parse-query.js';
import { searchKey } from '../../../shared/search/query.js';
import { hold } from '../../lib/hold.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { server, redis } = await suiteRedis('asking');

function visit(body: object): Parameters<ReturnType<typeof createCoalescedReads>>[0] {
  const read = parseQuery(body);
  if ('errors' in read) throw new Error(JSON.stringify(read.errors));
  const state = { query: read.query, searchKey: searchKey(read.query) };
  return { state } as Parameters<ReturnType<typeof createCoalescedReads>>[0];
}

test('equal pages that are read in the same moment are one reading, other pages are not', async () => {
  await hold(redis, { keyword: 'cook' }, { version: 'first' });
  const coalescedReads = createCoalescedReads(redis);
  const one = coalescedReads(visit({ keyword: 'cook' }));
  expect(coalescedReads(visit({ keyword: 'cook' }))).toBe(one);
  expect(coalescedReads(visit({ keyword: 'cook', page: '1' }))).not.toBe(one);
  expect(coalescedReads(visit({ keyword: 'baker' }))).not.toBe(one);
  expect((await one).head?.version).toBe('first');
});

test('who learned of a new version by a later answer reads that one', async () => {
  await hold(redis, { keyword: 'cook' }, { version: 'old' });
  const coalescedReads = createCoalescedReads(redis);
  const former = coalescedReads(visit({ keyword: 'cook' }));
  const replaced = hold(redis, { keyword: 'cook' }, { version: 'new' });
  expect((await former).head?.version).toBe('old');
  await replaced;
  expect((await coalescedReads(visit({ keyword: 'cook' }))).head?.version).toBe('new');
});

test('a reading that failed is told to all who joined it, and to nobody after', async () => {
  const coalescedReads = createCoalescedReads(redis);
  server.kill();
  await once(redis, 'close');
  const both = [coalescedReads(visit({ keyword: 'cook' })), coalescedReads(visit({ keyword: 'cook' }))];
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await server.restart();
  await redisReady(redis, 5000);
  // The server came back empty.
  expect(await coalescedReads(visit({ keyword: 'cook' }))).toEqual({ head: null, running: null, jobs: [] });
}, 15_000);
