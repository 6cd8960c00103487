import { isRedisFull } from '../../shared/redis/redis-errors.js';

/** Runs a step again when Redis was full and `makeRoom` could evict something. */
export async function onceMoreIfFull<Result>(
  step: () => Promise<Result>,
  makeRoom: () => Promise<boolean>,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (!isRedisFull(error) || !(await makeRoom())) throw error;
    return step();
  }
}
