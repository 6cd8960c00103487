import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createThrottle } from '../../../worker/schedule/start-schedule.js';

test('work that is wanted many times while it runs is done once more, after a pause', async () => {
  const ran: number[] = [];
  const throttle = createThrottle(
    async () => {
      ran.push(performance.now());
      await pause(20);
    },
    { pauseMs: () => 50, failed: () => undefined },
  );
  for (let wish = 0; wish < 10; wish++) throttle.trigger();
  expect(ran).toHaveLength(1);
  while (ran.length < 2) await pause(5);
  expect((ran[1] ?? 0) - (ran[0] ?? 0)).toBeGreaterThan(60);
  await pause(100);
  expect(ran).toHaveLength(2);
  await throttle.close();
});

test('an error is handed on, and the next trigger works again; none does after closing', async () => {
  const failures: unknown[] = [];
  let runs = 0;
  const throttle = createThrottle(
    () => {
      runs += 1;
      return Promise.reject(new Error('away'));
    },
    { pauseMs: () => 1, failed: (error) => failures.push(error) },
  );
  throttle.trigger();
  while (failures.length < 1) await pause(1);
  await pause(10);
  throttle.trigger();
  while (failures.length < 2) await pause(1);
  await throttle.close();
  throttle.trigger();
  await pause(10);
  expect([runs, failures.length]).toEqual([2, 2]);
});

test('the pause depends on what the work took', async () => {
  const ran: number[] = [];
  const throttle = createThrottle(
    async () => {
      ran.push(performance.now());
      await pause(30);
    },
    { pauseMs: (tookMs) => 5 * tookMs, failed: () => undefined },
  );
  throttle.trigger();
  throttle.trigger();
  while (ran.length < 2) await pause(5);
  expect((ran[1] ?? 0) - (ran[0] ?? 0)).toBeGreaterThan(150);
  await throttle.close();
});
