/** HTTP within limits: redirects, time, bytes and the SSRF guard. */
import { Agent, type Dispatcher, errors } from 'undici';
import { originAndPath } from '../../shared/secrets/redact.js';
import { tableOf } from '../../shared/table-of.js';
import { SourceError } from '../sources/source.js';
import { fetchLimits } from './limits.js';
import { type ChooseProxy, connectThrough, noProxy } from './outbound-proxy.js';
import { type HttpResponse, InterruptedBody, sendRequest } from './send-request.js';
import type { SsrfGuard } from './ssrf-guard.js';

export type RawRequest = {
  url: string;
  method?: 'GET' | 'POST';
  /** After a redirect to another origin only `accept` and `user-agent` are sent. */
  headers: Record<string, string>;
  /** Sent only to the origin of `url`, replacing `headers` of the same name. */
  ownHeaders?: Record<string, string>;
  /** Additional headers for each request of a redirect chain. */
  headersFor?: (url: URL) => Record<string, string>;
  /** Sent only to the origin of `url`: its redirect to another origin is refused. */
  body?: string;
  signal: AbortSignal;
  maxBytes?: number;
  /** A body beyond `maxBytes` is truncated instead of refused. */
  cut?: boolean;
  /** A body beyond `maxBytes`, up to this many bytes, is kept compressed. */
  packedBeyond?: number;
  /**
   * Milliseconds for each request with its body; `fetchLimits.requestMs` by default. More time is given only while the
   * body keeps arriving: `fetchLimits.listBytesInRequestMs`.
   */
  ms?: number;
  /** The proxy to use instead of the one in the service's settings. */
  proxyUrl?: string | undefined;
  /** Called before every request of a redirect chain except the first. */
  beforeHop?: (url: URL) => Promise<void>;
  /** Wraps each request, including the first, to delay or trace it. */
  aroundHop?: AroundHop;
};

type AroundHop = (url: URL, send: () => Promise<HttpResponse>) => Promise<HttpResponse>;

/** `url` is the address of the response, after redirects. */
export type RawResponse = HttpResponse & { url: string };

/** HTTP within limits: SSRF guard, redirects, time of each request, bytes before and after decompression. */
export type FetchRaw = { (asked: RawRequest): Promise<RawResponse>; close(): Promise<void> };

/** The caller closes it. */
export function createFetchRaw(guard: SsrfGuard, chooseProxy: ChooseProxy = noProxy): FetchRaw {
  const agentBy = (proxy: URL | null): Dispatcher =>
    new Agent({
      connect: proxy === null ? { lookup: guard.lookup, timeout: 10_000 } : connectThrough(proxy, guard),
      headersTimeout: fetchLimits.requestMs,
      bodyTimeout: fetchLimits.requestMs,
      keepAliveTimeout: 4000,
    });
  // One per proxy: the operator's settings bound their number.
  const agents = new Map<string, Dispatcher>();
  const agentFor = (url: URL, proxyUrl: string | undefined): Dispatcher => {
    const proxy = proxyUrl === undefined ? chooseProxy(url) : new URL(proxyUrl);
    const name = proxy?.href ?? '';
    const agent = agents.get(name) ?? agentBy(proxy);
    agents.set(name, agent);
    return agent;
  };

  const fetchRaw = async (asked: RawRequest): Promise<RawResponse> => {
    const { headers, ownHeaders: own = {}, aroundHop = sendAtOnce } = asked;
    let hop: Hop = { url: new URL(asked.url), method: asked.method ?? 'GET', body: asked.body, isOwn: true };
    for (let hops = 0; ; hops++) {
      guard.check(hop.url);
      if (hops > 0) await asked.beforeHop?.(hop.url);
      const { url, method, body } = hop;
      const answer = await aroundHop(url, () => {
        const sent = { ...headersOfHop(hop, { headers, own }), ...asked.headersFor?.(url) };
        return withinTime(asked, url, (signal, received) =>
          sendRequest(url, { ...asked, method, headers: sent, body, signal, received }, agentFor(url, asked.proxyUrl)),
        );
      });
      const { location } = answer.headers;
      if (answer.status < 300 || answer.status > 399 || answer.status === 304 || location === undefined)
        return { url: url.href, ...answer };
      if (hops === fetchLimits.redirects)
        throw new SourceError(
          'broken',
          `More than ${fetchLimits.redirects} redirects from ${originAndPath(new URL(asked.url))}.`,
        );
      hop = nextHop(hop, answer.status, location);
    }
  };
  return Object.assign(fetchRaw, {
    close: async () => void (await Promise.all([...agents.values()].map((agent) => agent.destroy()))),
  });
}

/** The same client with another proxy for its requests; absent = unchanged. */
export const throughProxy = (fetchRaw: FetchRaw, proxyUrl: string | undefined): FetchRaw =>
  proxyUrl === undefined
    ? fetchRaw
    : Object.assign((asked: RawRequest) => fetchRaw({ ...asked, proxyUrl }), { close: fetchRaw.close });

const sendAtOnce: AroundHop = (_, send) => send();

