import { expect, test } from '@jest/globals';
import { RedisFullError, RedisUnavailableError } from '../../../shared/redis/redis-errors.js';
import { onceMoreIfFull } from '../../../worker/search/run-search.js';

/** A step that throws these errors one after the other, then returns how often it ran. */
function failing(...errors: Error[]) {
  let runs = 0;
  return async (): Promise<number> => {
    const error = errors[runs++];
    if (error !== undefined) throw error;
    return runs;
  };
}
const full = new RedisFullError('OOM command not allowed');

test('a step that found Redis full runs again once there is room', async () => {
  expect(await onceMoreIfFull(failing(full), async () => true)).toBe(2);
  expect(await onceMoreIfFull(failing(), async () => true)).toBe(1);
});

test('it runs twice at most, and not again when nothing could be evicted or Redis is away', async () => {
  await expect(onceMoreIfFull(failing(full, full), async () => true)).rejects.toThrow(full);
  await expect(onceMoreIfFull(failing(full), async () => false)).rejects.toThrow(full);
  const away = new RedisUnavailableError('no connection');
  await expect(onceMoreIfFull(failing(away), async () => true)).rejects.toThrow(away);
});
