import { beforeEach, expect, test } from '@jest/globals';
import { readSourceReadings } from '../../../../shared/schedule/listed-sources.js';
import {
  acquireHost,
  boardsToOpen,
  endCooldown,
  readCooldown,
  readHostCooldown,
  reportFailure,
  reportToHost,
} from '../../../../worker/collect/protect/source-cooldown.js';
import { SourceError, type SourceFailure } from '../../../../worker/sources/source.js';
import { suiteRedis } from '../../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
beforeEach(async () => {
  await redis.flushall();
});

const host = 'boards.example';
const start = new Date('2026-11-21T12:00:00Z');
const secondsOn = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const fail = (source: string, now: Date, failure: SourceFailure = 'timeout', retryAfter: number | null = null) =>
  reportToHost(redis, host, { source, failure: new SourceError(failure, 'x', retryAfter), now });
const succeed = (source: string, now: Date) => reportToHost(redis, host, { source, failure: null, now });
const failAll = async (now: Date, count = boardsToOpen) => {
  for (let at = 0; at < count; at++) await fail(`board-${at}`, now);
};

test('all boards of a host are left alone after several failed, then one is read first', async () => {
  await failAll(start, boardsToOpen - 1);
  await fail('board-0', start);
  expect(await readHostCooldown(redis, host, start)).toEqual({ state: 'none' });
  await fail('board-last', start);
  const resting = await acquireHost(redis, host, { source: 'another', now: secondsOn(59) });
  expect(resting).toMatchObject({ state: 'resting', until: secondsOn(60) });
  expect(resting).toMatchObject({ detail: expect.stringMatching(/^8 boards of boards\.example failed .*timeout/) });

  const later = secondsOn(61);
  const answers = [];
  for (const source of ['a', 'b', 'c']) answers.push((await acquireHost(redis, host, { source, now: later })).state);
  expect(answers).toEqual(['none', 'resting', 'resting']);
  await fail('b', later);
  expect(await readHostCooldown(redis, host, later)).toMatchObject({ until: secondsOn(61 + 120) });
  await fail('a', later);
  expect(await readHostCooldown(redis, host, later)).toMatchObject({ until: secondsOn(61 + 120), state: 'resting' });
  expect((await acquireHost(redis, host, { source: 'd', now: secondsOn(182) })).state).toBe('none');
  await succeed('d', secondsOn(183));
  expect(await acquireHost(redis, host, { source: 'e', now: secondsOn(183) })).toEqual({ state: 'none' });
});

test('a success, or an answer that concerns one board, shows that the host answers', async () => {
  for (const sign of ['success', 'gone', 'changed'] as const) {
    await failAll(start, boardsToOpen - 1);
    if (sign === 'success') await succeed('x', start);
    else await fail('x', start, sign);
    await fail('y', start);
    expect([sign, await readHostCooldown(redis, host, start)]).toEqual([sign, { state: 'none' }]);
    await redis.flushall();
  }
  await failAll(start, boardsToOpen - 1);
  await fail('x', start, 'browser');
  await fail('y', start, 'rate-limited', 900);
  expect(await readHostCooldown(redis, host, start)).toMatchObject({ until: secondsOn(900) });
});

test('a board is gone after several answers over hours, is asked again days later, and is back when it answers', async () => {
  const gone = new SourceError('gone', 'The source answered 404.');
  const goneSince = async () => [...(await readSourceReadings(redis)).goneSince];
  const hour = 3600;
  for (const at of [0, 300, 1200]) await reportFailure(redis, 'acme', { failure: gone, now: secondsOn(at) });
  expect(await goneSince()).toEqual([]);
  await reportFailure(redis, 'acme', { failure: new SourceError('timeout', 'x'), now: secondsOn(2 * hour) });
  await reportFailure(redis, 'acme', { failure: gone, now: secondsOn(7 * hour) });
  expect(await goneSince()).toEqual([['acme', start.getTime()]]);
  expect(await readCooldown(redis, 'acme', secondsOn(8 * hour))).toMatchObject({
    state: 'resting',
    until: secondsOn(7 * hour + 3 * 86_400),
  });
  await endCooldown(redis, 'acme');
  expect(await goneSince()).toEqual([]);

  await reportFailure(redis, 'beta', { failure: gone, now: start });
  await reportFailure(redis, 'beta', { failure: new SourceError('changed', 'x'), now: secondsOn(hour) });
  for (const at of [7, 8]) await reportFailure(redis, 'beta', { failure: gone, now: secondsOn(at * hour) });
  expect(await goneSince()).toEqual([]);
});
