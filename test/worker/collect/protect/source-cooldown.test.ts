import { beforeEach, describe, expect, test } from '@jest/globals';
import { readSourceReadings } from '../../../../shared/schedule/listed-sources.js';
import {
  endCooldown,
  readCooldown,
  reportFailure,
  tryAcquireProbe,
} from '../../../../worker/collect/protect/source-cooldown.js';
import { createHostPace } from '../../../../worker/fetch/host-pace.js';
import { SourceError } from '../../../../worker/sources/source.js';
import { suiteRedis } from '../../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
beforeEach(async () => {
  await redis.flushall();
});

const start = new Date('2026-11-21T12:00:00Z');
const secondsOn = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const broken = new SourceError('broken', 'The source answered 500.');

describe('a failing source', () => {
  test('goes into cooldown, longer each time, and says until when', async () => {
    await reportFailure(redis, 'acme', { failure: broken, now: start });
    expect(await readCooldown(redis, 'acme', secondsOn(14))).toEqual({
      state: 'resting',
      until: secondsOn(15),
      isForbidden: false,
      detail: 'Failed once (broken); requested again after 2026-11-21T12:00:15Z.',
    });
    await reportFailure(redis, 'acme', { failure: broken, now: secondsOn(20) });
    expect(await readCooldown(redis, 'acme', secondsOn(49))).toMatchObject({ state: 'resting', until: secondsOn(50) });
  });

  test('that its owner forbids rests for a day each time, and is known as forbidden until it is not', async () => {
    const forbidden = new SourceError('forbidden', 'Its owner forbids it.');
    for (let day = 0; day < 3; day++) {
      await reportFailure(redis, 'acme', { failure: forbidden, now: secondsOn(day * 86_400) });
      expect(await readCooldown(redis, 'acme', secondsOn(day * 86_400 + 86_399))).toMatchObject({
        isForbidden: true,
        until: secondsOn((day + 1) * 86_400),
        detail: expect.stringMatching(/^Its owner forbids reading it \(robots\.txt\); requested again after 2026-11-2/),
      });
    }
    expect((await readSourceReadings(redis)).forbiddenSince.get('acme')).toBe(start.getTime());
    await reportFailure(redis, 'acme', { failure: broken, now: secondsOn(400_000) });
    expect((await readSourceReadings(redis)).forbiddenSince.size).toBe(0);
  });

  test('is probed by one request before full use', async () => {
    await reportFailure(redis, 'acme', { failure: broken, now: start });
    const states = await Promise.all(Array.from({ length: 10 }, () => tryAcquireProbe(redis, 'acme', secondsOn(16))));
    expect(states.filter(({ state }) => state === 'probe')).toHaveLength(1);
    expect(states.filter(({ state }) => state === 'resting')).toHaveLength(9);
    await endCooldown(redis, 'acme');
    expect(await tryAcquireProbe(redis, 'acme', secondsOn(17))).toEqual({ state: 'none' });
  });

  test('cools down for at least its Retry-After, and not at all for our own failures', async () => {
    await reportFailure(redis, 'acme', { failure: new SourceError('rate-limited', 'x', 600), now: start });
    expect(await readCooldown(redis, 'acme', start)).toMatchObject({ until: secondsOn(600) });
    await reportFailure(redis, 'beta', { failure: new SourceError('browser', 'x'), now: start });
    expect(await readCooldown(redis, 'beta', start)).toEqual({ state: 'none' });
  });
});

describe('the pace of a host', () => {
  const signal = AbortSignal.timeout(10_000);

  test('is shared: requests keep their distance', async () => {
    const pace = createHostPace(redis);
    const began = performance.now();
    const at: number[] = [];
    const limits = { perMinute: 600, concurrency: 10, crawlDelaySeconds: 0 };
    await Promise.all(
      Array.from({ length: 5 }, () =>
        pace('a.example', limits, { signal, run: async () => void at.push(performance.now() - began) }),
      ),
    );
    const sorted = at.sort((a, b) => a - b);
    for (const [index, time] of sorted.entries()) expect(time).toBeGreaterThanOrEqual(index * 100 - 15);
  });

  test('never exceeds its concurrency limit', async () => {
    const pace = createHostPace(redis);
    let now = 0;
    let most = 0;
    const run = async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 20));
      now -= 1;
    };
    const limits = { perMinute: 60_000, concurrency: 2, crawlDelaySeconds: 0 };
    await Promise.all(Array.from({ length: 8 }, () => pace('b.example', limits, { signal, run })));
    expect(most).toBe(2);
  });
});
