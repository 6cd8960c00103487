import type { Listener } from './listener.js';

/** What was announced about some keys since one last looked. */
export type ChangeSubscription = {
  /** InFlightSearches for the next announcement; one that came since the last call counts. `backstop` after `backstopMs` without any. */
  next(backstopMs: number): Promise<'news' | 'backstop'>;
  /** Ends a wait that is under way, too. */
  close(): void;
};

/**
 * Opens one's ears for some keys. Open before looking at the state and close in `finally`: then nothing said in
 * between is lost. Pub/sub itself may lose a line while a connection is renewed, so who waits looks again at `backstop`.
 */
export function subscribeToChanges(listener: Listener, keys: readonly string[]): ChangeSubscription {
  let heard = false;
  let wake: (() => void) | null = null;
  const offs = keys.map((key) =>
    listener.on(key, () => {
      heard = true;
      wake?.();
    }),
  );
  const next = (backstopMs: number): Promise<'news' | 'backstop'> =>
    new Promise((resolve) => {
      const settle = (outcome: 'news' | 'backstop') => {
        clearTimeout(timer);
        wake = null;
        heard = false;
        resolve(outcome);
      };
      const timer = setTimeout(() => settle('backstop'), backstopMs);
      wake = () => settle('news');
      if (heard) settle('news');
    });
  return {
    next,
    close() {
      for (const off of offs) off();
      wake?.();
    },
  };
}
