import { originAndPath } from '../../shared/secrets/redact.js';
import { SourceError } from '../sources/source.js';

/** One request of a redirect chain. `isOwn` = the chain has not left the origin of its first request. */
export type Hop = { url: URL; method: 'GET' | 'POST'; body: string | undefined; isOwn: boolean };

/** Headers that may be sent to other origins. */
const harmless: ReadonlySet<string> = new Set(['accept', 'user-agent']);

/**
 * The request that a redirect leads to (RFC 9110 §15.4). Throws `SourceError` for one that would be unsafe: from https to http, or
 * of a posted body to another origin.
 */
export function nextHop(from: Hop, status: number, location: string): Hop {
  const { origin } = from.url;
  if (!URL.canParse(location, from.url.href))
    throw new SourceError('broken', `${originAndPath(from.url)} redirects to an invalid address.`);
  const url = new URL(location, from.url);
  if (from.url.protocol === 'https:' && url.protocol === 'http:')
    throw new SourceError('unsafe', `${originAndPath(from.url)} redirects from https to http, which is not followed.`);
  const isSame = url.origin === origin;
  // As browsers do: 301, 302 and 303 turn a POST into a GET.
  const method = from.method === 'POST' && status <= 303 ? 'GET' : from.method;
  if (from.method === 'POST' && !isSame)
    throw new SourceError(
      'unsafe',
      `${originAndPath(from.url)} redirects what was posted to ${url.host || url.protocol}, which is not followed.`,
    );
  return { url, method, body: method === 'GET' ? undefined : from.body, isOwn: from.isOwn && isSame };
}

/**
 * The headers of a request: all of them on the configured origin, elsewhere only harmless ones. `own` headers replace
 * `headers` of the same name.
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
