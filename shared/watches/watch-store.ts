import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { runScript } from '../redis/run-script.js';
import { readStoredWatch, type StoredWatch } from './watch.js';

/** Adds a watch; `false` when its owner has as many as it may have. */
export async function addWatch(redis: RedisConnection, watch: StoredWatch, most: number): Promise<boolean> {
  const { watches, watchesRevision: revision, watchesPaused: paused } = redisKeys;
  const { id, owner, state } = watch;
  const added = await runScript(redis, 'watches/add-watch', {
    keys: { watches, owned: redisKeys.watchesOf(owner), revision, paused },
    args: { id, watch: JSON.stringify(watch), most, newRevision: randomUUID(), state },
  });
  return added === 1;
}

/** The watches among some texts that this release can read; others, of a later release or damaged, are nobody else's trouble. */
const readable = (texts: readonly (string | null)[]): StoredWatch[] =>
  texts.flatMap((text) => {
    const watch = text === null ? null : readStoredWatch(text);
    return watch === null || watch instanceof Error ? [] : [watch];
  });

/** A watch; `null` when there is none of this id that can be read. */
export async function readWatch(redis: RedisConnection, id: string): Promise<StoredWatch | null> {
  return readable([await redis.hget(redisKeys.watches, id)])[0] ?? null;
}

/** How many watches there are. */
export const countWatches = (redis: RedisConnection): Promise<number> => redis.hlen(redisKeys.watches);

/** Changes whenever a watch is added, deleted, paused or resumed; `null` = there was never one. */
export const readRevision = (redis: RedisConnection): Promise<string | null> => redis.get(redisKeys.watchesRevision);

/** All watches, and how many more cannot be read. */
export async function readWatches(redis: RedisConnection): Promise<{ watches: StoredWatch[]; unreadable: number }> {
  const texts = await redis.hvals(redisKeys.watches);
  const watches = readable(texts);
  return { watches, unreadable: texts.length - watches.length };
}

/** The watches of an owner, oldest first. */
export async function readWatchesOf(redis: RedisConnection, owner: string): Promise<StoredWatch[]> {
  const ids = await redis.smembers(redisKeys.watchesOf(owner));
  const found = ids.length === 0 ? [] : await redis.hmget(redisKeys.watches, ...ids);
  return readable(found).sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

/** Paused watches, as many as an operator reads through: a hundred. */
export async function readPausedWatches(redis: RedisConnection): Promise<StoredWatch[]> {
  const ids = await redis.srandmember(redisKeys.watchesPaused, 100);
  const found = ids.length === 0 ? [] : await redis.hmget(redisKeys.watches, ...ids.toSorted());
  return readable(found);
}

/** How many watches each of these owners has. */
export const countWatchesOf = (redis: RedisConnection, owners: readonly string[]): Promise<number[]> =>
  Promise.all(owners.map((owner) => redis.scard(redisKeys.watchesOf(owner))));

/** Changes of a watch at the same time are few. */
const mostTries = 50;

/** What may change of a watch. */
export type WatchChange = Partial<Omit<StoredWatch, 'id' | 'owner' | 'createdAt'>>;

/**
 * Changes members of a watch, unless it was deleted or cannot be read; returns it. Members of a later release stay. A function
 * gives the change of the watch as it is then, and is called again when another change came first.
 */
export async function changeWatch(
  redis: RedisConnection,
  id: string,
  toChange: WatchChange | ((watch: StoredWatch) => WatchChange),
): Promise<StoredWatch | null> {
  const { watches, watchesRevision: revision, watchesPaused: paused } = redisKeys;
  for (let tries = 0; tries < mostTries; tries++) {
    const text = await redis.hget(redisKeys.watches, id);
    const [before] = readable([text]);
    if (text === null || before === undefined) return null;
    const change = typeof toChange === 'function' ? toChange(before) : toChange;
    const newRevision = change.state === undefined && change.since === undefined ? '' : randomUUID();
    const watch = { ...before, ...change };
    const after = JSON.stringify({ ...(JSON.parse(text) as object), ...change });
    const changePaused = watch.state === 'paused' ? 'SADD' : 'SREM';
    const replaced = await runScript(redis, 'watches/replace-watch', {
      keys: { watches, revision, paused },
      args: { id, before: text, after, newRevision, changePaused },
    });
    if (replaced === 1) return watch;
  }
  throw new Error(`Watch ${id} changes too often to be changed.`);
}

/** Deletes a watch with its deliveries. */
export async function deleteWatch(redis: RedisConnection, { id, owner }: StoredWatch): Promise<void> {
  await runScript(redis, 'watches/delete-watch', {
    keys: {
      watches: redisKeys.watches,
      owned: redisKeys.watchesOf(owner),
      told: redisKeys.watchTold(id),
      ofWatch: redisKeys.deliveriesOf(id),
      deliveries: redisKeys.deliveries,
      deliveryRecords: redisKeys.deliveryRecords,
      due: redisKeys.deliveriesDue,
      revision: redisKeys.watchesRevision,
      paused: redisKeys.watchesPaused,
      made: redisKeys.deliveriesMade,
      held: redisKeys.deliveriesHeld,
      nextAt: redisKeys.watchesNext,
      attempts: redisKeys.watchAttempts(id),
      bodies: redisKeys.watchBodies(id),
    },
    args: { id, newRevision: randomUUID() },
  });
}
