import type { Caller } from '../auth/caller.js';

/** A request for a new collection: nothing older than `maxAgeSeconds`, which is `newerThan` in epoch milliseconds. */
export type RequestCacheControl = { maxAgeSeconds: number; newerThan: number };

/**
 * Reads the request's Cache-Control (RFC 9111 §5.2.1): `no-cache`, or `max-age=N` seconds; `null` when neither is there and
 * well-formed. Only callers with a key may ask for it; without one the header is ignored.
 */
export function readRequestCacheControl(
  cacheControl: string,
  { keyId }: Pick<Caller, 'keyId'>,
  now: Date,
): RequestCacheControl | null {
  if (keyId === null || cacheControl === '') return null;
  const ages = cacheControl.split(',').flatMap((directive) => {
    const [, noCache, seconds] = /^\s*(?:(no-cache)|max-age\s*=\s*"?(\d{1,9})"?)\s*$/i.exec(directive) ?? [];
    return noCache !== undefined ? [0] : seconds !== undefined ? [Number(seconds)] : [];
  });
  if (ages.length === 0) return null;
  const maxAgeSeconds = Math.min(...ages);
  return { maxAgeSeconds, newerThan: now.getTime() - maxAgeSeconds * 1000 };
}
