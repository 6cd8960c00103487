import { expect, test } from '@jest/globals';
import { createThroughputMeter } from '../../../worker/process/heartbeat.js';

/** A meter with a manual clock, in seconds. */
function meter() {
  let at = 0;
  const { during, pace } = createThroughputMeter({ slots: 4, now: () => new Date(at * 1000) });
  const begin = () => {
    let end = (): void => undefined;
    const over = during(
      () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    );
    return async (seconds: number) => {
      at += seconds;
      end();
      await over;
    };
  };
  return {
    begin,
    pace,
    pass(seconds: number) {
      at += seconds;
    },
  };
}

test('Nothing is reported before a job has ended', async () => {
  const { begin, pace, pass } = meter();
  const end = begin();
  pass(60);
  expect(pace()).toEqual({ slots: 4, meanSeconds: null });
  await end(0);
  expect(pace()).toEqual({ slots: 4, meanSeconds: 60 });
});

test('The mean follows a change within a few dozen jobs, and no pause changes it', async () => {
  const { begin, pace, pass } = meter();
  for (let count = 0; count < 100; count++) await begin()(1);
  expect(pace().meanSeconds).toBeCloseTo(1);
  pass(86_400);
  expect(pace().meanSeconds).toBeCloseTo(1);
  for (let count = 0; count < 64; count++) await begin()(5);
  expect(pace().meanSeconds).toBeGreaterThan(4);
});

test('Jobs that run longer than usual count before they end', async () => {
  const { begin, pace, pass } = meter();
  await begin()(1);
  const ends = [begin(), begin()];
  pass(0.5);
  expect(pace().meanSeconds).toBe(1);
  pass(19.5);
  expect(pace().meanSeconds).toBe(20);
  for (const end of ends) await end(0);
});

test('A failed job counts as one that ended', async () => {
  const { during, pace } = createThroughputMeter({ slots: 1, now: () => new Date(0) });
  await expect(during(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(pace()).toEqual({ slots: 1, meanSeconds: 0 });
});
