import type { Source } from './source.js';

/** Used where the settings of a source give no value. */
export const sourceDefaults = {
  perMinute: 60,
  concurrency: 2,
  maxPages: 50,
  maxJobs: 5000,
  /** Searches wait no longer than their caller allows: this only ends collections that would never end. */
  timeoutSeconds: 300,
} as const;

/** Requests a minute and concurrent requests to one host. */
export function paceOf({ settings }: Source): { perMinute: number; concurrency: number } {
  return {
    perMinute: settings.perMinute ?? sourceDefaults.perMinute,
    concurrency: settings.concurrency ?? sourceDefaults.concurrency,
  };
}

/** Listing pages and postings that one collection reads at most. */
export function extentOf({ settings }: Source): { maxPages: number; maxJobs: number } {
  return {
    maxPages: settings.maxPages ?? sourceDefaults.maxPages,
    maxJobs: settings.maxJobs ?? sourceDefaults.maxJobs,
  };
}

/** How long one collection may take, in seconds. */
export function collectSecondsOf({ settings }: Source): number {
  return settings.timeoutSeconds ?? sourceDefaults.timeoutSeconds;
}

/** How long a collection counts as fresh, in seconds; `fallback` applies where the source has no setting of its own. */
export function freshSecondsOf({ settings }: Source, fallback: number): number {
  return settings.freshSeconds ?? fallback;
}
