import type { Source } from './source.js';

/** Defaults for settings that a source does not set. */
export const sourceDefaults = {
  perMinute: 60,
  concurrency: 2,
  maxPages: 50,
  maxJobs: 5000,
  /** Callers limit how long they wait for a search; this timeout only ends collections that would never end. */
  timeoutSeconds: 300,
} as const;

/** How a host is asked: requests per minute, concurrent requests, and through which proxy, if the source names one. */
export function paceOf({ settings }: Source): {
  perMinute: number;
  concurrency: number;
  proxyUrl?: string | undefined;
} {
  return {
    proxyUrl: settings.proxyUrl,
    perMinute: settings.perMinute ?? sourceDefaults.perMinute,
    concurrency: settings.concurrency ?? sourceDefaults.concurrency,
  };
}

/** The most listing pages and postings that one collection reads. */
export function extentOf({ settings }: Source): { maxPages: number; maxJobs: number } {
  return {
    maxPages: settings.maxPages ?? sourceDefaults.maxPages,
    maxJobs: settings.maxJobs ?? sourceDefaults.maxJobs,
  };
}

/** Timeout of one collection, in seconds. */
export function collectSecondsOf({ settings }: Source): number {
  return settings.timeoutSeconds ?? sourceDefaults.timeoutSeconds;
}
