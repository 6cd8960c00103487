import type { RedisConnection } from './redis.js';
import type { RedisChannel } from './redis-keys.js';

/** One line on a channel: something about `key` changed. */
export type Announcement = { key: string; state: string };

/** A process's one subscription to a channel, shared by all who wait for a key. */
export type Listener = {
  /** Calls `hear` for every announcement about `key` until the returned function is called. */
  on(key: string, hear: (announcement: Announcement) => void): () => void;
  /** Calls `hear` for every announcement on the channel until the returned function is called. */
  onAny(hear: (announcement: Announcement) => void): () => void;
  /** Whether anybody here waits for this key. */
  hears(key: string): boolean;
  /** How many keys are waited for. */
  size(): number;
};

/** Subscribes once; the connection renews the subscription by itself. Who waits also polls, since pub/sub may miss a line. */
export function createListener(connection: RedisConnection, channel: RedisChannel): Listener {
  const waiting = new Map<string, Set<(announcement: Announcement) => void>>();
  const hearsAll = new Set<(announcement: Announcement) => void>();
  connection.on('message', (from: string, line: string) => {
    if (from !== channel) return;
    const announcement = JSON.parse(line) as Announcement;
    for (const hear of [...hearsAll, ...(waiting.get(announcement.key) ?? [])]) hear(announcement);
  });
  // A connection that is not there yet subscribes as soon as it is; one that is closed for good has nobody waiting.
  connection.subscribe(channel).catch(() => undefined);

  return {
    on(key, hear) {
      const hearers = waiting.get(key) ?? new Set();
      waiting.set(key, hearers.add(hear));
      return () => {
        hearers.delete(hear);
        if (hearers.size === 0 && waiting.get(key) === hearers) waiting.delete(key);
      };
    },
    onAny(hear) {
      hearsAll.add(hear);
      return () => void hearsAll.delete(hear);
    },
    hears: (key) => waiting.has(key),
    size: () => waiting.size,
  };
}

/** An announcement as it is sent, for one that travels inside a transaction. */
export const lineOf = (announcement: Announcement): string => JSON.stringify(announcement);

/** Tells every process that something about a key changed. */
export async function announce(
  redis: RedisConnection,
  channel: RedisChannel,
  announcement: Announcement,
): Promise<void> {
  await redis.publish(channel, lineOf(announcement));
}
