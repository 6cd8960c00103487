import { beforeAll, expect, test } from '@jest/globals';
import { createKeyUses, listUsage, usageCsv } from '../../../api/auth/usage-rows.js';
import { addKey } from '../../../shared/auth/key-store.js';
import { addUsage, usageField } from '../../../shared/auth/key-usage.js';
import { createLogger } from '../../../shared/logger.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { suiteRedis } from '../../lib/suite-redis.js';

/** All that is read in parts. */
async function whole<Part>(parts: AsyncIterable<Part>): Promise<Part[]> {
  const found: Part[] = [];
  for await (const part of parts) found.push(part);
  return found;
}
const rowsOf = async (days: string) => (await whole(listUsage(redis, days, now))).flat();

const now = new Date('2026-11-23T10:00:00Z');
const { redis } = await suiteRedis('asking');

beforeAll(async () => {
  const record = { owner: 'key_a', plan: 'pro', lastFour: 'abcd', createdAt: now.getTime() };
  await addKey(redis, 'hash', { ...record, id: 'key_a', name: '=cmd()' });
  const older = new Map([[usageField('key_gone', 'searches'), 4]]);
  await addUsage(redis, older, new Date('2026-11-21T23:59:00Z'));
  for (let process = 0; process < 2; process++) {
    const uses = createKeyUses({ redis, logger: createLogger('silent', 'test'), now: () => now });
    for (let request = 0; request < 3; request++) uses.add('key_a');
    uses.count('key_a', 'searches');
    uses.count('key_a', 'refused');
    await uses.close();
  }
});

test('lists what keys were used for by day, over all API processes, also of keys that are gone', async () => {
  expect(await rowsOf('')).toEqual([
    {
      ...{ key: 'key_a', name: '=cmd()', owner: 'key_a', plan: 'pro', day: '2026-11-23' },
      ...{ requests: 6, searches: 2, refused: 2 },
    },
    {
      ...{ key: 'key_gone', name: null, owner: null, plan: null, day: '2026-11-21' },
      ...{ requests: 0, searches: 4, refused: 0 },
    },
  ]);
  expect(await rowsOf('2')).toHaveLength(1);
  expect(await rowsOf('999')).toHaveLength(2);
});

test('writes it as CSV that no spreadsheet takes for a formula', async () => {
  expect((await whole(usageCsv(listUsage(redis, '30', now)))).join('').split('\r\n')).toEqual([
    'day,key,name,owner,plan,requests,searches,refused',
    "2026-11-23,key_a,'=cmd(),key_a,pro,6,2,2",
    '2026-11-21,key_gone,,,,0,4,0',
    '',
  ]);
});

test('forgets a day after three months', async () => {
  const seconds = await redis.ttl(redisKeys.apiKeyUsage('2026-11-23'));
  expect(seconds).toBeGreaterThan(92 * 86_400);
  expect(seconds).toBeLessThanOrEqual(93 * 86_400);
});
