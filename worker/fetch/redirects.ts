import { originAndPath } from '../../shared/secrets/redact-url.js';
import { SourceError } from '../sources/source-errors.js';

/** One request of a chain of redirects. `isOwn` = no request before it went to another origin than the first. */
export type Hop = { url: URL; method: 'GET' | 'POST'; body: string | undefined; isOwn: boolean };

/** Headers that may go to an origin they were not configured for. */
const harmless: ReadonlySet<string> = new Set(['accept', 'user-agent']);

/**
 * The request a redirect asks for (RFC 9110 §15.4). Throws `SourceError` where following it would take something where it
 * does not belong: from https to http, or a posted body to another origin.
 */
export function nextHop(from: Hop, status: number, location: string): Hop {
  const { origin } = from.url;
  if (!URL.canParse(location, from.url.href))
    throw new SourceError('broken', `${originAndPath(from.url)} redirects to what is not an address.`);
  const url = new URL(location, from.url);
  if (from.url.protocol === 'https:' && url.protocol === 'http:')
    throw new SourceError('unsafe', `${originAndPath(from.url)} redirects from https to http, which is not followed.`);
  const isSame = url.origin === origin;
  // As browsers do: 303 asks for another page, and 301 and 302 have always been taken for it.
  const method = from.method === 'POST' && status <= 303 ? 'GET' : from.method;
  if (from.method === 'POST' && !isSame)
    throw new SourceError(
      'unsafe',
      `${originAndPath(from.url)} redirects what was posted to ${url.host || url.protocol}, which is not followed.`,
    );
  return { url, method, body: method === 'GET' ? undefined : from.body, isOwn: from.isOwn && isSame };
}

/**
 * The headers of a hop: all of them on the origin they were given for, elsewhere only what tells nothing. `own` headers go
 * over `headers` of the same name.
 */
export function headersOfHop(
  { isOwn, body }: Hop,
  { headers, own }: { headers: Record<string, string>; own: Record<string, string> },
): Record<string, string> {
  const sent = Object.entries(isOwn ? { ...headers, ...own } : headers);
  return Object.fromEntries(
    sent.filter(([name]) =>
      isOwn ? body !== undefined || name.toLowerCase() !== 'content-type' : harmless.has(name.toLowerCase()),
    ),
  );
}