/** Sends one request within its time; every error becomes a `SourceError`. Not p-timeout: the request itself must abort. */
async function withinTime(
  asked: RawRequest,
  url: URL,
  send: (signal: AbortSignal, received: (bytes: number) => void) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  // Not AbortSignal.any() with a timeout: that would be two more signals to collect with every page.
  const { ms = fetchLimits.requestMs } = asked;
  const ending = new AbortController();
  const giveUp = (): void => ending.abort(asked.signal.reason);
  const clock = { isUp: false, afterMs: 0 };
  let arrived = 0;
  const takeTime = (): NodeJS.Timeout => {
    const partMs = Math.min(fetchLimits.requestMs, ms - clock.afterMs);
    return setTimeout(() => {
      clock.afterMs += partMs;
      clock.isUp = clock.afterMs >= ms || arrived < fetchLimits.listBytesInRequestMs;
      arrived = 0;
      if (clock.isUp) ending.abort();
      else timer = takeTime();
    }, partMs).unref();
  };
  let timer = takeTime();
  asked.signal.addEventListener('abort', giveUp, { once: true });
  if (asked.signal.aborted) giveUp();
  try {
    return await send(ending.signal, (bytes) => {
      arrived += bytes;
    });
  } catch (error) {
    throw asSourceError(error, { host: url.host, signal: asked.signal, clock });
  } finally {
    clearTimeout(timer);
    asked.signal.removeEventListener('abort', giveUp);
  }
}

type Sent = { host: string; signal: AbortSignal; clock: { isUp: boolean; afterMs: number } };

/** A sentence that explains why there is no response. */
function asSourceError(error: unknown, { host, signal, clock }: Sent): SourceError {
  if (error instanceof SourceError) return error;
  const isInterrupted = error instanceof InterruptedBody;
  const cause = (isInterrupted ? error.cause : error) as NodeJS.ErrnoException;
  if (cause.cause instanceof SourceError) return cause.cause;
  if (clock.isUp) return new SourceError('timeout', `${host} did not answer within ${clock.afterMs / 1000} seconds.`);
  if (signal.aborted) return new SourceError('timeout', 'The time for this source was up.');
  if (
    cause instanceof errors.ConnectTimeoutError ||
    cause instanceof errors.HeadersTimeoutError ||
    cause instanceof errors.BodyTimeoutError
  )
    return new SourceError('timeout', `${host} took too long to answer.`);
  if (cause.code?.startsWith('Z_') || cause.code?.startsWith('ERR_BROTLI') || cause.code?.startsWith('ERR__ERROR'))
    return new SourceError('broken', `${host} sent a body that cannot be unpacked.`);
  if (isInterrupted) return new SourceError('broken', `${host} ended its answer before it was complete.`);
  const certificate = certificateFailure(cause, host);
  if (certificate !== null) return certificate;
  return new SourceError('unreachable', `${host} could not be reached (${cause.code ?? cause.message}).`);
}

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
      `${originAndPath(from.url)} redirects a POST to ${url.host || url.protocol}, which is not followed.`,
    );
  return { url, method, body: method === 'GET' ? undefined : from.body, isOwn: from.isOwn && isSame };
}

/**
 * The headers of a request: all of them on the configured origin, elsewhere only harmless ones. `own` headers replace
 * `headers` of the same name.
 */
function headersOfHop(
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

const renewed = 'its owner has to renew it. If it is valid, this machine’s clock is wrong.';
const unknownIssuer =
  'no authority trusted here issued it. Its owner must send the full chain; add an authority of your own to NODE_EXTRA_CA_CERTS.';

/** A certificate's defect and the remedy, by Node's error code (nodejs.org/api/tls.html). */
const problems: Readonly<Record<string, string>> = tableOf({
  CERT_HAS_EXPIRED: `has expired: ${renewed}`,
  CERT_NOT_YET_VALID: `is not valid yet: ${renewed}`,
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'is self-signed: its owner has to get one from an authority. If it is yours, name it in NODE_EXTRA_CA_CERTS.',
  SELF_SIGNED_CERT_IN_CHAIN: `is not trusted: ${unknownIssuer}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `is not trusted: ${unknownIssuer}`,
  UNABLE_TO_GET_ISSUER_CERT: `is not trusted: ${unknownIssuer}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `is not trusted: ${unknownIssuer}`,
  CERT_UNTRUSTED: `is not trusted: ${unknownIssuer}`,
  CERT_REVOKED: 'was revoked: its owner has to replace it.',
  CERT_REJECTED: 'was rejected: its owner has to replace it.',
  INVALID_PURPOSE: 'is not one of a web server: its owner has to replace it.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'is for other host names: use an address with a name that it states, or have its owner add this one.',
});

/** The failure of a source whose certificate was refused; `null` when an error of a connection has another cause. */
export function certificateFailure({ code = '' }: NodeJS.ErrnoException, host: string): SourceError | null {
  const problem = problems[code];
  return problem === undefined ? null : new SourceError('certificate', `The certificate of ${host} ${problem}`);
}
