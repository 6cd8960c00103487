import { z } from 'zod';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { bucketStarts, statsKeys, unitNames, units } from '../../shared/stats/keys.js';

/** A Redis key of a backup, by its content: closed openings need a note next to them (redisKeys.kept). */
export type KeptKey = { key: string; type: 'string' | 'hash' | 'set' | 'zset' };

/** Data that cannot be collected again, in reading order: records about openings follow the openings themselves. */
export const backupParts = ['openings', 'closed', 'watches', 'statistics', 'keys', 'accounts'] as const;
export type BackupPart = (typeof backupParts)[number];

/** The names of each part's keys, as patterns of SCAN: `*` stands for anything. */
export const patterns: Readonly<Record<BackupPart, readonly string[]>> = {
  openings: [redisKeys.openings('*')],
  closed: [redisKeys.closedJob('*'), redisKeys.closedUrls],
  watches: [`${redisKeys.watches}*`, redisKeys.serviceSecret('push')],
  statistics: [redisKeys.stats('*')],
  keys: [redisKeys.apiKey('*'), `${redisKeys.apiKeys}*`],
  accounts: [redisKeys.account('*')],
};

type KeyTypes = readonly (readonly [pattern: string, type: KeptKey['type']])[];

/** The type of each part's keys in a backup. */
const types: Readonly<Record<BackupPart, KeyTypes>> = {
  openings: [[redisKeys.openings('*'), 'string']],
  closed: [
    [redisKeys.closedJob('*'), 'string'],
    [redisKeys.closedUrls, 'string'],
  ],
  watches: [
    ...typed('hash', redisKeys.watches, redisKeys.deliveries, redisKeys.deliveryRecords, redisKeys.watchesNext),
    ...typed('hash', redisKeys.watchedBoards, redisKeys.watchTold('*')),
    ...typed('zset', redisKeys.deliveriesHeld, redisKeys.deliveriesMade, redisKeys.deliveriesDue),
    ...typed('zset', redisKeys.deliveriesOf('*')),
    ...typed('set', redisKeys.watchesPaused, redisKeys.mailConfirmed, redisKeys.watchesOf('*')),
    ...typed('string', redisKeys.watchesRevision, redisKeys.serviceSecret('push')),
  ],
  statistics: [
    ...typed('hash', statsKeys.state, ...['sums', 'sources', 'places', 'jobs-of', 'counts'].map(anyOf)),
    ...typed('zset', statsKeys.names, statsKeys.touched, statsKeys.events),
    ...typed('string', ...['jobs', 'askers'].map(anyOf)),
  ],
  keys: [
    ...typed('set', redisKeys.apiKeys),
    ...typed('hash', redisKeys.apiKey('*'), redisKeys.apiKeyIds, redisKeys.apiKeysUsed, redisKeys.apiKeyUsage('*')),
  ],
  accounts: typed('hash', redisKeys.account('*')),
};

function typed(type: KeptKey['type'], ...names: string[]): KeyTypes {
  return names.map((name) => [name, type]);
}

function anyOf(table: string): string {
  return redisKeys.stats(table, '*');
}

/** The type of a part's key; `null` = not part of a backup. */
export function keptTypeOf(part: BackupPart, key: string): KeptKey['type'] | null {
  const found = types[part].find(([pattern]) => {
    const [head = '', tail] = pattern.split('*');
    if (tail === undefined) return key === pattern;
    return key.length >= head.length + tail.length && key.startsWith(head) && key.endsWith(tail);
  });
  return found?.[1] ?? null;
}

/** The names of all keys that match a pattern, over all nodes of a cluster. */
export async function findKeys(redis: RedisConnection, pattern: string): Promise<string[]> {
  const found = new Set<string>();
  for (const node of 'nodes' in redis ? redis.nodes('master') : [redis]) {
    let cursor = '0';
    do {
      const [next, names] = await node.scan(cursor, 'MATCH', pattern, 'COUNT', 1000);
      for (const name of names) found.add(name);
      cursor = next;
    } while (cursor !== '0');
  }
  return [...found];
}

/** The keys of one type that match a pattern. */
export const findTyped = async (
  redis: RedisConnection,
  pattern: string,
  type: KeptKey['type'] = 'string',
): Promise<KeptKey[]> => (await findKeys(redis, pattern)).map((key) => ({ key, type }));

/** The keys that list API keys, their last uses, and their daily counts. */
export async function findKeyLists(redis: RedisConnection): Promise<KeptKey[]> {
  const days = await findKeys(redis, redisKeys.apiKeyUsage('*'));
  return [
    { key: redisKeys.apiKeys, type: 'set' },
    { key: redisKeys.apiKeyIds, type: 'hash' },
    { key: redisKeys.apiKeysUsed, type: 'hash' },
    ...days.map((key): KeptKey => ({ key, type: 'hash' })),
  ];
}

const ownedSchema = z.object({ owner: z.string() });

/** The owner of a watch, also of one that only a later release can read. */
function ownerOf(watch: string): string | null {
  try {
    return ownedSchema.parse(JSON.parse(watch)).owner;
  } catch {
    return null;
  }
}

/**
 * The keys of watches, from the hash of all watches: all in one slot, read in one step. Short-lived data (tests,
 * message counts, unfollowed links) is left out. A damaged watch has no owner's list.
 */
export function keysOfWatches(watches: Readonly<Record<string, string>>): KeptKey[] {
  const owners = Object.values(watches).flatMap((text) => ownerOf(text) ?? []);
  const kept = (type: KeptKey['type'], ...keys: string[]): KeptKey[] => keys.map((key) => ({ key, type }));
  const ids = Object.keys(watches);
  const { deliveriesHeld, deliveriesMade, deliveriesDue, watchesPaused, mailConfirmed } = redisKeys;
  return [
    ...kept('hash', redisKeys.watches, redisKeys.deliveries, redisKeys.deliveryRecords),
    ...kept('hash', redisKeys.watchesNext, redisKeys.watchedBoards),
    ...kept('zset', deliveriesHeld, deliveriesMade, deliveriesDue, ...ids.map(redisKeys.deliveriesOf)),
    ...kept('set', watchesPaused, mailConfirmed, ...[...new Set(owners)].map(redisKeys.watchesOf)),
    ...kept('hash', ...ids.map(redisKeys.watchTold)),
    ...kept('string', redisKeys.watchesRevision),
  ];
}

/** The keys of geo-stats, from the list of places and of caller sketches; these are in one slot as well. */
export function keysOfStats(places: readonly string[], askers: readonly KeptKey[], now: Date): KeptKey[] {
  const buckets = unitNames.flatMap((unit) => {
    // One period more than is shown is kept, and one may begin during the read.
    const ends = now.getTime() + units[unit].ms;
    return bucketStarts({ unit, count: units[unit].kept + 2 }, ends).flatMap((at): KeptKey[] => [
      { key: statsKeys.sums(unit, at), type: 'hash' },
      { key: statsKeys.sources(unit, at), type: 'hash' },
      { key: statsKeys.places(unit, at), type: 'hash' },
      { key: statsKeys.jobs(unit, at), type: 'string' },
    ]);
  });
  return [
    { key: statsKeys.names, type: 'zset' },
    { key: statsKeys.touched, type: 'zset' },
    { key: statsKeys.events, type: 'zset' },
    { key: statsKeys.state, type: 'hash' },
    ...buckets,
    ...places.flatMap((place): KeptKey[] => [
      { key: statsKeys.jobsOf(place), type: 'hash' },
      { key: statsKeys.counts(place), type: 'hash' },
    ]),
    ...askers,
  ];
}
