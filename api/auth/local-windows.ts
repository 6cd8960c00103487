import { LRUCache } from 'lru-cache';

/** What a caller used of its window by now, and how long that window lasts. */
export type Used = { requests: number; leftMs: number };

/** Windows counted at most; beyond, the one used longest ago is forgotten. */
const countedAtMost = 10_000;

/**
 * Callers' windows counted by this process alone, for as long as Redis takes no writes: held answers go on, and a caller gets
 * no more of them than its plan allows, for each API process anew.
 */
export function createLocalWindows(now: () => number = Date.now) {
  const windows = new LRUCache<string, { requests: number; until: number }>({ max: countedAtMost });
  return {
    /** Adds requests to the window of this name, which lasts so many seconds from its first request on. */
    add(name: string, requests: number, windowSeconds: number): Used {
      const at = now();
      const known = windows.get(name);
      const window =
        known !== undefined && at < known.until ? known : { requests: 0, until: at + windowSeconds * 1000 };
      window.requests += requests;
      windows.set(name, window);
      return { requests: window.requests, leftMs: window.until - at };
    },
  };
}
