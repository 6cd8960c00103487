import { expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { openQueue } from '../../../shared/queue/queues.js';
import { createStuckSignal, keepTaking } from '../../../worker/process/keep-taking.js';
import { closeLater } from '../../lib/close-later.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
const later = closeLater();

test('queues that have taken nothing lately replace their connections when one was stuck, and take jobs again', async () => {
  const stuck = createStuckSignal();
  const queue = later(openQueue<{ key: string }>('warm', redis), (each) => each.close());
  const taken: string[] = [];
  let wake: () => void = () => undefined;
  let replaced = 0;
  const handler = {
    run: async ({ data }: { data: { key: string } }) => {
      taken.push(data.key);
      wake();
    },
    refuse: async () => undefined,
    stalled: async () => undefined,
  };
  const during = <Result>(work: () => Promise<Result>) => work();
  const tools = { logger: createLogger('silent', 'test'), redis, now: () => new Date(), during, slots: 1, stuck };
  const shutdown = new AbortController().signal;
  const clock = { now: performance.now() };
  later(
    keepTaking('warm', handler, { ...tools, shutdown, reopened: () => void replaced++, clock: () => clock.now }),
    (each) => each.close(),
  );
  const take = async (key: string) => {
    const done = new Promise<void>((resolve) => {
      wake = resolve;
    });
    await queue.add('warm', { key });
    await done;
  };
  await take('first');
  stuck.tell();
  expect(replaced).toBe(0);
  clock.now += 7000;
  stuck.tell();
  stuck.tell();
  expect(replaced).toBe(1);
  await take('second');
  expect(taken).toEqual(['first', 'second']);
});
