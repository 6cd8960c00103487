import type { Listener } from './listener.js';

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
