import { expect, jest, test } from '@jest/globals';
import { createRests } from '../../../worker/threads/rests.js';

test('what tasks have left is cleared twice once none runs for a while, and not again too soon', () => {
  jest.useFakeTimers();
  try {
    let cleared = 0;
    const rests = createRests(() => void cleared++, { afterMs: 5000, everyMs: 60_000, againMs: 1000 });
    rests.begin();
    rests.begin();
    rests.end();
    jest.advanceTimersByTime(20_000);
    expect(cleared).toBe(0);
    rests.end();
    jest.advanceTimersByTime(4999);
    expect(cleared).toBe(0);
    jest.advanceTimersByTime(1);
    expect(cleared).toBe(1);
    jest.advanceTimersByTime(1000);
    expect(cleared).toBe(2);
    rests.begin();
    rests.end();
    jest.advanceTimersByTime(50_000);
    expect(cleared).toBe(2);
    jest.advanceTimersByTime(9000);
    expect(cleared).toBe(3);
    rests.begin();
    jest.advanceTimersByTime(10_000);
    expect(cleared).toBe(3);
    rests.close();
  } finally {
    jest.useRealTimers();
  }
});
