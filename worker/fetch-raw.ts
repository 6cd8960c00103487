import { requirePart } from '../shared/require-part.js';
import type { Guard } from './guard.js';
import { limits } from './limits.js';
import { receive } from './receive.js';
import { SourceError } from './source-errors.js';

type Undici = typeof import('undici');
// Not all of undici, which brings fetch, WebSocket, caches and mocks.
const Agent = requirePart('undici/lib/dispatcher/agent.js') as Undici['Agent'];
const errors = requirePart('undici/lib/core/errors.js') as Undici['errors'];

export type RawRequest = {
  url: string;
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  maxBytes?: number;
  /** What lies beyond `maxBytes` is left unread instead of refused. */
  cut?: boolean;
  /** Asked before every hop of a redirect but the first. */
  beforeHop?: (url: URL) => Promise<void>;
};

export type RawAnswer = { url: string; status: number; headers: Record<string, string>; body: Buffer };

/** HTTP with every limit on: guarded hops, redirects, time, bytes before and after decompression. */
export type FetchRaw = { (asked: RawRequest): Promise<RawAnswer>; close(): Promise<void> };

/** The caller closes it. */
export function createFetchRaw(guard: Guard): FetchRaw {
  const agent = new Agent({
    connect: { lookup: guard.lookup, timeout: 10_000 },
    headersTimeout: limits.requestMs,
    bodyTimeout: limits.requestMs,
    keepAliveTimeout: 4000,
  });

  const follow = async (asked: RawRequest): Promise<RawAnswer> => {
    let url = new URL(asked.url);
    for (let hops = 0; ; hops++) {
      guard.check(url);
      if (hops > 0) await asked.beforeHop?.(url);
      const answer = { url: url.href, ...(await receive(url, asked, agent)) };
      const location = answer.headers.location;
      if (answer.status < 300 || answer.status > 399 || answer.status === 304 || location === undefined) return answer;
      if (hops === limits.redirects)
        throw new SourceError('broken', `More than ${limits.redirects} redirects from ${asked.url}.`);
      if (!URL.canParse(location, url.href))
        throw new SourceError('broken', `A redirect to "${location.slice(0, 80)}".`);
      url = new URL(location, url);
    }
  };

  const fetchRaw = async (asked: RawRequest): Promise<RawAnswer> => {
    // Not AbortSignal.any() of a timeout: two signals for the garbage collector to watch on every page.
    const ending = new AbortController();
    const giveUp = (): void => ending.abort(asked.signal.reason);
    const clock = { isUp: false };
    const timer = setTimeout(() => {
      clock.isUp = true;
      ending.abort();
    }, limits.requestMs).unref();
    asked.signal.addEventListener('abort', giveUp, { once: true });
    if (asked.signal.aborted) giveUp();
    try {
      return await follow({ ...asked, signal: ending.signal });
    } catch (error) {
      throw asSourceError(error, asked, clock);
    } finally {
      clearTimeout(timer);
      asked.signal.removeEventListener('abort', giveUp);
    }
  };
  return Object.assign(fetchRaw, { close: () => agent.destroy() });
}

/** Says in a sentence why no answer came. */
function asSourceError(error: unknown, asked: RawRequest, clock: { isUp: boolean }): SourceError {
  if (error instanceof SourceError) return error;
  const { host } = new URL(asked.url);
  const cause = error as NodeJS.ErrnoException;
  if (cause.cause instanceof SourceError) return cause.cause;
  if (clock.isUp)
    return new SourceError('timeout', `${host} did not answer within ${limits.requestMs / 1000} seconds.`);
  if (asked.signal.aborted) return new SourceError('timeout', 'The time for this source was up.');
  if (
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError
  )
    return new SourceError('timeout', `${host} took too long to answer.`);
  if (cause.code?.startsWith('Z_') || cause.code?.startsWith('ERR_BROTLI') || cause.code?.startsWith('ERR__ERROR'))
    return new SourceError('broken', `${host} sent a body that cannot be unpacked.`);
  return new SourceError('unreachable', `${host} could not be reached (${cause.code ?? cause.message}).`);
}
