import { afterEach, expect, test } from '@jest/globals';
import pino from 'pino';
import { createSharedClock, type SharedClock } from '../../../shared/redis/shared-clock.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis, server } = await suiteRedis('asking');
const hour = 3_600_000;

let said: { level: number; msg: string; aheadSeconds?: number }[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => void said.push(JSON.parse(line)) });
const opened: SharedClock[] = [];
afterEach(() => {
  said = [];
  for (const each of opened.splice(0)) each.close();
});

/** The clock of a process on a machine whose own clock is set as `machine` says. */
function open(machine: { aheadMs: number }, clock = () => performance.now(), from: Pick<typeof redis, 'eval'> = redis) {
  const now = () => new Date(Date.now() + machine.aheadMs);
  const shared = createSharedClock({ redis: from as typeof redis, logger, now, clock });
  opened.push(shared);
  return shared;
}

test('machines whose clocks differ by hours go by one time', async () => {
  const clocks = [-hour, 0, 7 * hour].map((aheadMs) => open({ aheadMs }));
  await Promise.all(clocks.map((each) => each.ask()));
  const times = clocks.map((each) => each.now().getTime());
  // Redis is on this machine.
  const least = Date.now();
  for (const time of times) expect(Math.abs(time - least)).toBeLessThan(1000);
  expect(Math.round((clocks[2]?.aheadMs() ?? 0) / hour)).toBe(7);
});

test('a clock that is off is told once, and when it is right again', async () => {
  const machine = { aheadMs: 4000 };
  const shared = open(machine);
  await shared.ask();
  expect(said).toEqual([]);
  machine.aheadMs = -6000;
  await shared.ask();
  await shared.ask();
  expect(said).toMatchObject([{ level: 40, aheadSeconds: -6 }]);
  machine.aheadMs = 0;
  await shared.ask();
  expect(said.map(({ level }) => level)).toEqual([40, 30]);
});

test('setting the clock of a machine changes nothing, not even until Redis is asked again', async () => {
  const machine = { aheadMs: 0 };
  const shared = open(machine);
  await shared.ask();
  const before = shared.now().getTime();
  machine.aheadMs = 24 * hour;
  expect(shared.now().getTime() - before).toBeLessThan(hour);
});

/** A Redis whose time is what the test says, and whose answer takes as long. */
function told(clock: { ms: number }, answers: { at: number; tookMs: number }[]) {
  return {
    eval: async () => {
      const { at, tookMs } = answers.shift() ?? { at: 0, tookMs: 0 };
      clock.ms += tookMs;
      return [String(Math.floor(at / 1000)), String((at % 1000) * 1000)];
    },
  } as Partial<typeof redis> as typeof redis;
}

test('a slow answer does not shift the time, one that contradicts it does', async () => {
  const clock = { ms: 1000 };
  const answers = [
    { at: 500_000, tookMs: 2 },
    { at: 500_900, tookMs: 2000 },
    { at: 510_000, tookMs: 10 },
  ];
  const shared = open({ aheadMs: 0 }, () => clock.ms, told(clock, answers));
  await shared.ask();
  expect(shared.now().getTime()).toBe(500_001);
  await shared.ask();
  expect(shared.now().getTime()).toBe(502_001);
  await shared.ask();
  // Redis was replaced by one whose clock is ahead.
  expect(shared.now().getTime()).toBe(510_000);
});

test('without Redis the clock goes on: by that of the machine until Redis was asked once', async () => {
  const refused = { eval: () => Promise.reject(new Error('refused')) } as Partial<typeof redis> as typeof redis;
  const clock = { ms: 0 };
  const alone = open({ aheadMs: hour }, () => clock.ms, refused);
  await alone.ask();
  expect(Math.abs(alone.now().getTime() - Date.now() - hour)).toBeLessThan(60_000);
  expect(alone.aheadMs()).toBeLessThan(60_000);

  const shared = open({ aheadMs: hour });
  await shared.ask();
  await server.stop();
  await shared.ask();
  expect(Math.abs(shared.now().getTime() - Date.now())).toBeLessThan(60_000);
});
