import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { openEventLoopDelay } from '../../../worker/process/metric-gauges.js';

test('tells the longest time that the event loop was blocked, once', async () => {
  const delay = openEventLoopDelay();
  try {
    await wait(30);
    const until = performance.now() + 150;
    while (performance.now() < until);
    await wait(30);
    expect(delay.takeMaxMs()).toBeGreaterThan(100);
    expect(delay.takeMaxMs()).toBe(0);
  } finally {
    delay.close();
  }
});
