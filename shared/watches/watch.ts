/** A watch, and the stored watches. */
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { runScript } from '../redis/run-script.js';
import { canonicalQuerySchema } from '../search/result.js';
import { countedRecipient } from './destinations.js';
import { rhythmSchema } from './rhythm.js';

/** The search of a watch: without its order and page. */
export const watchedSearchSchema = canonicalQuerySchema.omit({
  sortBy: true,
  limit: true,
  page: true,
  descriptions: true,
});

/** A watch as its owner sees it. Its secret is shown once, at creation. */
export const watchSchema = z.strictObject({
  id: z.string(),
  search: watchedSearchSchema,
  url: z
    .string()
    .describe(
      'Where new openings are sent: by POST as the Standard Webhooks specification says (https), by mail (mailto:), to a browser (webpush:), or to a chat (ntfy:, slack:, discord:, telegram:).',
    ),
  ...rhythmSchema.shape,
  state: z
    .enum(['active', 'failing', 'paused'])
    .describe('`failing`: its address did not accept the last delivery, which is tried again.'),
  reason: z.string().nullable().describe('Why it is failing or paused; `null` while it is active.'),
  createdAt: z.iso.datetime(),
  lastDeliveryAt: z.iso.datetime().nullable().describe('When an address last accepted a delivery.'),
});
export type Watch = z.infer<typeof watchSchema>;

export const createdWatchSchema = watchSchema.extend({
  secret: z.string().describe('Signs the deliveries; shown only this once.'),
});
const formerSecretSchema = z.object({ secret: z.string(), until: z.number() });
/** The parts of the links in a watch's mails: the origin of this service, and the token that ends the mails. */
const mailLinksSchema = z.object({ site: z.string(), stop: z.string() });
export type MailLinks = z.infer<typeof mailLinksSchema>;
export const watchListSchema = z.strictObject({ watches: z.array(watchSchema) });

/**
 * A stored watch; a later release may add members. `since`: openings first seen earlier (epoch ms) are not sent;
 * `hangs`: how often in succession its address has not answered in time; `formerSecrets` sign next to `secret` until
 * they end (epoch ms). An active watch with a `reason` is shown as failing. `language`: of its messages.
 */
const storedWatchSchema = z.object({
  ...createdWatchSchema.shape,
  state: z.enum(['active', 'paused']),
  owner: z.string(),
  since: z.number(),
  hangs: z.number().optional(),
  formerSecrets: z.array(formerSecretSchema).optional(),
  mail: mailLinksSchema.optional(),
  language: z.string().max(10).optional(),
});
export type StoredWatch = z.infer<typeof storedWatchSchema>;

/** Parses a stored watch; returns its defect when this release cannot. */
export function readStoredWatch(text: string): StoredWatch | Error {
  try {
    return storedWatchSchema.parse(JSON.parse(text));
  } catch (error) {
    return new Error('A watch cannot be read.', { cause: error });
  }
}

/** The members visible to the owner. */
export function shownWatch(stored: StoredWatch): Watch {
  const {
    owner: _o,
    since: _s,
    hangs: _h,
    secret: _x,
    formerSecrets: _f,
    mail: _m,
    language: _l,
    state,
    ...watch
  } = stored;
  return { ...watch, state: state === 'active' && watch.reason !== null ? 'failing' : state };
}

/** How long a replaced secret signs next to its successor. */
export const formerSecretMs = 24 * 3_600_000;

/** Maximum former secrets that sign at once: dozens of headers would be refused. */
const mostFormer = 4;

/** The change that gives a watch a new secret; the old one also signs for a day. */
export function rotation(
  { secret, formerSecrets = [] }: StoredWatch,
  { next, now }: { next: string; now: number },
): Pick<StoredWatch, 'secret' | 'formerSecrets'> {
  const former = [{ secret, until: now + formerSecretMs }, ...formerSecrets.filter(({ until }) => until > now)];
  return { secret: next, formerSecrets: former.slice(0, mostFormer) };
}

/** The secrets that sign a delivery at a time, the newest first. */
export const signingSecrets = (
  { secret, formerSecrets = [] }: Pick<StoredWatch, 'secret' | 'formerSecrets'>,
  now: number,
): string[] => [secret, ...formerSecrets.flatMap((former) => (former.until > now ? [former.secret] : []))];

/** Adds a watch; `false` when its owner already has as many as allowed. */
export async function addWatch(redis: RedisConnection, watch: StoredWatch, most: number): Promise<boolean> {
  const { watches, watchesPaused, watchesRevision } = redisKeys;
  const owned = redisKeys.watchesOf(watch.owner);
  const adding = redis.multi().sadd(owned, watch.id).hset(watches, watch.id, JSON.stringify(watch));
  if (watch.state === 'paused') adding.sadd(watchesPaused, watch.id);
  const results = await adding.set(watchesRevision, randomUUID()).scard(owned).exec();
  if (Number(results?.at(-1)?.[1]) <= most) return true;
  await deleteWatch(redis, watch);
  return false;
}

