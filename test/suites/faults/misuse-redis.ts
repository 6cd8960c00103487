import type { Chance } from '../../../demo-board/postings/chance.js';
import type { Scene } from './scene.js';

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Keys of a queue of BullMQ, none of which is a text; whether they are there depends on what runs. */
const parts = [
  'wait',
  'prioritized',
  'active',
  'delayed',
  'completed',
  'failed',
  'events',
  'meta',
  'stalled',
  'marker',
];

/** Puts the key aside, if it is there, with another value in its place; or back. Each in one step: workers write it all the time. */
const misuse = `
  redis.call('DEL', KEYS[2])
  if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('RENAME', KEYS[1], KEYS[2]) end
  redis.call('SET', KEYS[1], 'written by somebody else')`;
const restore = `
  redis.call('DEL', KEYS[1])
  if redis.call('EXISTS', KEYS[2]) == 1 then redis.call('RENAME', KEYS[2], KEYS[1]) end`;

/** Puts a value of another type under a key of a queue for a while, as another program on the same Redis may. */
export async function misuseRedis({ redis }: Scene, chance: Chance): Promise<null> {
  const queue = chance.pick(['search', 'collect-http']);
  const key = `{js:${queue}}:${queue}:${chance.pick(parts)}`;
  await redis.eval(misuse, 2, key, `${key}:aside`);
  await sleep(chance.int(300, 3000));
  await redis.eval(restore, 2, key, `${key}:aside`);
  return null;
}
