import type { OAuthClient, Source } from './source.js';

/** Defaults for settings that a source does not set. */
export const sourceDefaults = {
  perMinute: 60,
  concurrency: 2,
  maxPages: 50,
  maxJobs: 5000,
  /** Callers limit how long they wait for a search; this timeout only ends collections that would never end. */
  timeoutSeconds: 300,
} as const;

/**
 * How a host is asked: requests per minute, concurrent requests, and, if the source names them, through which proxy and with whose
 * token.
 */
export function paceOf(source: Source): {
  perMinute: number;
  concurrency: number;
  proxyUrl?: string | undefined;
  login?: Login | undefined;
  permitted?: string | undefined;
} {
  const { settings } = source;
  return {
    proxyUrl: settings.proxyUrl,
    login: loginOf(source),
    permitted: permittedOf(source),
    perMinute: settings.perMinute ?? sourceDefaults.perMinute,
    concurrency: settings.concurrency ?? sourceDefaults.concurrency,
  };
}

/** Whose token a source's requests have, and the origin that it is sent to. */
export type Login = { client: OAuthClient; origin: string };

/** The login of a source’s requests; absent = none. */
export function loginOf({ kind, settings }: Source): Login | undefined {
  const client = kind.oauth?.(settings) ?? settings.oauth;
  const url = client === undefined ? undefined : kind.requests(settings, {})[0]?.url;
  return client === undefined || url === undefined || !URL.canParse(url)
    ? undefined
    : { client, origin: new URL(url).origin };
}

/**
 * The origin whose owner allows reading the source, whatever its robots.txt says: by the key that each reader is given, or as the
 * operator states in `allowed`. Absent = robots.txt decides.
 */
export function permittedOf({ kind, settings }: Source): string | undefined {
  if (kind.keyed !== true && settings.allowed === undefined) return undefined;
  const url = kind.requests(settings, {})[0]?.url ?? '';
  return URL.canParse(url) ? new URL(url).origin : undefined;
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
