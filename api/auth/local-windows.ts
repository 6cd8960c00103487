import { LRUCache } from 'lru-cache';

/** What a caller has used of its window, and how long that window still lasts. */
export type WindowUse = { requests: number; remainingMs: number };

/** Windows counted at once; beyond, the least recently used one is forgotten. */
const maxWindows = 10_000;

/**
 * Callers' windows counted by this process alone while Redis refuses writes: cached answers are still served, and a caller
 * gets at most its plan's requests from each API process.
 */
export function createLocalWindows(now: () => number = Date.now) {
  const windows = new LRUCache<string, { requests: number; until: number }>({ max: maxWindows });
  return {
    /** Adds requests to the window of this name, which lasts `windowSeconds` from its first request. */
    add(name: string, requests: number, windowSeconds: number): WindowUse {
      const at = now();
      const known = windows.get(name);
      const window =
        known !== undefined && at < known.until ? known : { requests: 0, until: at + windowSeconds * 1000 };
      window.requests += requests;
      windows.set(name, window);
      return { requests: window.requests, remainingMs: window.until - at };
    },
  };
}
