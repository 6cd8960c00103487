import type { RedisConnection } from './redis.js';
import type { RedisChannel } from './redis-keys.js';

/** One line on a channel: something about `key` changed. */
export type Announcement = { key: string; state: string };

/** The process's single subscription to a channel, shared by all listeners. */
export type Listener = {
  /** Calls `hear` for every announcement about `key` until the returned function is called. */
  on(key: string, hear: (announcement: Announcement) => void): () => void;
  /** Calls `hear` for every announcement on the channel until the returned function is called. */
  onAny(hear: (announcement: Announcement) => void): () => void;
  /**
   * Calls `hear` when announcements may have been lost until now, until the returned function is called: when the
   * subscription is interrupted, and when it has begun.
   */
  onInterrupted(hear: () => void): () => void;
  /** Whether this process has a listener for this key. */
  hears(key: string): boolean;
  /** The number of keys with listeners. */
  size(): number;
};

/** Subscribes, and again after a reconnect. Callers also poll, since pub/sub may lose messages. */
export function createListener(connection: RedisConnection, channel: RedisChannel): Listener {
  const waiting = new Map<string, Set<(announcement: Announcement) => void>>();
  const hearsAll = new Set<(announcement: Announcement) => void>();
  connection.on('message', (from: string, line: string) => {
    if (from !== channel) return;
    const announcement = JSON.parse(line) as Announcement;
    for (const hear of [...hearsAll, ...(waiting.get(announcement.key) ?? [])]) hear(announcement);
  });
  const hearInterruptions = new Set<() => void>();
  const interrupted = (): void => {
    for (const hear of hearInterruptions) hear();
  };
  // A connection still being opened subscribes afterwards; a connection closed for good has no listeners.
  const subscribe = (): void => void connection.subscribe(channel).then(interrupted, () => undefined);
  connection.on('close', interrupted);
  connection.on('ready', subscribe);
  subscribe();

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
    onInterrupted(hear) {
      hearInterruptions.add(hear);
      return () => void hearInterruptions.delete(hear);
    },
    hears: (key) => waiting.has(key),
    size: () => waiting.size,
  };
}

/** An announcement in wire format, for publishing inside a transaction. */
export const lineOf = (announcement: Announcement): string => JSON.stringify(announcement);

/** Announces to every process that something about a key changed. */
export async function announce(
  redis: RedisConnection,
  channel: RedisChannel,
  announcement: Announcement,
): Promise<void> {
  await redis.publish(channel, lineOf(announcement));
}

/** Announcements about a set of keys since the last check. */
export type ChangeSubscription = {
  /** Waits for the next announcement; one that arrived since the last call counts. `backstop` after `backstopMs` without any. */
  next(backstopMs: number): Promise<'news' | 'backstop'>;
  /** The keys announced since the last call of this function. */
  takeKeys(): string[];
  /** Also ends a pending wait. */
  close(): void;
};

/**
 * Subscribes to announcements about some keys. Open before reading the state and close in `finally`, so that nothing announced in
 * between is lost. Pub/sub itself may lose messages during a reconnect, so callers read the state again at `backstop`.
 */
export function subscribeToChanges(listener: Pick<Listener, 'on'>, keys: readonly string[]): ChangeSubscription {
  let hasReceived = false;
  let wake: (() => void) | null = null;
  let announced = new Set<string>();
  const offs = keys.map((key) =>
    listener.on(key, () => {
      hasReceived = true;
      announced.add(key);
      wake?.();
    }),
  );
  const next = (backstopMs: number): Promise<'news' | 'backstop'> =>
    new Promise((resolve) => {
      const settle = (outcome: 'news' | 'backstop') => {
        clearTimeout(timer);
        wake = null;
        hasReceived = false;
        resolve(outcome);
      };
      const timer = setTimeout(() => settle('backstop'), backstopMs);
      wake = () => settle('news');
      if (hasReceived) settle('news');
    });
  return {
    next,
    takeKeys() {
      const keys = [...announced];
      announced = new Set();
      return keys;
    },
    close() {
      for (const off of offs) off();
      wake?.();
    },
  };
}