/** The watches that this release can read; others, newer or damaged, must not affect anyone else. */
const readable = (texts: readonly (string | null)[]): StoredWatch[] =>
  texts.flatMap((text) => {
    const watch = text === null ? null : readStoredWatch(text);
    return watch === null || watch instanceof Error ? [] : [watch];
  });

/** A watch; `null` = none readable with this id. */
export async function readWatch(redis: RedisConnection, id: string): Promise<StoredWatch | null> {
  return readable([await redis.hget(redisKeys.watches, id)])[0] ?? null;
}

/** The number of watches. */
export const countWatches = (redis: RedisConnection): Promise<number> => redis.hlen(redisKeys.watches);

/** Changes whenever a watch is added, deleted, paused or resumed; `null` = there has never been one. */
export const readRevision = (redis: RedisConnection): Promise<string | null> => redis.get(redisKeys.watchesRevision);

/** All watches, and the number of unreadable ones. */
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

/** Paused watches, as many as an operator can look through: a hundred. */
export async function readPausedWatches(redis: RedisConnection): Promise<StoredWatch[]> {
  const ids = await redis.srandmember(redisKeys.watchesPaused, 100);
  const found = ids.length === 0 ? [] : await redis.hmget(redisKeys.watches, ...ids.toSorted());
  return readable(found);
}

/** How many watches each of these owners has. */
export const countWatchesOf = (redis: RedisConnection, owners: readonly string[]): Promise<number[]> =>
  Promise.all(owners.map((owner) => redis.scard(redisKeys.watchesOf(owner))));

/** Concurrent changes of a watch are few. */
const mostTries = 50;

/** The changeable members of a watch. */
export type WatchChange = Partial<Omit<StoredWatch, 'id' | 'owner' | 'createdAt'>>;

/**
 * Changes members of a watch, unless it was deleted or cannot be read; returns it. Members of a later release stay. A
 * function receives the current watch, and is called again when another change came first.
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

/** Deletes a watch with its deliveries; one recorded meanwhile ends when it is due. */
export async function deleteWatch(
  redis: RedisConnection,
  { id, owner }: Pick<StoredWatch, 'id' | 'owner'>,
): Promise<void> {
  const { deliveriesOf, watchTold, watchAttempts, watchBodies } = redisKeys;
  const deliveries = await redis.zrange(deliveriesOf(id), '0', '-1');
  const deleting = redis
    .multi()
    .hdel(redisKeys.watches, id)
    .hdel(redisKeys.watchesNext, id)
    .srem(redisKeys.watchesOf(owner), id)
    .srem(redisKeys.watchesPaused, id)
    .unlink(watchTold(id), deliveriesOf(id), watchAttempts(id), watchBodies(id))
    .set(redisKeys.watchesRevision, randomUUID());
  for (const key of [redisKeys.deliveries, redisKeys.deliveryRecords])
    if (deliveries.length > 0) deleting.hdel(key, ...deliveries);
  for (const key of [redisKeys.deliveriesDue, redisKeys.deliveriesMade, redisKeys.deliveriesHeld])
    if (deliveries.length > 0) deleting.zrem(key, ...deliveries);
  await deleting.exec();
}

/** The number of watches, of paused ones, and of deliveries waiting for the others. */
export type WatchFigures = {
  total: number;
  paused: number;
  deliveries: number;
  /** Age of the oldest delivery that an active watch has not accepted, in seconds; 0 = none. */
  oldestSeconds: number;
};

/** Reads the figures in one round trip, however many watches there are. */
export async function readWatchFigures(redis: RedisConnection, now: Date): Promise<WatchFigures> {
  const [total, paused, deliveries, oldest] = await Promise.all([
    redis.hlen(redisKeys.watches),
    redis.scard(redisKeys.watchesPaused),
    redis.hlen(redisKeys.deliveries),
    redis.zrange(redisKeys.deliveriesMade, '0', '0', 'WITHSCORES'),
  ]);
  const madeAt = oldest[1] === undefined ? null : Number(oldest[1]);
  return {
    total,
    paused,
    deliveries,
    oldestSeconds: madeAt === null ? 0 : Math.max(0, now.getTime() - madeAt) / 1000,
  };
}

/** The owners of watches created without a key: one per mailbox. */
const ownerPrefix = 'alert:';

/** The owner of a mail address's alerts. */
export const alertOwner = (url: string): string =>
  `${ownerPrefix}${createHash('sha256').update(countedRecipient(url)).digest('base64url')}`;

/** Whether a watch was created without a key. */
export const isAlert = ({ owner }: Pick<StoredWatch, 'owner'>): boolean => owner.startsWith(ownerPrefix);
